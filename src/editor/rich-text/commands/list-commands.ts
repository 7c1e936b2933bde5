/** The commands that make lists, and those of the keys that edit their items. */
import { chainCommands, joinTextblockBackward, joinTextblockForward } from 'prosemirror-commands'
import { Fragment, type NodeType, type ResolvedPos } from 'prosemirror-model'
import { liftListItem, wrapRangeInList } from 'prosemirror-schema-list'
import {
  AllSelection,
  type Command,
  type EditorState,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { canJoin } from 'prosemirror-transform'
import { clearBlocks, textSelectionOf } from './block-commands.ts'
import { caretOf, isAtEnd } from './caret.ts'
import { schema } from '../schema/schema.ts'

const { listItem, bulletList, orderedList } = schema.nodes

const isList = (type: NodeType | undefined) => type === bulletList || type === orderedList

/** Returns the depth of the innermost list around a position, or null. */
function listDepth($pos: ResolvedPos) {
  for (let { depth } = $pos; depth > 0; depth -= 1) if (isList($pos.node(depth).type)) return depth
  return null
}

/** Joins the list around the selection with those of the same kind before and after it. */
function joinLists(tr: Transaction) {
  const { $from } = tr.selection
  const depth = listDepth($from)
  if (depth === null) return tr
  const list = $from.node(depth)
  for (const pos of [$from.after(depth), $from.before(depth)]) {
    const { nodeBefore, nodeAfter } = tr.doc.resolve(pos)
    const other = nodeBefore === list ? nodeAfter : nodeBefore
    const isSame = other?.type === list.type && other.attrs['type'] === list.attrs['type']
    if (isSame && canJoin(tr.doc, pos)) tr.join(pos)
  }
  return tr
}

/** Makes a list of the selected blocks, out of what cannot be in one. */
function wrapInList(tr: Transaction, type: NodeType) {
  const wrap = () => {
    const range = tr.selection.$from.blockRange(tr.selection.$to)
    return range !== null && wrapRangeInList(tr, range, type)
  }
  if (wrap()) return true
  clearBlocks(tr)
  return wrap()
}

/** Makes a list of the selected blocks, changes the type of the list around them, or takes them out of it. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (tr.selection instanceof AllSelection) tr.setSelection(textSelectionOf(tr.selection))
    const { $from, $to } = tr.selection
    const range = $from.blockRange($to, (node) => isList(node.type))
    if (!range || $from.depth - range.depth > 2) {
      if (!wrapInList(tr, type)) return false
    } else if (range.parent.type === type) return liftListItem(listItem)(state.apply(tr), dispatch)
    else tr.setNodeMarkup($from.before(range.depth), type)
    dispatch?.(joinLists(tr))
    return true
  }

/** Returns the caret where it is at the start of a text, or null. */
const caretAtStart = (state: EditorState) => {
  const $caret = caretOf(state)
  return $caret?.parentOffset === 0 ? $caret : null
}

/** Returns the block before the one that a position is in. */
const blockBefore = ($pos: ResolvedPos) => $pos.doc.resolve($pos.before()).nodeBefore

/** Lifts the item that the caret is at the start of. */
const liftAtStart: Command = (state, dispatch) => {
  const $caret = caretAtStart(state)
  if (!$caret || $caret.node(-1).type !== listItem || $caret.index(-1) !== 0) return false
  return liftListItem(listItem)(state, dispatch)
}

/** Joins the paragraph that the caret is at the start of with the last item of the list before it. */
const joinWithList: Command = (state, dispatch, view) => {
  const $caret = caretAtStart(state)
  if (!$caret || !isList(blockBefore($caret)?.type)) return false
  return $caret.node(-1).type !== listItem && joinTextblockBackward(state, dispatch, view)
}

export const backspaceInList = chainCommands(liftAtStart, joinWithList)

/** Returns the caret where it is at the end of a text in an item, or null. */
const caretAtEndOfItem = (state: EditorState) => {
  const $caret = caretOf(state)
  return $caret && isAtEnd($caret) && $caret.node(-1).type === listItem ? $caret : null
}

/** Lifts the items of the list inside the caret's item if they have lists themselves, because those could not be joined. */
const liftNestedItems: Command = (state, dispatch) => {
  const $caret = caretAtEndOfItem(state)
  const after = $caret?.after()
  const inner = after === undefined ? null : state.doc.nodeAt(after)
  if (!$caret || after === undefined || !inner || !isList(inner.type)) return false
  if (!inner.children.some(({ childCount }) => childCount > 1)) return false
  const tr = state.tr.delete(after, after + inner.nodeSize)
  tr.insert(tr.mapping.map($caret.after(-1)), inner.content)
  dispatch?.(tr.setSelection(state.selection.map(tr.doc, tr.mapping)))
  return true
}

/** Joins the text at the end of which the caret is in an item with the one after it. */
const joinWithNext: Command = (state, dispatch, view) =>
  caretAtEndOfItem(state) !== null && joinTextblockForward(state, dispatch, view)

export const deleteInList = chainCommands(liftNestedItems, joinWithNext)

/** Moves the block that the caret is at the start of into the last item of the list before it. */
export const moveIntoList: Command = (state, dispatch) => {
  const $caret = caretAtStart(state)
  const list = $caret && blockBefore($caret)
  if (!$caret || !list || !isList(list.type)) return false
  const block = Fragment.from($caret.parent)
  const { lastChild } = list
  if (!lastChild?.canReplace(lastChild.childCount, lastChild.childCount, block)) return false
  const end = $caret.before() - 2
  const tr = state.tr.delete($caret.before(), $caret.after()).insert(end, block)
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  return true
}
