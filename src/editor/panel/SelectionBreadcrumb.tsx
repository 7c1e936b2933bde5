import { shallowEqual } from '@xstate/react'
import { isIriOf } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import styles from './SelectionBreadcrumb.module.css'
import { useSiteKinds } from '../site-kinds.ts'
import { labelOf } from '../labels.ts'
import { useAreaRoot } from '../hooks/use-area-root.ts'
import { useSlotKind } from '../hooks/use-dynamic-content.ts'
import { useSelection } from '../hooks/use-selection.ts'

interface SelectionBreadcrumbProps {
  id: string
  selectionRef: SelectionRef
}

/**
 * Shows the page or the layout, and the ancestors of the selected resource, outermost first; pressing one selects it. The
 * position of a component is left out where there is nothing to choose for it.
 */
export function SelectionBreadcrumb({ id, selectionRef }: SelectionBreadcrumbProps) {
  const { stack, position } = useSelection(selectionRef)
  const isSlot = useSlotKind(position) !== null
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
          .map((iri, index) =>
            index === 0 ? (
              <li key={iri}>
                <strong id={id} aria-current="location">
                  {labels[index]}
                </strong>
              </li>
            ) : isIriOf('COMPONENT_POSITION', iri) && !(isSlot && iri === position) ? null : (
              <li key={iri}>
                <Ancestor
                  label={labels[index]}
                  onSelect={() => selectionRef.send({ type: 'ancestor.selected', index })}
                />
              </li>
            ),
          )
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
