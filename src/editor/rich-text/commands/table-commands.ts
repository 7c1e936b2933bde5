/** The commands that insert and edit tables. */
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderRow,
} from 'prosemirror-tables'
import { isBlockActive } from './block-commands.ts'
import { schema } from '../schema/schema.ts'

const { table, tableRow, tableHeader, tableCell } = schema.nodes

export const isInTable = (state: EditorState) => isBlockActive(state, table)

/** Inserts a table of three columns with a row of headings, and puts the caret into its first cell. */
export const insertTable: Command = ({ tr }, dispatch) => {
  const rows = [tableHeader, tableCell, tableCell].map((type) =>
    tableRow.create(
      null,
      Array.from({ length: 3 }, () => type.createAndFill()!),
    ),
  )
  const start = tr.selection.from
  tr.replaceSelectionWith(table.create(null, rows))
  tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView()
  dispatch?.(tr)
  return true
}

/** The actions on the table that the caret is in. */
export const tableActions: readonly { label: string; symbol: string; command: Command }[] = [
  { label: 'Add row', symbol: '+ Row', command: addRowAfter },
  { label: 'Add column', symbol: '+ Col', command: addColumnAfter },
  { label: 'Delete row', symbol: '− Row', command: deleteRow },
  { label: 'Delete column', symbol: '− Col', command: deleteColumn },
  { label: 'Header row', symbol: 'Header', command: toggleHeaderRow },
  { label: 'Delete table', symbol: '− Table', command: deleteTable },
]
