/** The tables of a text, whose cells may span several rows and columns, and the commands that edit them. */
import { type Editor, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables'

/** Returns an attribute with the number of rows or columns that a cell spans. */
const span = (name: string) => ({
  default: 1,
  parseHTML: (cellEl: HTMLElement) => Math.max(1, Number(cellEl.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
})

/** The role of each node for the commands for tables. */
const tableRoles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

const createCell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const tableNode = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  // Called for each node of the schema.
  extendNodeSchema: ({ name }) => ({ tableRole: tableRoles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    const move = (direction: 1 | -1) => () => run(this.editor, goToNextCell(direction))
    // In the last cell Tab leads out of the table, so that the keyboard is not caught in it.
    return { Tab: move(1), 'Shift-Tab': move(-1) }
  },
  addProseMirrorPlugins: () => [tableEditing()],
})

export const table = [
  tableNode,
  row,
  createCell('tableHeader', 'th'),
  createCell('tableCell', 'td'),
]

type Command = typeof addRowAfter

const run = ({ view }: Editor, command: Command) => command(view.state, view.dispatch)

export const isInTable = (editor: Editor) => editor.isActive('table')

/** Inserts a table of three columns with a row of headings, and puts the caret into its first cell. */
export function insertTable({ view }: Editor) {
  const { schema, tr } = view.state
  const cellsOf = (name: string) =>
    Array.from({ length: 3 }, () => schema.nodes[name]!.createAndFill()!)
  const rowOf = (name: string) => schema.nodes['tableRow']!.create(null, cellsOf(name))
  const rows = [rowOf('tableHeader'), rowOf('tableCell'), rowOf('tableCell')]
  const start = tr.selection.from
  tr.replaceSelectionWith(schema.nodes['table']!.create(null, rows))
  tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView()
  view.dispatch(tr)
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

export const runTableAction = (editor: Editor, command: Command) => {
  run(editor, command)
  editor.view.focus()
}
