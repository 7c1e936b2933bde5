import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { type PathItem, useSelectionPath } from '../hooks/use-selection-path.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem } from '../menu/MenuItem.tsx'
import styles from './PathSelector.module.css'

/** Names what is selected, and opens what it is in as boxes in one another; pressing one of them selects it. */
export function PathSelector({ selectionRef }: { selectionRef: SelectionRef }) {
  const path = useSelectionPath(selectionRef)
  const selected = path.find(({ isSelected }) => isSelected)
  if (!selected) return null
  return (
    <div className={styles.selector}>
      {path.length > 1 ? (
        <Menu
          label={`Selected: ${selected.label}`}
          trigger={<span className={styles.name}>{selected.label}</span>}
          triggerProps={{ className: styles.box, title: 'Select what it is in' }}
        >
          <Boxes items={path} />
        </Menu>
      ) : (
        <p className={styles.box}>{selected.label}</p>
      )}
    </div>
  )
}

/** Shows each of the items in a box around the next one. */
const Boxes = ({ items: [outermost, ...inner] }: { items: readonly PathItem[] }) =>
  outermost ? (
    <div className={styles.level} data-selected={outermost.isSelected ? '' : undefined}>
      <MenuItem
        onSelect={outermost.select}
        aria-current={outermost.isSelected ? 'true' : undefined}
      >
        {outermost.label}
      </MenuItem>
      <Boxes items={inner} />
    </div>
  ) : null
