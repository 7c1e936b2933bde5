import { useRead } from '#src/resources/use-resource.ts'
import type { EditModeRef } from '#machines/edit-mode.ts'
import type { ResourceManagerRef } from '#machines/resource-manager.ts'
import styles from './Path.module.css'
import { useSiteKinds } from './define-editor.ts'
import { nameOf } from './names.ts'
import { isAlike } from './use-actors.ts'
import { useSelected } from './use-selected.ts'

interface PathProps {
  editModeRef: EditModeRef
  managerRef: ResourceManagerRef
}

/** What is selected and what it stands in, outermost first; each of these can be selected in its place. */
export function Path({ editModeRef, managerRef }: PathProps) {
  const { stack } = useSelected(managerRef)
  const { kinds } = useSiteKinds()
  const names = useRead((read) => stack.map((iri) => nameOf(iri, read, kinds)), isAlike)
  return (
    <nav aria-label="Selection" className={styles.path}>
      <ol>
        {stack
          .map((iri, index) => (
            <li key={iri}>
              {index === 0 ? (
                <strong aria-current="location">{names[index]}</strong>
              ) : (
                <button
                  type="button"
                  className={styles.step}
                  onClick={() => editModeRef.send({ type: 'stack.chosen', index })}
                >
                  {names[index]}
                </button>
              )}
            </li>
          ))
          .toReversed()}
      </ol>
    </nav>
  )
}
