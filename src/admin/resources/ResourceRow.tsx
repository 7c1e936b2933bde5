import type { KeyboardEvent } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ResourceRow as Row } from '#content/admin/resource-rows.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { moveFocus } from '#src/views/media/move-focus.ts'
import styles from './ResourceList.module.css'

interface ResourceRowProps {
  row: Row
  /** The path of the screen of the item, which leads back to the list; null where there is none. */
  itemHref: string | null
  /** True while nothing can be deleted. */
  isUnavailable: boolean
  /** Null where the row cannot be selected. */
  selection: RowSelection | null
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
 * Shows one resource of a list. The arrow keys move between the names, and with Shift select them; Space selects one, and Escape none.
 */
export const ResourceRow = ({
  row,
  itemHref,
  isUnavailable,
  selection,
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
    <RowName row={row} itemHref={itemHref} selection={selection} />
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
    <RowActions row={row} isUnavailable={isUnavailable} onDelete={onDelete} />
  </li>
)

const RowName = ({
  row,
  itemHref,
  selection,
}: Pick<ResourceRowProps, 'row' | 'itemHref' | 'selection'>) => (
  <p className={styles.name}>
    {itemHref === null ? (
      row.name
    ) : (
      <a
        href={itemHref}
        data-row={row.iri}
        onKeyDown={(event) => moveBetweenRows(event, row.iri, selection)}
      >
        {row.name}
      </a>
    )}
  </p>
)

const RowActions = ({
  row,
  isUnavailable,
  onDelete,
}: Pick<ResourceRowProps, 'row' | 'isUnavailable' | 'onDelete'>) => (
  <span className={styles.actions}>
    {row.pageHref === null ? null : (
      <a href={row.pageHref} aria-label={`Open the page ${row.name}`}>
        Open page
      </a>
    )}
    {row.isOrphan ? (
      <Button variant="danger" unavailable={isUnavailable} onClick={onDelete}>
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
  iri: Iri,
  selection: RowSelection | null,
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
  } else moveFocus(event, rows)
}

const neighborOf = (row: HTMLElement, step: 1 | -1) => {
  const all = [...row.closest('ul')!.querySelectorAll<HTMLElement>(rows)]
  return all[all.indexOf(row) + step]
}
