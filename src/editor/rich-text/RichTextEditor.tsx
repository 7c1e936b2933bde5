import type { Editor } from '@tiptap/core'
import { type RefObject, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Html } from '#content/model/field.ts'
import type { ActiveEditorRef } from '#machines/editing/active-editor.ts'
import { type EditModeRef, selectPageInputRef } from '#machines/editing/edit-mode.ts'
import { selectPressedPoints } from '#machines/editing/page-input.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './RichTextEditor.module.css'
import { FormatBubbleMenu } from './FormatBubbleMenu.tsx'
import { focusEditor, htmlOf, mountEditor, replaceContent, unmountEditor } from './tiptap-editor.ts'

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
  const id = useId()
  const editor = useTiptapEditor(ref, id, text)
  return (
    <>
      <div
        ref={ref}
        id={id}
        className={classNames(styles.text, className)}
        data-placeholder={placeholder}
        data-empty={text.html === null || text.html === '' || undefined}
      />
      {editor ? <FormatBubbleMenu editor={editor} /> : null}
    </>
  )
}

/** Mounts an editor on the element while its text is active, and shows the text otherwise. Returns the editor, or null. */
function useTiptapEditor(ref: RefObject<HTMLDivElement | null>, id: string, text: RichText) {
  const { label, html, active } = text
  const [editor, setEditor] = useState<Editor | null>(null)
  const activeEditorRef = useAppActor('activeEditor')
  const editModeRef = useAppActor('editMode')

  // The Tiptap editor outlives many renders, so its callbacks always call the latest props.
  const change = useEffectEvent((newHtml: Html | null) => text.onChange(newHtml))
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
  const setAttributes = useEffectEvent((textEl: HTMLElement) => {
    for (const [name, value] of Object.entries(textboxAttributes(label)))
      textEl.setAttribute(name, value)
  })

  useLayoutEffect(() => {
    const textEl = ref.current!
    if (!active) return setAttributes(textEl)
    const mountedEditor = mount(textEl)
    focusEditor(mountedEditor, textEl, pressedPointsOf(id, editModeRef))
    setEditor(mountedEditor)
    const unregister = register(mountedEditor, activeEditorRef)
    return () => {
      setEditor(null)
      unregister()
      unmountEditor(mountedEditor, textEl)
    }
  }, [active, activeEditorRef, editModeRef, id, ref])
  useLayoutEffect(() => {
    if (!active) ref.current!.innerHTML = html ?? ''
    // Unless it was typed into the editor, the HTML was changed elsewhere.
    else if (editor && htmlOf(editor) !== html) replaceContent(editor, html ?? '')
  }, [active, editor, html, ref])
  return editor
}

/** Returns the points between which the text with this id was pressed, or null when it was not pressed last. */
function pressedPointsOf(id: string, editModeRef: EditModeRef) {
  const pageInputRef = selectPageInputRef(editModeRef.getSnapshot())
  return pageInputRef ? selectPressedPoints(pageInputRef.getSnapshot(), id) : null
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
