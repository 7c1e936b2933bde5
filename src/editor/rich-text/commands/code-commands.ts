/** The commands of the keys that edit blocks of code, and lead out of them. */
import { exitCode } from 'prosemirror-commands'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { setParagraph } from './block-commands.ts'
import { caretOf, isAtEnd } from './caret.ts'
import { schema } from '../schema/schema.ts'

const { codeBlock, paragraph } = schema.nodes

/** Returns the caret where it is in a block of code, or null. */
const caretIn = (state: EditorState) => {
  const $caret = caretOf(state)
  return $caret?.parent.type === codeBlock ? $caret : null
}

/** Makes a paragraph of code that is empty, or that the text begins with. */
export const backspaceInCode: Command = (state, dispatch) => {
  const $caret = caretIn(state)
  if (!$caret || ($caret.pos !== 1 && $caret.parent.content.size > 0)) return false
  return setParagraph(state, dispatch)
}

/** Leaves code that ends with two empty lines, without them. */
export const exitCodeByEnter: Command = (state, dispatch) => {
  const $caret = caretIn(state)
  if (!$caret || !isAtEnd($caret) || !$caret.parent.textContent.endsWith('\n\n')) return false
  const tr = state.tr.delete($caret.pos - 2, $caret.pos)
  const after = tr.mapping.map($caret.after())
  tr.insert(after, paragraph.create()).setSelection(TextSelection.create(tr.doc, after + 1))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Inserts a paragraph before code that the text begins with. */
export const exitCodeUp: Command = (state, dispatch) => {
  const $caret = caretIn(state)
  if (!$caret || $caret.pos !== 1) return false
  const tr = state.tr.insert(0, paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, 1)).scrollIntoView())
  return true
}

/** Leads from the end of code to what follows, which is a new paragraph where there is nothing. */
export const exitCodeDown: Command = (state, dispatch, view) => {
  const $caret = caretIn(state)
  if (!$caret || !isAtEnd($caret)) return false
  const $after = state.doc.resolve($caret.after())
  if (!$after.nodeAfter) return exitCode(state, dispatch, view)
  dispatch?.(state.tr.setSelection(Selection.near($after)).scrollIntoView())
  return true
}
