/** Finds the caret in a text. */
import type { ResolvedPos } from 'prosemirror-model'
import { type EditorState, TextSelection } from 'prosemirror-state'

/** Returns the caret, or null while something is selected. */
export const caretOf = ({ selection }: Pick<EditorState, 'selection'>) =>
  selection instanceof TextSelection ? selection.$cursor : null

/** True at the end of the text around a position. */
export const isAtEnd = ({ parent, parentOffset }: ResolvedPos) =>
  parentOffset === parent.content.size
