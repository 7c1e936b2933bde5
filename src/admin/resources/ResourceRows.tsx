import { maxRenderedRows, resourceLists } from '#content/admin/resource-lists.ts'
import type { Iri } from '#content/model/iri.ts'
import { rowTypeaheadMachine } from '#machines/admin/row-typeahead.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { classNames } from '#src/ui/class-names.ts'
import screenStyles from '../AdminScreen.module.css'
import type { ListPage } from '../hooks/use-list-page.ts'
import { focusRowIn } from './focus-row.ts'
import { ResourceRow } from './ResourceRow.tsx'
import { type VirtualRow, VirtualRows } from './VirtualRows.tsx'
import styles from './ResourceList.module.css'

type Row = NonNullable<ListPage['rows']>[number]

/** Shows the rows on a page of a list; of very many, only those that are near what is shown. */
export function ResourceRows({ listPage }: { listPage: ListPage }) {
  const rowTypeaheadRef = useViewActor('rowTypeahead', rowTypeaheadMachine, undefined)
  const { actions, isBusy, shown } = listPage
  const rows = listPage.rows ?? []
  // The focus moves between the names that are links.
  const linked = rows.filter(({ itemHref }) => itemHref !== null)
  const className = classNames(screenStyles.rows, actions.length > 0 && styles.withSelection)
  const rowOf = (row: Row, focusRow: (iri: Iri) => void, frame: VirtualRow | null = null) => (
    <ResourceRow
      key={row.iri}
      row={row}
      rows={linked}
      frame={frame}
      rowTypeaheadRef={rowTypeaheadRef}
      selection={rowSelectionOf(listPage, row.iri)}
      itemHref={listPage.itemHref(row)}
      disabledReason={isBusy ? 'Loading…' : null}
      onFocusRow={focusRow}
      onDelete={() => listPage.requestDeletion(row.iri)}
    />
  )
  if (rows.length <= maxRenderedRows)
    return <ul className={className}>{rows.map((row) => rowOf(row, focusRowIn(document)))}</ul>
  const [, label] = resourceLists[shown.name].nouns
  return <VirtualRows label={label} rows={rows} className={className} rowOf={rowOf} />
}

/** Returns what a row needs to be selected; null where it cannot be. */
const rowSelectionOf = (
  { selected, selectable, bulkFailure, selectRow, clearSelection }: ListPage,
  iri: Iri,
) =>
  selectable.includes(iri)
    ? {
        isSelected: selected.includes(iri),
        isConflicting: bulkFailure?.violations.some((violation) => violation.iri === iri) ?? false,
        onSelect: selectRow,
        onClear: clearSelection,
      }
    : null
