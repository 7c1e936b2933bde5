/** The blocks that are offered after a slash. */
import type { Command, EditorState } from 'prosemirror-state'
import { insertDivider } from '../commands/block-commands.ts'
import { caretOf, isAtEnd } from '../commands/caret.ts'
import { formatCommands } from '../commands/format-commands.ts'
import { insertTable } from '../commands/table-commands.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { type FormatLabel, formats } from '../schema/formats.ts'

interface Block {
  label: string
  symbol: string
  /** Null for what is filled in or chosen first. */
  command: Command | null
}

/** Opens the form of what is filled in or chosen before it is inserted. */
export type OpenForm = (label: string) => void

const inlineFormats: readonly FormatLabel[] = ['Bold', 'Italic']

export const blocks: readonly Block[] = [
  ...formats
    .filter(({ label }) => !inlineFormats.includes(label))
    .map(({ label, symbol }) => ({ label, symbol, command: formatCommands[label].toggle })),
  { label: 'Link', symbol: '↗', command: null },
  { label: 'Image', symbol: '▣', command: null },
  { label: 'Table', symbol: '▦', command: insertTable },
  { label: 'Divider', symbol: '―', command: insertDivider },
]

/** A slash and the beginning of a name. Anything else is the text of a line. */
const slashQuery = /^\/([\p{L} ]*)$/u
/** The maximum length of a slash and the beginning of a name. */
const maxLength = 21

/** Returns the text after the slash that the line with the caret begins with; null for any other line. */
export const slashQueryOf = (state: EditorState): string | null => {
  const $caret = caretOf(state)
  if (!$caret || !isAtEnd($caret) || $caret.parent.type.spec.code) return null
  // Most keys are pressed in a longer line, whose text is not read.
  if ($caret.parent.content.size > maxLength) return null
  return slashQuery.exec($caret.parent.textContent)?.[1] ?? null
}

/** Makes the line with the caret a block, or opens its form, in place of the slash and the name. */
export const insertBlock = ({ view }: TextEditor, label: string, openForm: OpenForm) => {
  const block = blocks.find((other) => other.label === label)
  const { $head } = view.state.selection
  if (!block) return
  view.dispatch(view.state.tr.delete($head.start(), $head.end()))
  if (!block.command) return openForm(label)
  block.command(view.state, view.dispatch, view)
  view.focus()
}
