import type { KeyboardEvent } from 'react'
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
  onDelete: () => void
}

/** Shows one resource of a list. The arrow keys move between the names. */
export const ResourceRow = ({ row, itemHref, isUnavailable, onDelete }: ResourceRowProps) => (
  <li className={classNames(styles.row, row.isDisabled && styles.disabled)}>
    <p className={styles.name}>
      {itemHref === null ? (
        row.name
      ) : (
        <a href={itemHref} data-row="" onKeyDown={moveBetweenRows}>
          {row.name}
        </a>
      )}
    </p>
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
  </li>
)

const moveBetweenRows = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, '[data-row]')
