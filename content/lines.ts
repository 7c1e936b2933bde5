/** What keeps changes in their order. */
import type { Intent } from './change.ts'
import { type Iri, typeOf } from './iri.ts'
import { liveOf, placesOf } from './placed.ts'
import type { ComponentPosition, Read } from './resource.ts'

/** Changes that have one of these in common are sent one after the other. */
export const linesOf = (intent: Intent, read: Read): Iri[] => {
  switch (intent.kind) {
    case 'add':
      return [intent.group]
    case 'move':
      return groupsOf([intent.position], read)
    case 'delete': {
      const places = typeOf(intent.iri) === 'COMPONENT' ? placesOf(intent.iri, read) : [intent.iri]
      return [lineOf(intent.iri, read), ...groupsOf(places, read)]
    }
    default:
      return [lineOf(intent.iri, read)]
  }
}

/** A draft and what it will replace are one line. */
const lineOf = (iri: Iri, read: Read) => liveOf(iri, read) ?? iri

const groupsOf = (positions: Iri[], read: Read) =>
  positions.flatMap((iri) => {
    const position = read(iri) as ComponentPosition | undefined
    return position ? [position.componentGroup] : []
  })
