/** A text editor that takes over an element with the text already in it, and hands it back. */
import { Editor, createDocument } from '@tiptap/core'
import { Selection, TextSelection } from '@tiptap/pm/state'
import { extensions } from './tiptap-extensions.ts'

export interface Point {
  x: number
  y: number
}

interface MountOptions {
  element: HTMLElement
  html: string
  attributes: Record<string, string>
  onChange: (html: string | null) => void
  onBlur: () => void
}

export function mountEditor({ element, html, attributes, onChange, onBlur }: MountOptions) {
  // The same element from shell to editor: it keeps its place, its look and, if it has it, the focus.
  element.textContent = ''
  return new Editor({
    element: { mount: element },
    // Our own style sheet has it, in a layer and without a <style> that a content policy would have to allow.
    injectCSS: false,
    extensions,
    content: html,
    editorProps: { attributes },
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
    onBlur,
  })
}

/** Null when there is nothing in it. */
export const htmlOf = (editor: Editor) => (editor.isEmpty ? null : editor.getHTML())

/** Puts the caret where the pointer was pressed, or selects from there to where it was let go. */
export function selectBetweenPoints({ view }: Editor, { from, to }: { from: Point; to: Point }) {
  const anchor = view.posAtCoords({ left: from.x, top: from.y })
  const head = view.posAtCoords({ left: to.x, top: to.y })
  if (!anchor || !head) return
  const { doc } = view.state
  const selection = TextSelection.between(doc.resolve(anchor.pos), doc.resolve(head.pos))
  view.dispatch(view.state.tr.setSelection(selection))
}

/** Shows another text, touching only what differs so that the caret stays where it is. */
export function replaceContent({ schema, view }: Editor, html: string) {
  const target = createDocument(html, schema)
  const { doc, tr } = view.state
  const start = doc.content.findDiffStart(target.content)
  if (start === null) return
  // There is a last difference where there is a first.
  let { a, b } = doc.content.findDiffEnd(target.content)!
  const overlap = start - Math.min(a, b)
  if (overlap > 0) {
    a += overlap
    b += overlap
  }
  tr.replace(start, a, target.slice(start, b))
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(view.state.selection.head))))
  // Neither typed by anybody nor to be taken back by them.
  view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}
