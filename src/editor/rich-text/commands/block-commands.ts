/** The commands that change the blocks of the selected text. */
import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { Attrs, NodeType } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { liftTarget } from 'prosemirror-transform'
import { schema } from '../schema/schema.ts'

const { paragraph, horizontalRule } = schema.nodes

const hasAttributes = (attrs: Attrs, expected: Attrs) =>
  Object.entries(expected).every(([name, value]) => attrs[name] === value)

/** True if the caret, or all that is selected, is in blocks of this type with these attributes. */
export function isBlockActive(state: EditorState, type: NodeType, attrs: Attrs = {}) {
  const { from, to, empty } = state.selection
  let matched = 0
  let isMatched = false
  state.doc.nodesBetween(from, to, (node, pos) => {
    if (node.type !== type || !hasAttributes(node.attrs, attrs)) return
    isMatched = true
    matched += Math.min(to, pos + node.nodeSize) - Math.max(from, pos)
  })
  return empty ? isMatched : isMatched && matched >= to - from
}

/** Lifts the block around a position out of all others, as far as its surroundings allow. */
function liftOut(tr: Transaction, pos: number) {
  for (;;) {
    const range = tr.doc.resolve(pos).blockRange()
    const depth = range && liftTarget(range)
    if (!range || depth === null) return
    const steps = tr.mapping.maps.length
    tr.lift(range, depth)
    pos = tr.mapping.slice(steps).map(pos)
  }
}

/** Makes paragraphs of the selected blocks, out of lists and quotes. */
export function clearBlocks(tr: Transaction) {
  const { from, to } = tr.selection
  const positions: number[] = []
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock) positions.push(pos + 1)
  })
  const steps = tr.mapping.maps.length
  for (const pos of positions) liftOut(tr, tr.mapping.slice(steps).map(pos))
  const mapping = tr.mapping.slice(steps)
  return tr.setBlockType(mapping.map(from), mapping.map(to), paragraph)
}

/** Makes blocks of a type of the selected ones, out of what cannot contain it. */
const setBlock =
  (type: NodeType, attrs: Attrs | null): Command =>
  (state, dispatch) => {
    if (setBlockType(type, attrs)(state, dispatch)) return true
    const tr = clearBlocks(state.tr)
    tr.setBlockType(tr.selection.from, tr.selection.to, type, attrs)
    dispatch?.(tr)
    return tr.docChanged
  }

/** Makes paragraphs of the selected blocks. */
export const setParagraph: Command = setBlock(paragraph, null)

/** Makes blocks of a type of the selected ones, or paragraphs where they all are. */
export const toggleBlock =
  (type: NodeType, attrs: Attrs = {}): Command =>
  (state, dispatch) =>
    (isBlockActive(state, type, attrs) ? setParagraph : setBlock(type, attrs))(state, dispatch)

/** Wraps the selected blocks, or lifts them out where they are wrapped. */
export const toggleWrap =
  (type: NodeType): Command =>
  (state, dispatch) =>
    (isBlockActive(state, type) ? lift : wrapIn(type))(state, dispatch)

/** Inserts a divider in place of the selected text, and puts the caret after it. */
export const insertDivider: Command = ({ tr }, dispatch) => {
  tr.replaceSelectionWith(horizontalRule.create())
  let end = tr.selection.to
  tr.mapping.maps.at(-1)?.forEach((_from, _to, _newFrom, newTo) => (end = newTo))
  const $end = tr.doc.resolve(end)
  if (!$end.parent.isTextblock && !$end.nodeAfter) tr.insert(end, paragraph.create())
  const selection = Selection.findFrom(tr.doc.resolve(end), 1)
  if (selection) tr.setSelection(selection)
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Returns a text selection from the first to the last text of a selection, such as one of the whole document. */
export const textSelectionOf = ({ $from, $to }: Selection) => TextSelection.between($from, $to)
