import { memo, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ComponentView } from './ComponentView.tsx'
import { EditingContext } from '../registry/editing-context.ts'
import styles from '../views.module.css'

interface PositionViewProps {
  iri: Iri<'COMPONENT_POSITION'>
  /**
   * True once the editor takes over the component in edit mode. Until then it is shown as visitors see it, by the same
   * properties, so that it is not rendered again when edit mode begins.
   */
  isEditable: boolean
}

/**
 * Renders the component at a position. Its element has `display: contents`, so it does not affect the group's layout.
 */
export const PositionView = memo(function PositionView({ iri, isEditable }: PositionViewProps) {
  const component = useResourceSelector((read) => read(iri)?.component)
  const editing = isEditable ? use(EditingContext) : null
  return (
    <div data-iri={iri} className={styles.position}>
      {component ? (
        <ComponentView iri={component} position={iri} isEditable={isEditable} />
      ) : (
        editing && <editing.EmptyPosition iri={iri} />
      )}
    </div>
  )
})
