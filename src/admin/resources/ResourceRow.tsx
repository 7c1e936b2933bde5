import type { KeyboardEvent } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ResourceRow as Row } from '#content/admin/resource-rows.ts'
import { findRowByPrefix } from '#content/find-row-by-prefix.ts'
import { type RowTypeaheadRef, selectTyped } from '#machines/admin/row-typeahead.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { moveFocus } from '#src/views/media/move-focus.ts'
import styles from './ResourceList.module.css'

interface ResourceRowProps {
  row: Row
  /** The path of the screen of the item, which leads back to the list; null where there is none. */
  itemHref: string | null
  /** True while nothing can be deleted. */
  disabledReason: string | null
  /** Null where the row cannot be selected. */
  selection: RowSelection | null
  rowTypeaheadRef: RowTypeaheadRef
  onDelete: () => void
}

interface RowSelection {
  isSelected: boolean
  /** True if a change was refused because somebody else has changed this one. */
  isConflicting: boolean
  onSelect: (iri: Iri, rangeFrom: Iri | null) => void
  onClear: () => void
}

/**
 * Shows one resource of a list. The arrow keys move between the names, and with Shift select them; Space selects one, Escape none, and
 * characters move to the next name that begins with them.
 */
export const ResourceRow = ({
  row,
  itemHref,
  disabledReason,
  selection,
  rowTypeaheadRef,
  onDelete,
}: ResourceRowProps) => (
  <li
    className={classNames(
      styles.row,
      row.isDisabled && styles.disabled,
      selection?.isSelected && styles.selected,
      selection?.isConflicting && styles.conflicting,
    )}
  >
    {selection ? <RowCheckbox row={row} {...selection} /> : null}
    <RowName {...{ row, itemHref, selection, rowTypeaheadRef }} />
    <p className={styles.details}>
      {row.details.filter(Boolean).map((detail) => (
        <span key={detail}>{detail}</span>
      ))}
    </p>
    {row.badge ? (
      <span className={styles.badge} data-tone={row.badge.tone}>
        {row.badge.label}
      </span>
    ) : null}
    <RowActions row={row} disabledReason={disabledReason} onDelete={onDelete} />
  </li>
)

type NameProps = Pick<ResourceRowProps, 'row' | 'selection' | 'rowTypeaheadRef'>

const RowName = ({
  row,
  itemHref,
  selection,
  rowTypeaheadRef,
}: NameProps & Pick<ResourceRowProps, 'itemHref'>) => (
  <p className={styles.name}>
    {itemHref === null ? (
      row.name
    ) : (
      <a
        href={itemHref}
        data-row={row.iri}
        onKeyDown={(event) => moveBetweenRows(event, { row, selection, rowTypeaheadRef })}
      >
        {row.name}
      </a>
    )}
  </p>
)

const RowActions = ({
  row,
  disabledReason,
  onDelete,
}: Pick<ResourceRowProps, 'row' | 'disabledReason' | 'onDelete'>) => (
  <span className={styles.actions}>
    {row.pageHref === null ? null : (
      <a href={row.pageHref} aria-label={`Open the page ${row.name}`}>
        Open page
      </a>
    )}
    {row.isOrphan ? (
      <Button variant="danger" disabledReason={disabledReason} onClick={onDelete}>
        Delete
      </Button>
    ) : null}
  </span>
)

const RowCheckbox = ({ row, isSelected, onSelect, onClear }: RowSelection & { row: Row }) => (
  <input
    type="checkbox"
    className={styles.check}
    aria-label={`Select ${row.name}`}
    checked={isSelected}
    onKeyDown={({ key }) => key === 'Escape' && onClear()}
    onChange={({ nativeEvent }) =>
      onSelect(row.iri, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? row.iri : null)
    }
  />
)

const rows = '[data-row]'

/** Moves the focus to another row, and selects rows, by the keys of a list box. */
const moveBetweenRows = (
  event: KeyboardEvent<HTMLElement>,
  { row: { iri }, selection, rowTypeaheadRef }: NameProps,
) => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const isPlain = !ctrlKey && !metaKey && !altKey
  if (key === 'Escape') selection?.onClear()
  else if (selection && isPlain && key === ' ') {
    event.preventDefault()
    selection.onSelect(iri, shiftKey ? iri : null)
  } else if (selection && isPlain && shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const next = neighborOf(event.currentTarget, key === 'ArrowDown' ? 1 : -1)
    event.preventDefault()
    next?.focus()
    if (next) selection.onSelect(next.dataset['row']!, iri)
  } else if (isPlain && key !== ' ' && [...key].length === 1) {
    rowTypeaheadRef.send({ type: 'character.typed', character: key })
    focusMatch(event.currentTarget, selectTyped(rowTypeaheadRef.getSnapshot()))
  } else moveFocus(event, rows)
}

const rowsBeside = (row: HTMLElement) => [...row.closest('ul')!.querySelectorAll<HTMLElement>(rows)]

const focusMatch = (row: HTMLElement, typed: string) => {
  const all = rowsBeside(row)
  findRowByPrefix(all, all.indexOf(row), typed, ({ textContent }) => textContent ?? '')?.focus()
}

const neighborOf = (row: HTMLElement, step: 1 | -1) => {
  const all = rowsBeside(row)
  return all[all.indexOf(row) + step]
}
