import { shallowEqual } from '@xstate/react'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import styles from './SelectionBreadcrumb.module.css'
import { useSiteKinds } from '../site-kinds.ts'
import { labelOf } from '../labels.ts'
import { useAreaRoot } from '../hooks/use-area-root.ts'
import { useSelection } from '../hooks/use-selection.ts'

interface SelectionBreadcrumbProps {
  id: string
  selectionRef: SelectionRef
}

/** Shows the page or the layout, and the ancestors of the selected resource, outermost first; pressing one selects it. */
export function SelectionBreadcrumb({ id, selectionRef }: SelectionBreadcrumbProps) {
  const { stack } = useSelection(selectionRef)
  const root = useAreaRoot(selectionRef)
  const site = useSiteKinds()
  const labels = useResourceSelector(
    (read) => stack.map((iri) => labelOf(iri, read, site)),
    shallowEqual,
  )
  return (
    <nav aria-label="Selection" className={styles.breadcrumb}>
      <ol>
        {root && !stack.includes(root.iri) ? (
          <li>
            <Ancestor label={root.label} onSelect={root.select} />
          </li>
        ) : null}
        {stack
          .map((iri, index) => (
            <li key={iri}>
              {index === 0 ? (
                <strong id={id} aria-current="location">
                  {labels[index]}
                </strong>
              ) : (
                <Ancestor
                  label={labels[index]}
                  onSelect={() => selectionRef.send({ type: 'ancestor.selected', index })}
                />
              )}
            </li>
          ))
          .toReversed()}
      </ol>
    </nav>
  )
}

const Ancestor = ({ label, onSelect }: { label: string | undefined; onSelect: () => void }) => (
  <button type="button" className={styles.ancestor} onClick={onSelect}>
    {label}
  </button>
)
