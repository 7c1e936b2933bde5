/** Decides which changes have to wait for each other. */
import { liveOf, positionsOfComponent } from '../model/component-versions.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource, Resource } from '../model/resource.ts'
import { groupsOfPositions, staticComponentOf } from './component-uses.ts'
import type { Intent, IntentOf } from './types.ts'

/** Returns the keys of a change. Changes that share a key are sent one after the other, in order. */
export const conflictKeysOf = (intent: Intent, read: ReadResource): Iri[] => {
  switch (intent.kind) {
    case 'add':
      return intent.fills ? [intent.group, intent.fills.iri] : [intent.group]
    case 'paste':
      return [intent.group]
    case 'bind':
      return [intent.position, ...groupsOfPositions([intent.position], read)]
    case 'duplicate':
      return [intent.group, conflictKeyOf(intent.iri, read)]
    case 'move':
      return groupsOfPositions([intent.position], read)
    case 'moveAll':
      return movedGroups(intent, read)
    case 'transfer':
      return [intent.group, ...groupsOfPositions([intent.position], read)]
    case 'delete':
      return deletionKeys(intent.iri, read)
    case 'deleteAll':
      return intent.positions.flatMap((position) => positionKeys(position, read))
    case 'publishAll':
      return intent.iris.map((iri) => conflictKeyOf(iri, read))
    case 'restore':
      return [intent.iri, ...groupsAmong(intent.known)]
    case 'set':
    case 'publish':
    case 'schedule':
      return [conflictKeyOf(intent.iri, read)]
  }
}

/** Returns the groups of several positions, and the one into which they are moved. */
const movedGroups = (intent: IntentOf<'moveAll'>, read: ReadResource): Iri[] => [
  ...('group' in intent ? [intent.group] : []),
  ...groupsOfPositions(intent.positions, read),
]

const groupsAmong = (resources: readonly Resource[]): Iri[] =>
  resources.map((resource) => resource['@id']).filter((iri) => isIriOf('COMPONENT_GROUP', iri))

const deletionKeys = (iri: Iri, read: ReadResource): Iri[] => [
  conflictKeyOf(iri, read),
  ...groupsOfPositions(deletedPositions(iri, read), read),
]

/** Returns the positions that are deleted with a resource: those of a component, or a position itself. */
const deletedPositions = (iri: Iri, read: ReadResource) => {
  if (isIriOf('COMPONENT', iri)) return positionsOfComponent(iri, read)
  return isIriOf('COMPONENT_POSITION', iri) ? [iri] : []
}

/** A draft has the key of its live version. */
const conflictKeyOf = (iri: Iri, read: ReadResource) => liveOf(iri, read) ?? iri

/** Returns the keys of a position that is deleted. A text of its component may still be on its way. */
const positionKeys = (position: Iri<'COMPONENT_POSITION'>, read: ReadResource): Iri[] => {
  const component = staticComponentOf(read(position))
  const componentKeys = component ? [conflictKeyOf(component, read)] : []
  return [position, ...groupsOfPositions([position], read), ...componentKeys]
}
