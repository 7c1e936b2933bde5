/** The keys of rich texts, and their commands. */
import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  joinTextblockBackward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import type { Keys } from '../../shortcuts.ts'
import { setParagraph, toggleBlock } from './block-commands.ts'
import { caretOf, isAtEnd } from './caret.ts'
import { backspaceInCode, exitCodeByEnter, exitCodeDown, exitCodeUp } from './code-commands.ts'
import { formatCommands, toggleMark } from './format-commands.ts'
import { formats } from '../schema/formats.ts'
import { backspaceInList, deleteInList, moveIntoList } from './list-commands.ts'
import { headingLevels, schema } from '../schema/schema.ts'

const { blockquote, hardBreak, heading, listItem } = schema.nodes
const { code, strike, underline, link } = schema.marks

/** Returns a command that keeps the marks of the text for what is typed next, except its link. */
const keepingMarks =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const { $from, $to } = state.selection
    const marks = state.storedMarks ?? ($to.parentOffset ? $from.marks() : [])
    return command(
      state,
      dispatch && ((tr) => dispatch(tr.ensureMarks(marks.filter(({ type }) => type !== link)))),
      view,
    )
  }

const insertBreak: Command = ({ tr }, dispatch) => {
  dispatch?.(tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
}

/** Leads out of a quote, or joins what follows it with its last text. */
const backspaceAtQuote: Command = (state, dispatch, view) => {
  const $caret = caretOf(state)
  if (!$caret || $caret.parentOffset > 0 || $caret.index(-1) === 0) return false
  if ($caret.node(-1).type === blockquote) return lift(state, dispatch)
  const before = state.doc.resolve($caret.before()).nodeBefore
  if (before?.type !== blockquote || !before.lastChild?.isTextblock) return false
  return joinTextblockBackward(state, dispatch, view)
}

/** Makes a paragraph of an empty heading that a text or cell begins with. */
const clearEmptyHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isFirst = $from.depth > 0 && $from.index(-1) === 0
  if (!empty || !isFirst || $from.parent.type !== heading || $from.parent.content.size > 0)
    return false
  return setParagraph(state, dispatch)
}

/** Ends code at the end of a text, by a space without that format. */
const exitCodeMark: Command = (state, dispatch) => {
  const $caret = caretOf(state)
  if (!$caret || !isAtEnd($caret)) return false
  if (!code.isInSet(state.storedMarks ?? $caret.marks())) return false
  dispatch?.(state.tr.removeStoredMark(code).insertText(' ', $caret.pos).scrollIntoView())
  return true
}

const backspace = chainCommands(
  undoInputRule,
  backspaceInList,
  backspaceInCode,
  backspaceAtQuote,
  clearEmptyHeading,
  baseKeymap['Backspace']!,
)
const deleteForward = chainCommands(deleteInList, baseKeymap['Delete']!)
const breakLine = chainCommands(exitCode, keepingMarks(insertBreak))
const enter = chainCommands(
  exitCodeByEnter,
  keepingMarks(splitListItem(listItem)),
  newlineInCode,
  createParagraphNear,
  liftEmptyBlock,
  keepingMarks(splitBlock),
)

/** Our commands by those of ProseMirror in whose place they are. */
const replacements = new Map([
  [baseKeymap['Enter'], enter],
  [baseKeymap['Mod-Enter'], breakLine],
  [baseKeymap['Backspace'], backspace],
  [baseKeymap['Delete'], deleteForward],
])

/** The keys of ProseMirror, which has more than one for most commands, and more still on a Mac. */
const baseKeys = Object.fromEntries(
  Object.entries(baseKeymap).map(([keys, command]) => [keys, replacements.get(command) ?? command]),
)

/** Returns keys as ProseMirror's keymap writes them: `Mod+Shift+B` is `Mod-Shift-b`. */
const keymapName = (keys: Keys) =>
  keys.replaceAll('+', '-').replace(/.$/, (key) => key.toLowerCase())

const formatKeys = Object.fromEntries(
  formats.flatMap(({ keys, label }) =>
    keys.map((each) => [keymapName(each), formatCommands[label].toggle]),
  ),
)
const headingKeys = Object.fromEntries(
  headingLevels.map((level) => [`Mod-Alt-${level}`, toggleBlock(heading, { level })]),
)

export const keyPlugin = keymap({
  ...baseKeys,
  ...headingKeys,
  ...formatKeys,
  'Mod-Alt-0': setParagraph,
  'Mod-u': toggleMark(underline),
  'Mod-e': toggleMark(code),
  'Mod-Shift-s': toggleMark(strike),
  'Shift-Enter': breakLine,
  ArrowUp: exitCodeUp,
  ArrowDown: exitCodeDown,
  ArrowRight: exitCodeMark,
  // In the last cell Tab leads out of the table, so that the keyboard is not caught in it.
  Tab: chainCommands(goToNextCell(1), sinkListItem(listItem), moveIntoList),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(listItem)),
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  // On Russian keyboards.
  'Mod-я': undo,
  'Shift-Mod-я': redo,
})
