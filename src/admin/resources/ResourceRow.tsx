import type { KeyboardEvent, ReactNode } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ResourceRow as Row } from '#content/admin/resource-rows.ts'
import { rowByKey } from '#content/admin/row-steps.ts'
import { findRowByPrefix } from '#content/find-row-by-prefix.ts'
import { type RowTypeaheadRef, selectTyped } from '#machines/admin/row-typeahead.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { VirtualRow } from './VirtualRows.tsx'
import styles from './ResourceList.module.css'

interface ResourceRowProps {
  row: Row
  /** The rows between which the focus moves. */
  rows: readonly Row[]
  /** The path of the screen of the item, which leads back to the list; null where there is none. */
  itemHref: string | null
  /** Says why nothing can be deleted now; null where it can. */
  disabledReason: string | null
  /** Null where the row cannot be selected. */
  selection: RowSelection | null
  /** The attributes of a row among many that are not in the document; null where all are. */
  frame: VirtualRow | null
  rowTypeaheadRef: RowTypeaheadRef
  onFocusRow: (iri: Iri) => void
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
export const ResourceRow = ({ row, rows, itemHref, selection, ...others }: ResourceRowProps) => {
  const { frame, disabledReason, rowTypeaheadRef, onFocusRow, onDelete } = others
  const className = classNames(
    styles.row,
    frame && styles.virtualRow,
    row.isDisabled && styles.disabled,
    selection?.isSelected && styles.selected,
    selection?.isConflicting && styles.conflicting,
  )
  const cell = frame ? { role: 'cell' } : {}
  return (
    <RowFrame className={className} frame={frame}>
      {selection ? (
        <span {...cell} className={styles.check}>
          <RowCheckbox row={row} {...selection} />
        </span>
      ) : null}
      <p {...cell} className={styles.name}>
        <RowName {...{ row, rows, itemHref, selection, rowTypeaheadRef, onFocusRow }} />
      </p>
      <p {...cell} className={styles.details}>
        {row.details.filter(Boolean).map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </p>
      {row.badge ? (
        <span {...cell} className={styles.badge} data-tone={row.badge.tone}>
          {row.badge.label}
        </span>
      ) : null}
      <span {...cell} className={styles.actions}>
        <RowActions row={row} disabledReason={disabledReason} onDelete={onDelete} />
      </span>
    </RowFrame>
  )
}

/** Renders an item of a list, or a row of a table that does not have all of them in the document. */
const RowFrame = ({
  frame,
  className,
  children,
}: Pick<ResourceRowProps, 'frame'> & { className: string | undefined; children: ReactNode }) =>
  frame ? (
    <div {...frame} className={className}>
      {children}
    </div>
  ) : (
    <li className={className}>{children}</li>
  )

type NameProps = Pick<
  ResourceRowProps,
  'row' | 'rows' | 'selection' | 'rowTypeaheadRef' | 'onFocusRow'
>

const RowName = ({ itemHref, ...props }: NameProps & Pick<ResourceRowProps, 'itemHref'>) =>
  itemHref === null ? (
    props.row.name
  ) : (
    <a
      href={itemHref}
      data-row={props.row.iri}
      onKeyDown={(event) => moveBetweenRows(event, props)}
    >
      {props.row.name}
    </a>
  )

const RowActions = ({
  row,
  disabledReason,
  onDelete,
}: Pick<ResourceRowProps, 'row' | 'disabledReason' | 'onDelete'>) => (
  <>
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
  </>
)

const RowCheckbox = ({ row, isSelected, onSelect, onClear }: RowSelection & { row: Row }) => (
  <input
    type="checkbox"
    aria-label={`Select ${row.name}`}
    checked={isSelected}
    onKeyDown={({ key }) => key === 'Escape' && onClear()}
    onChange={({ nativeEvent }) =>
      onSelect(row.iri, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? row.iri : null)
    }
  />
)

/** Moves the focus to another row, and selects rows, by the keys of a list box. */
const moveBetweenRows = (event: KeyboardEvent<HTMLElement>, props: NameProps) => {
  const { selection } = props
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (key === 'Escape') selection?.onClear()
  if (ctrlKey || metaKey || altKey) return
  if (selection && (key === ' ' || (shiftKey && /^Arrow(Up|Down)$/.test(key)))) {
    event.preventDefault()
    return selectByKey({ key, shiftKey }, props, selection)
  }
  const next = [...key].length === 1 ? rowByCharacter(key, props) : rowByArrow(event, props)
  if (!next) return
  event.preventDefault()
  props.onFocusRow(next.iri)
}

const indexOf = ({ row, rows }: NameProps) => rows.findIndex(({ iri }) => iri === row.iri)

/** Selects the row, or with Shift those up to it; an arrow key moves on first. */
const selectByKey = (
  { key, shiftKey }: { key: string; shiftKey: boolean },
  props: NameProps,
  selection: RowSelection,
) => {
  const { iri } = props.row
  if (key === ' ') return selection.onSelect(iri, shiftKey ? iri : null)
  const next = rowByKey(props.rows, indexOf(props), key)
  if (!next) return
  props.onFocusRow(next.iri)
  selection.onSelect(next.iri, iri)
}

const rowByArrow = ({ key, shiftKey }: KeyboardEvent<HTMLElement>, props: NameProps) =>
  shiftKey ? undefined : rowByKey(props.rows, indexOf(props), key)

/** Returns the row whose name begins with what was typed so far. */
const rowByCharacter = (character: string, props: NameProps) => {
  if (character === ' ') return undefined
  const { rows, rowTypeaheadRef } = props
  rowTypeaheadRef.send({ type: 'character.typed', character })
  const typed = selectTyped(rowTypeaheadRef.getSnapshot())
  return findRowByPrefix(rows, indexOf(props), typed, ({ name }) => name)
}
