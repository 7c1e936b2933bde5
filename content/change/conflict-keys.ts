/** Decides which changes have to wait for each other. */
import { liveOf, positionsOfComponent } from '../model/component-versions.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import type { Intent } from './types.ts'

/** Returns the keys of a change. Changes that share a key are sent one after the other, in order. */
export const conflictKeysOf = (intent: Intent, read: ReadResource): Iri[] => {
  switch (intent.kind) {
    case 'add':
    case 'paste':
      return [intent.group]
    case 'duplicate':
      return [intent.group, conflictKeyOf(intent.iri, read)]
    case 'move':
      return groupsOf([intent.position], read)
    case 'transfer':
      return [intent.group, ...groupsOf([intent.position], read)]
    case 'delete': {
      const positions = isIriOf('COMPONENT', intent.iri)
        ? positionsOfComponent(intent.iri, read)
        : [intent.iri]
      return [conflictKeyOf(intent.iri, read), ...groupsOf(positions, read)]
    }
    case 'restore':
      return [
        intent.iri,
        ...intent.known
          .map((resource) => resource['@id'])
          .filter((iri) => isIriOf('COMPONENT_GROUP', iri)),
      ]
    default:
      return [conflictKeyOf(intent.iri, read)]
  }
}

/** A draft has the key of its live version. */
const conflictKeyOf = (iri: Iri, read: ReadResource) => liveOf(iri, read) ?? iri

const groupsOf = (positions: readonly Iri[], read: ReadResource) =>
  positions.flatMap((iri) =>
    isIriOf('COMPONENT_POSITION', iri) ? (read(iri)?.componentGroup ?? []) : [],
  )
