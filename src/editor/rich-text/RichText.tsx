import type { Editor } from '@tiptap/core'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import styles from './RichText.module.css'
import { FormatBubble } from './FormatBubble.tsx'
import { setCurrentEditor } from './current.ts'
import { type Point, mountEditor, replaceText, selectBetween } from './mount.ts'

interface RichTextProps {
  label: string
  html: string | null
  /** Whether it is the one being edited; all others show their text and wait. */
  active: boolean
  className?: string | undefined
  placeholder: string
  onChange: (html: string | null) => void
  onBlur: () => void
}

/**
 * Rich text edited where it stands. Until it is `active` it is a plain element that can be focused: a page of a
 * thousand texts has one text editor. It is mounted within the press or the focus that asked for it, so the key that
 * follows is not lost.
 */
export function RichText(props: RichTextProps) {
  const { label, html, active, className, placeholder } = props
  const ref = useRef<HTMLDivElement>(null)
  const press = useRef<Press | null>(null)
  /** What is on the screen, as far as anyone outside knows. */
  const shown = useRef(html)
  const [editor, setEditor] = useState<Editor | null>(null)

  // The text editor outlives many renders: whom it tells is whoever listens by then.
  const change = useEffectEvent((changed: string | null) => {
    shown.current = changed
    props.onChange(changed)
  })
  const blur = useEffectEvent(() => props.onBlur())
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor({
      element,
      html: html ?? '',
      attributes: attributesOf(label),
      onChange: (changed) => change(changed),
      onBlur: () => blur(),
    }),
  )
  const showPlain = useEffectEvent((textEl: HTMLElement) => {
    for (const [name, value] of Object.entries(attributesOf(label)))
      textEl.setAttribute(name, value)
    textEl.innerHTML = html ?? ''
    shown.current = html
  })

  useLayoutEffect(() => watchPress(ref.current!, press), [])

  useLayoutEffect(() => {
    const textEl = ref.current!
    if (!active) {
      showPlain(textEl)
      return
    }
    const mounted = mount(textEl)
    textEl.focus({ preventScroll: true })
    if (press.current) selectBetween(mounted, press.current)
    mounted.view.focus()
    setEditor(mounted)
    setCurrentEditor(mounted)
    return () => {
      setEditor(null)
      setCurrentEditor(null)
      press.current = null
      mounted.destroy()
      undress(textEl)
    }
  }, [active])

  useLayoutEffect(() => {
    if (html === shown.current) return
    shown.current = html
    if (editor) replaceText(editor, html ?? '')
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
      {editor ? <FormatBubble editor={editor} /> : null}
    </>
  )
}

interface Press {
  from: Point
  to: Point
}

const attributesOf = (label: string) => ({
  role: 'textbox',
  tabindex: '0',
  'aria-label': label,
  'aria-multiline': 'true',
})

/** What the text editor leaves on an element that it took over. */
function undress(textEl: HTMLElement) {
  textEl.removeAttribute('contenteditable')
  textEl.removeAttribute('translate')
  textEl.classList.remove(
    ...[...textEl.classList].filter((name) => /^(tiptap|ProseMirror)/.test(name)),
  )
}

/** Where the pointer went down and up in an element, until the focus leaves it. */
function watchPress(textEl: HTMLElement, press: RefObject<Press | null>) {
  const listeners = new AbortController()
  const { signal } = listeners
  textEl.addEventListener(
    'pointerdown',
    (event) => (press.current = { from: at(event), to: at(event) }),
    { signal },
  )
  textEl.addEventListener(
    'click',
    (event) => (press.current = { from: press.current?.from ?? at(event), to: at(event) }),
    { signal },
  )
  textEl.addEventListener('blur', () => (press.current = null), { signal })
  return () => listeners.abort()
}

const at = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y })
