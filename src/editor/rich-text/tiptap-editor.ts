/** Functions that mount a Tiptap editor and update its content and selection. */
import { Editor, createDocument } from '@tiptap/core'
import { DOMParser, type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Html } from '#content/model/field.ts'
import type { PressedPoints } from '#machines/editing/page-input.ts'
import { scrollToCaret } from '../dom/scroll-into-view.ts'
import { cleanPastedHtml } from './pasted-html.ts'
import { extensions } from './tiptap-extensions.ts'

interface MountOptions {
  element: HTMLElement
  /** The HTML from before something was typed. */
  html: string
  /** True if something was typed into the element, which the browser has edited by itself. */
  isTyped: boolean
  /** The points between which the element was pressed, or null. */
  press: PressedPoints | null
  attributes: Record<string, string>
  onChange: (html: Html | null) => void
  onBlur: () => void
}

/**
 * Mounts a Tiptap editor on an element in place of its content, with the caret where it was, or where the element was
 * pressed. What the browser has written there is taken over as a change, which can be undone. The caller destroys it.
 */
export function mountEditor({ element, html, isTyped, press, ...options }: MountOptions) {
  const { attributes, onChange, onBlur } = options
  const editor = new Editor({
    element: null,
    // The rules are in our own style sheet; an injected <style> would need an exception in the content security policy.
    injectCSS: false,
    extensions,
    content: html,
    editorProps: { attributes, handleScrollToSelection, transformPastedHTML: cleanPastedHtml },
    onUpdate: ({ editor: updated }) => onChange(htmlOf(updated)),
    onBlur,
  })
  const edited = element.isContentEditable ? readEdited(element, editor.schema) : null
  // Reusing the element keeps its position, its styles and its focus.
  element.textContent = ''
  editor.mount({ mount: element })
  if (edited) applyEdited(editor, edited, isTyped)
  else focusEditor(editor, element, press)
  return editor
}

/** Returns the document in an element that the browser has edited, and where its selection is in it. */
function readEdited(element: HTMLElement, schema: Schema) {
  // A break at the end of a line only gives an empty line its height.
  for (const breakEl of element.querySelectorAll('br:last-child'))
    if (!breakEl.nextSibling) breakEl.remove()
  const selection = document.getSelection()
  const positions: { node: Node; offset: number; pos?: number }[] = []
  if (selection?.anchorNode && selection.focusNode && element.contains(selection.anchorNode)) {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    positions.push(
      { node: anchorNode, offset: anchorOffset },
      { node: focusNode, offset: focusOffset },
    )
  }
  const doc = DOMParser.fromSchema(schema).parse(element, {
    // A space at the end of a line has just been typed.
    preserveWhitespace: true,
    findPositions: positions,
  })
  return { doc, positions: positions.map(({ pos }) => pos ?? doc.content.size) }
}

/** Continues where the browser has left off: with what was typed, and with its selection. */
function applyEdited(
  { view }: Editor,
  { doc, positions }: ReturnType<typeof readEdited>,
  isTyped: boolean,
) {
  const hasFocus = document.activeElement === view.dom
  const { tr } = view.state
  if (isTyped) replaceDifference(tr, doc)
  const [anchor, head] = positions.map((pos) => Math.min(pos, tr.doc.content.size))
  if (anchor !== undefined && head !== undefined)
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  view.dispatch(tr)
  if (hasFocus) view.focus()
}

/** Scrolls as for any other text: ProseMirror knows nothing of the panel. */
const handleScrollToSelection = () => {
  scrollToCaret()
  return true
}

/** Returns the editor's HTML, or null when it is empty. Its extensions produce allowed elements only. */
export const htmlOf = (editor: Editor) => (editor.isEmpty ? null : (editor.getHTML() as Html))

/**
 * Focuses an editor that was mounted by a press, with the caret where the pointer was pressed, or by focusing its
 * element. A text that is selected otherwise is not focused, so that nothing is typed into it by accident.
 */
function focusEditor(editor: Editor, element: HTMLElement, press: PressedPoints | null) {
  if (!press && document.activeElement !== element) return
  element.focus({ preventScroll: true })
  if (press) selectBetweenPoints(editor, press)
  editor.view.focus()
}

/** Places the caret where the pointer was pressed, or selects from there to where it was released. */
function selectBetweenPoints({ view }: Editor, { from, to }: PressedPoints) {
  const anchor = view.posAtCoords({ left: from.x, top: from.y })
  const head = view.posAtCoords({ left: to.x, top: to.y })
  if (!anchor || !head) return
  const { doc } = view.state
  const selection = TextSelection.between(doc.resolve(anchor.pos), doc.resolve(head.pos))
  view.dispatch(view.state.tr.setSelection(selection))
}

/** Replaces the content, touching only the part that differs so that the caret stays where it is. */
export function replaceContent({ schema, view }: Editor, html: string) {
  const { tr } = view.state
  if (!replaceDifference(tr, createDocument(html, schema))) return
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(view.state.selection.head))))
  // A remote change is no user input: no update event, nothing to undo.
  view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}

/** Replaces the part of a document that differs from another one. Returns false when they are the same. */
function replaceDifference(tr: Transaction, target: DocumentNode) {
  const start = tr.doc.content.findDiffStart(target.content)
  if (start === null) return false
  // `findDiffEnd` is not null here: there is a last difference where there is a first.
  let { a, b } = tr.doc.content.findDiffEnd(target.content)!
  const overlap = start - Math.min(a, b)
  if (overlap > 0) {
    a += overlap
    b += overlap
  }
  tr.replace(start, a, target.slice(start, b))
  return true
}

/** Destroys an editor and removes the attributes and classes that it leaves on its element. */
export function unmountEditor(editor: Editor, textEl: HTMLElement) {
  editor.destroy()
  textEl.removeAttribute('contenteditable')
  textEl.removeAttribute('translate')
  textEl.classList.remove(
    ...[...textEl.classList].filter((name) => /^(tiptap|ProseMirror)/.test(name)),
  )
}
