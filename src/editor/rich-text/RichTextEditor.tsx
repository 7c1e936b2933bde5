import type { Editor } from '@tiptap/core'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Html } from '#content/model/field.ts'
import type { ActiveEditorRef } from '#machines/editing/active-editor.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './RichTextEditor.module.css'
import { FormatBubbleMenu } from './FormatBubbleMenu.tsx'
import { type PressPoints, trackPress } from './track-press.ts'
import { focusEditor, mountEditor, replaceContent, unmountEditor } from './tiptap-editor.ts'

interface RichText {
  label: string
  html: Html | null
  /** True while this text is being edited; only then is a Tiptap editor mounted. */
  active: boolean
  onChange: (html: Html | null) => void
  onBlur: () => void
}

interface RichTextEditorProps extends RichText {
  className?: string | undefined
  placeholder: string
}

/**
 * Edits rich text in place. Until it is `active` it is a plain focusable element, so a page with a thousand texts has
 * only one Tiptap editor. The editor is mounted synchronously within the press or focus, so no keystroke is lost.
 */
export function RichTextEditor({ className, placeholder, ...text }: RichTextEditorProps) {
  const ref = useRef<HTMLDivElement>(null)
  const editor = useTiptapEditor(ref, text)
  return (
    <>
      <div
        ref={ref}
        className={classNames(styles.text, className)}
        data-placeholder={placeholder}
        data-empty={text.html === null || text.html === '' || undefined}
      />
      {editor ? <FormatBubbleMenu editor={editor} /> : null}
    </>
  )
}

/** Mounts an editor on the element while its text is active, and shows the text otherwise. Returns the editor, or null. */
function useTiptapEditor(ref: RefObject<HTMLDivElement | null>, text: RichText) {
  const { label, html, active } = text
  const pressRef = usePress(ref)
  /** The HTML that the element shows, as last reported to the parent. */
  const shownHtml = useRef(html)
  const [editor, setEditor] = useState<Editor | null>(null)
  const activeEditorRef = useAppActor('activeEditor')

  // The Tiptap editor outlives many renders, so its callbacks always call the latest props.
  const change = useEffectEvent((newHtml: Html | null) => {
    shownHtml.current = newHtml
    text.onChange(newHtml)
  })
  const blur = useEffectEvent(() => text.onBlur())
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor({
      element,
      html: html ?? '',
      attributes: textboxAttributes(label),
      onChange: (newHtml) => change(newHtml),
      onBlur: () => blur(),
    }),
  )
  const renderStatic = useEffectEvent((textEl: HTMLElement) => {
    shownHtml.current = showText(textEl, text)
  })

  useLayoutEffect(() => {
    const textEl = ref.current!
    if (!active) return renderStatic(textEl)
    const mountedEditor = mount(textEl)
    focusEditor(mountedEditor, textEl, pressRef.current)
    setEditor(mountedEditor)
    const unregister = register(mountedEditor, activeEditorRef)
    return () => {
      setEditor(null)
      unregister()
      pressRef.current = null
      unmountEditor(mountedEditor, textEl)
    }
  }, [active, activeEditorRef, pressRef, ref])
  useHtmlUpdates(ref, html, shownHtml, editor)
  return editor
}

/** Returns a ref to the points of the current press on an element. */
function usePress(ref: RefObject<HTMLDivElement | null>) {
  const pressRef = useRef<PressPoints | null>(null)
  useLayoutEffect(() => trackPress(ref.current!, pressRef), [ref])
  return pressRef
}

/** Shows HTML that is not what the element shows: it was changed elsewhere. */
function useHtmlUpdates(
  ref: RefObject<HTMLDivElement | null>,
  html: Html | null,
  shownHtml: RefObject<Html | null>,
  editor: Editor | null,
) {
  useLayoutEffect(() => {
    if (html === shownHtml.current) return
    shownHtml.current = html
    if (editor) replaceContent(editor, html ?? '')
    else ref.current!.innerHTML = html ?? ''
  }, [editor, html, ref, shownHtml])
}

/** Shows a text without an editor, as an element that can be focused, and returns its HTML. */
const showText = (textEl: HTMLElement, { label, html }: RichText) => {
  for (const [name, value] of Object.entries(textboxAttributes(label)))
    textEl.setAttribute(name, value)
  textEl.innerHTML = html ?? ''
  return html
}

const textboxAttributes = (label: string) => ({
  role: 'textbox',
  tabindex: '0',
  'aria-label': label,
  'aria-multiline': 'true',
})

/** Makes an editor the one that the format buttons apply to, and returns a function that ends this. */
const register = (editor: Editor, activeEditorRef: ActiveEditorRef) => {
  const getEditor = () => editor
  activeEditorRef.send({ type: 'editor.mounted', getEditor })
  return () => activeEditorRef.send({ type: 'editor.unmounted', getEditor })
}
