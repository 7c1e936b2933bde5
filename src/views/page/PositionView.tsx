import { memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentPosition } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ComponentView } from './ComponentView.tsx'
import styles from '../views.module.css'

/** A place in a group. Its element takes no room: what is in it stands in the group as if it were not there. */
export const PositionView = memo(function PositionView({ iri }: { iri: Iri }) {
  const component = useResourceSelector(
    (read) => (read(iri) as ComponentPosition | undefined)?.component,
  )
  return (
    <div data-iri={iri} className={styles.position}>
      {component && <ComponentView iri={component} position={iri} />}
    </div>
  )
})
