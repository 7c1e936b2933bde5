/** Mounts the editor of a text on its element, and updates its content. */
import type { Node as DocumentNode } from 'prosemirror-model'
import { Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Html } from '#content/model/field.ts'
import { isFileAddress } from '#content/pictures/unsent-files.ts'
import type { PressedPoints } from '#machines/editing/page-input.ts'
import { type AddPictures, type TextEditor, createTextEditor } from './create-text-editor.ts'
import {
  documentParser,
  isEmptyDocument,
  parseHtml,
  parseTypedHtml,
  serializeHtml,
} from './schema/html.ts'

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
  onFiles: AddPictures
}

/** Returns the HTML of a document, or null when it is empty. The schema has allowed elements only. */
export const htmlOfDocument = (doc: DocumentNode) =>
  isEmptyDocument(doc) ? null : (serializeHtml(doc) as Html)

/**
 * Mounts an editor on an element in place of its content, with the caret where it was, or where the element was pressed.
 * Text that the browser has written there already is taken over as a change, which can be undone. The caller unmounts it.
 */
export function mountEditor(options: MountOptions) {
  const { element, html, isTyped, press, attributes, onChange, ...listeners } = options
  const edited = element.isContentEditable ? parseEdited(element) : null
  // Reusing the element keeps its position, its styles and its focus.
  element.textContent = ''
  const editor = createTextEditor(element, {
    doc: parseHtml(html),
    attributes,
    onChange: (doc) => onChange(htmlOfDocument(doc)),
    ...listeners,
  })
  if (edited) applyEdited(editor.view, edited, isTyped)
  else focusEditor(editor.view, element, press)
  return editor
}

/** Returns the document in an element that the browser has edited, and where its selection is in it. */
function parseEdited(element: HTMLElement) {
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
  const doc = documentParser.parse(element, {
    // A space at the end of a line has just been typed.
    preserveWhitespace: true,
    findPositions: positions,
  })
  return { doc, positions: positions.map(({ pos }) => pos ?? doc.content.size) }
}

/** Continues where the browser has left off: with what was typed, and with its selection. */
function applyEdited(
  view: EditorView,
  { doc, positions }: ReturnType<typeof parseEdited>,
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

/**
 * Focuses an editor that was mounted by a press, with the caret where the pointer was pressed, or by focusing its
 * element. A text that is selected otherwise is not focused, so that nothing is typed into it by accident.
 */
function focusEditor(view: EditorView, element: HTMLElement, press: PressedPoints | null) {
  if (!press && document.activeElement !== element) return
  element.focus({ preventScroll: true })
  if (press) selectBetweenPoints(view, press)
  view.focus()
}

/** Places the caret where the pointer was pressed, or selects from there to where it was released. */
function selectBetweenPoints(view: EditorView, { from, to }: PressedPoints) {
  const anchor = view.posAtCoords({ left: from.x, top: from.y })
  const head = view.posAtCoords({ left: to.x, top: to.y })
  if (!anchor || !head) return
  const { doc } = view.state
  const selection = TextSelection.between(doc.resolve(anchor.pos), doc.resolve(head.pos))
  view.dispatch(view.state.tr.setSelection(selection))
}

/**
 * Replaces the content, touching only the part that differs so that the caret stays where it is. After an undo or redo it is
 * at that part.
 */
export function replaceContent({ view }: TextEditor, html: string, isUndoOrRedo: boolean) {
  const { tr } = view.state
  const target = parseTypedHtml(html)
  updatePictures(tr, target)
  const end = replaceDifference(tr, target)
  if (end !== null && isUndoOrRedo && view.hasFocus())
    tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView()
  else if (end !== null)
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(view.state.selection.head))))
  // A remote change is not made by the user: it is not reported as one, and cannot be undone.
  if (tr.docChanged) view.dispatch(tr.setMeta('isRemote', true).setMeta('addToHistory', false))
}

/** Gives pictures of the disk the addresses of their files in the library. They stay selected, and undo still removes them. */
function updatePictures(tr: Transaction, target: DocumentNode) {
  tr.doc.descendants((node, pos) => {
    const saved =
      isFileAddress(node.attrs['src']) && pos < target.content.size && target.nodeAt(pos)
    if (saved && saved.type === node.type)
      for (const [name, value] of Object.entries(saved.attrs)) tr.setNodeAttribute(pos, name, value)
  })
}

/**
 * Replaces the part of a document that differs from another one. Returns the end of that part, or null when they are the same.
 */
function replaceDifference(tr: Transaction, target: DocumentNode) {
  const start = tr.doc.content.findDiffStart(target.content)
  if (start === null) return null
  // `findDiffEnd` is not null here: there is a last difference where there is a first.
  let { a, b } = tr.doc.content.findDiffEnd(target.content)!
  const overlap = start - Math.min(a, b)
  if (overlap > 0) {
    a += overlap
    b += overlap
  }
  tr.replace(start, a, target.slice(start, b))
  return b
}

/** Destroys an editor, and removes the attributes and classes that it leaves on its element. */
export function unmountEditor({ view }: TextEditor, element: HTMLElement) {
  view.destroy()
  element.removeAttribute('contenteditable')
  element.removeAttribute('translate')
  element.classList.remove(
    ...[...element.classList].filter((name) => name.startsWith('ProseMirror')),
  )
}
