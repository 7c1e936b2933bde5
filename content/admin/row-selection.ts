/** The selection of rows in a list of the admin area. */
import type { Iri } from '../model/iri.ts'
import type { BulkAction, BulkRequest } from './bulk-change.ts'
import type { ResourceListPage } from './resource-lists.ts'

export interface RowSelection {
  selected: readonly Iri[]
  /** The row from which a range is selected; null before one was selected or not. */
  anchor: Iri | null
}

export const noSelection: RowSelection = { selected: [], anchor: null }

/** A row that is selected, or not any more. */
export interface SelectedRow {
  iri: Iri
  /** The row from which the range begins that this one ends, where none was selected before; null for this row alone. */
  rangeFrom: Iri | null
}

/** Returns the resources of a list that can be changed together with others, in its order. */
export const selectableIn = ({ members, own, actions = [] }: ResourceListPage): Iri[] =>
  actions.length === 0 ? [] : members.flatMap(({ '@id': iri }) => (iri === own ? [] : [iri]))

/** Selects a row, or takes it out of the selection; or selects all rows between two. */
export const selectRow = (
  list: ResourceListPage,
  { selected, anchor }: RowSelection,
  { iri, rangeFrom }: SelectedRow,
): RowSelection => {
  const rows = selectableIn(list)
  if (!rows.includes(iri)) return { selected, anchor }
  if (rangeFrom === null)
    return {
      selected: selected.includes(iri)
        ? selected.filter((other) => other !== iri)
        : [...selected, iri],
      anchor: iri,
    }
  const start = anchor ?? rangeFrom
  const ends = [rows.indexOf(start), rows.indexOf(iri)].toSorted((one, other) => one - other)
  const range = rows.slice(Math.max(0, ends[0]!), ends[1]! + 1)
  return { selected: [...new Set([...selected, ...range])], anchor: start }
}

/** Selects all rows; none where all are selected. */
export const selectAll = (list: ResourceListPage, { selected }: RowSelection): RowSelection => {
  const rows = selectableIn(list)
  return rows.length === selected.length ? noSelection : { selected: rows, anchor: null }
}

/** Returns the part of a selection that is still listed. */
export const stillListed = (
  list: ResourceListPage,
  { selected, anchor }: RowSelection,
): RowSelection => {
  const rows = new Set(selectableIn(list))
  return {
    selected: selected.filter((iri) => rows.has(iri)),
    anchor: anchor !== null && rows.has(anchor) ? anchor : null,
  }
}

/** Returns the change of the selected rows, in the versions that are listed. */
export const requestFor = (
  { members }: ResourceListPage,
  { selected }: RowSelection,
  action: BulkAction,
): BulkRequest => ({
  action,
  members: members.flatMap(({ '@id': iri, _metadata: { etag } }) =>
    selected.includes(iri) ? [{ iri, ...(etag !== undefined && { etag }) }] : [],
  ),
})
