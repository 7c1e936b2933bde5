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
  /** The command that inserts it, or the form in which it is filled in or chosen first. */
  insert: Command | Form
}

type Form = 'link' | 'picture'

/** Opens the form of what is filled in or chosen before it is inserted. */
export type OpenForm = (form: Form) => void

const inlineFormats: readonly FormatLabel[] = ['Bold', 'Italic']

export const blocks: readonly Block[] = [
  ...formats
    .filter(({ label }) => !inlineFormats.includes(label))
    .map(({ label, symbol }) => ({ label, symbol, insert: formatCommands[label].toggle })),
  { label: 'Link', symbol: '↗', insert: 'link' },
  { label: 'Image', symbol: '▣', insert: 'picture' },
  { label: 'Table', symbol: '▦', insert: insertTable },
  { label: 'Divider', symbol: '―', insert: insertDivider },
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
  const { insert } = block
  if (typeof insert === 'string') return openForm(insert)
  insert(view.state, view.dispatch, view)
  view.focus()
}
