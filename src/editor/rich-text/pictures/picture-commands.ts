/** The commands of pictures: where one is put into a text, and what is changed of the selected one. */
import type { Attrs } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { insertPoint } from 'prosemirror-transform'
import { schema } from '../schema/schema.ts'

const { image, paragraph } = schema.nodes

/** Returns where a picture is put for a position: after its block, or in place before an empty line. */
function placeFor({ doc }: EditorState, pos: number) {
  const $pos = doc.resolve(pos)
  const { parent } = $pos
  if (!parent.isTextblock) return insertPoint(doc, pos, image) ?? doc.content.size
  const index = $pos.index(-1)
  const isBefore = parent.content.size === 0 && $pos.node(-1).canReplaceWith(index, index, image)
  return isBefore ? $pos.before() : $pos.after()
}

/** Returns a transaction that inserts pictures for a position, in their order. */
export function insertPictures(state: EditorState, pos: number, pictures: readonly Attrs[]) {
  const { tr } = state
  let at = placeFor(state, pos)
  for (const attributes of pictures) at = insertAt(tr, at, attributes) + 1
  return pictures.length > 0 && isLineEnd(state, pos) ? continueBelow(tr, at) : tr
}

/** True for the caret at the end of a line with words, after which one goes on below a picture. */
function isLineEnd({ selection }: EditorState, pos: number) {
  const { $to, empty } = selection
  return empty && $to.pos === pos && $to.parentOffset > 0 && $to.pos === $to.end()
}

/** Puts the caret into the empty line after a picture, which is added where there is none. */
function continueBelow(tr: Transaction, after: number) {
  const next = tr.doc.resolve(after).nodeAfter
  if (!next || next.type !== paragraph || next.content.size > 0)
    tr.insert(after, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView()
}

/** Inserts a picture, with a line after it to go on in. */
function insertAt(tr: Transaction, pos: number, attributes: Attrs) {
  const at = insertPoint(tr.doc, pos, image) ?? tr.doc.content.size
  tr.insert(at, image.create(attributes))
  if (!tr.doc.resolve(at + 1).nodeAfter) tr.insert(at + 1, paragraph.create())
  return at
}

/** Returns a transaction that inserts a picture at the caret, and selects it, so that its description can be written. */
export function insertPicture(state: EditorState, attributes: Attrs) {
  const { tr } = state
  const at = insertAt(tr, placeFor(state, state.selection.head), attributes)
  return tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView()
}

/** Returns the selected picture, or null. */
export const pictureIn = ({ selection }: EditorState) =>
  selection instanceof NodeSelection && selection.node.type === image ? selection : null

/** Describes the selected picture; null for one that is not described. */
export const describePicture =
  (alt: string | null): Command =>
  (state, dispatch) => {
    const selected = pictureIn(state)
    if (selected) dispatch?.(state.tr.setNodeAttribute(selected.from, 'alt', alt))
    return selected !== null
  }
