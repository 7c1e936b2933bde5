import type { Editor } from '@tiptap/core'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Html } from '#content/model/kind.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './RichTextEditor.module.css'
import { FormatBubbleMenu } from './FormatBubbleMenu.tsx'
import { type Point, mountEditor, replaceContent, selectBetweenPoints } from './tiptap-editor.ts'

interface RichTextEditorProps {
  label: string
  html: Html | null
  /** True while this text is being edited; only then is a Tiptap editor mounted. */
  active: boolean
  className?: string | undefined
  placeholder: string
  onChange: (html: Html | null) => void
  onBlur: () => void
}

/**
 * Edits rich text in place. Until it is `active` it is a plain focusable element, so a page with a thousand texts has
 * only one Tiptap editor. The editor is mounted synchronously within the press or focus, so no keystroke is lost.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, html, active, className, placeholder } = props
  const ref = useRef<HTMLDivElement>(null)
  const pressRef = useRef<PressPoints | null>(null)
  /** The HTML that the element shows, as last reported to the parent. */
  const shownHtml = useRef(html)
  const [editor, setEditor] = useState<Editor | null>(null)
  const activeEditorRef = useAppActor('activeEditor')

  // The Tiptap editor outlives many renders, so its callbacks always call the latest props.
  const change = useEffectEvent((newHtml: Html | null) => {
    shownHtml.current = newHtml
    props.onChange(newHtml)
  })
  const blur = useEffectEvent(() => props.onBlur())
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor({
      element,
      html: html ?? '',
      attributes: textboxAttributes(label),
      onChange: (changed) => change(changed),
      onBlur: () => blur(),
    }),
  )
  const renderStatic = useEffectEvent((textEl: HTMLElement) => {
    for (const [name, value] of Object.entries(textboxAttributes(label)))
      textEl.setAttribute(name, value)
    textEl.innerHTML = html ?? ''
    shownHtml.current = html
  })

  useLayoutEffect(() => trackPress(ref.current!, pressRef), [])

  useLayoutEffect(() => {
    const textEl = ref.current!
    if (!active) {
      renderStatic(textEl)
      return
    }
    const mountedEditor = mount(textEl)
    textEl.focus({ preventScroll: true })
    if (pressRef.current) selectBetweenPoints(mountedEditor, pressRef.current)
    mountedEditor.view.focus()
    setEditor(mountedEditor)
    const getEditor = () => mountedEditor
    activeEditorRef.send({ type: 'editor.mounted', getEditor })
    return () => {
      setEditor(null)
      activeEditorRef.send({ type: 'editor.unmounted', getEditor })
      pressRef.current = null
      mountedEditor.destroy()
      restoreElement(textEl)
    }
  }, [active, activeEditorRef])

  useLayoutEffect(() => {
    if (html === shownHtml.current) return
    shownHtml.current = html
    if (editor) replaceContent(editor, html ?? '')
    else ref.current!.innerHTML = html ?? ''
  }, [editor, html])

  return (
    <>
      <div
        ref={ref}
        className={classNames(styles.text, className)}
        data-placeholder={placeholder}
        data-empty={html === null || html === '' || undefined}
      />
      {editor ? <FormatBubbleMenu editor={editor} /> : null}
    </>
  )
}

interface PressPoints {
  from: Point
  to: Point
}

const textboxAttributes = (label: string) => ({
  role: 'textbox',
  tabindex: '0',
  'aria-label': label,
  'aria-multiline': 'true',
})

/** Removes the attributes and classes that Tiptap leaves on its element. */
function restoreElement(textEl: HTMLElement) {
  textEl.removeAttribute('contenteditable')
  textEl.removeAttribute('translate')
  textEl.classList.remove(
    ...[...textEl.classList].filter((name) => /^(tiptap|ProseMirror)/.test(name)),
  )
}

/** Tracks where the pointer went down and up in an element, until the element loses focus. */
function trackPress(textEl: HTMLElement, pressRef: RefObject<PressPoints | null>) {
  const controller = new AbortController()
  const { signal } = controller
  textEl.addEventListener(
    'pointerdown',
    (event) => (pressRef.current = { from: pointOf(event), to: pointOf(event) }),
    { signal },
  )
  textEl.addEventListener(
    'click',
    (event) =>
      (pressRef.current = { from: pressRef.current?.from ?? pointOf(event), to: pointOf(event) }),
    { signal },
  )
  textEl.addEventListener('blur', () => (pressRef.current = null), { signal })
  return () => controller.abort()
}

const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y })
