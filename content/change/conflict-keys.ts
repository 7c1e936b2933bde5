/** What keeps changes in their order. */
import type { Intent } from './plan-change.ts'
import { type Iri, iriTypeOf } from '../model/iri.ts'
import { liveOf, positionsOfComponent } from '../model/component-versions.ts'
import type { ComponentPosition, ReadResource } from '../model/resource.ts'

/** Changes that have one of these in common are sent one after the other. */
export const conflictKeysOf = (intent: Intent, read: ReadResource): Iri[] => {
  switch (intent.kind) {
    case 'add':
      return [intent.group]
    case 'move':
      return groupsOf([intent.position], read)
    case 'delete': {
      const places =
        iriTypeOf(intent.iri) === 'COMPONENT'
          ? positionsOfComponent(intent.iri, read)
          : [intent.iri]
      return [conflictKeyOf(intent.iri, read), ...groupsOf(places, read)]
    }
    default:
      return [conflictKeyOf(intent.iri, read)]
  }
}

/** A draft and what it will replace are one line. */
const conflictKeyOf = (iri: Iri, read: ReadResource) => liveOf(iri, read) ?? iri

const groupsOf = (positions: Iri[], read: ReadResource) =>
  positions.flatMap((iri) => {
    const position = read(iri) as ComponentPosition | undefined
    return position ? [position.componentGroup] : []
  })
