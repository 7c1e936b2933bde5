import { memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ComponentView } from './ComponentView.tsx'
import styles from '../views.module.css'

/**
 * Renders the component at a position. Its element has `display: contents`, so it does not affect the group's layout.
 */
export const PositionView = memo(function PositionView({
  iri,
}: {
  iri: Iri<'COMPONENT_POSITION'>
}) {
  const component = useResourceSelector((read) => read(iri)?.component)
  return (
    <div data-iri={iri} className={styles.position}>
      {component && <ComponentView iri={component} position={iri} />}
    </div>
  )
})
