/** The nodes of tables, whose cells may span several rows and columns. */
import type { NodeSpec } from 'prosemirror-model'

/** Returns the number of rows or columns that a cell spans. */
const spanOf = (cellEl: HTMLElement, name: string) =>
  Math.max(1, Number(cellEl.getAttribute(name)) || 1)

/** Returns the attribute for a span, none for a single row or column. */
const spanOrNull = (span: unknown) => (span === 1 ? null : span)

const cell = (tag: string, tableRole: string): NodeSpec => ({
  tableRole,
  content: 'block+',
  isolating: true,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 } },
  parseDOM: [
    {
      tag,
      getAttrs: (cellEl) => ({
        colspan: spanOf(cellEl, 'colspan'),
        rowspan: spanOf(cellEl, 'rowspan'),
      }),
    },
  ],
  toDOM: ({ attrs: { colspan, rowspan } }) => [
    tag,
    { colspan: spanOrNull(colspan), rowspan: spanOrNull(rowspan) },
    0,
  ],
})

/** The role of each node is for the commands for tables. */
export const tableNodes = {
  table: {
    tableRole: 'table',
    content: 'tableRow+',
    group: 'block',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  tableRow: {
    tableRole: 'row',
    content: '(tableCell | tableHeader)+',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  tableHeader: cell('th', 'header_cell'),
  tableCell: cell('td', 'cell'),
} satisfies Record<string, NodeSpec>
