import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useSelectionPath } from '../hooks/use-selection-path.ts'
import styles from './SelectionBreadcrumb.module.css'

interface SelectionBreadcrumbProps {
  id: string
  selectionRef: SelectionRef
}

/** Shows the path to the selected resource, outermost first; pressing one of its ancestors selects it. */
export const SelectionBreadcrumb = ({ id, selectionRef }: SelectionBreadcrumbProps) => (
  <nav aria-label="Selection" className={styles.breadcrumb}>
    <ol>
      {useSelectionPath(selectionRef).map(({ iri, label, isSelected, select }) => (
        <li key={iri}>
          {isSelected ? (
            <strong id={id} aria-current="location">
              {label}
            </strong>
          ) : (
            <button type="button" className={styles.ancestor} onClick={select}>
              {label}
            </button>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
