/** Finds the version of a resource that an edit applies to. */
import { dequal } from 'dequal/lite'
import { liveOf } from '../model/component-versions.ts'
import type { Iri } from '../model/iri.ts'
import type { ReadResource, Resource } from '../model/resource.ts'
import { visibleVersion } from '../model/visible-version.ts'
import type { Intent, IntentOf } from './types.ts'

/**
 * Returns the resource that an edit applies to: the draft if there is one, even of another user, or else the live version,
 * or that in any case.
 */
export const editedResource = (
  { iri, isLive = false }: { iri: Iri; isLive?: boolean },
  read: ReadResource,
): Resource | undefined => read((isLive ? liveOf(iri, read) : null) ?? editedVersion(iri, read))

/** Returns the IRI of the version that is shown while editing; the given one if nothing is known of it. */
export const editedVersion = <I extends Iri>(iri: I, read: ReadResource) =>
  visibleVersion(iri, read) ?? iri

/** True if what is edited is known to have been changed by someone else since editing began. */
export const isOutdated = (intent: Intent, read: ReadResource) => {
  switch (intent.kind) {
    case 'set':
      return 'stored' in intent && isValueOutdated(intent, read)
    case 'move':
      return isMoveOutdated(intent, read)
    default:
      return false
  }
}

const isValueOutdated = (intent: IntentOf<'set'>, read: ReadResource) =>
  [intent.stored, intent.value].every(
    (value) => !dequal(value ?? null, editedResource(intent, read)?.[intent.property] ?? null),
  )

/** True if the two positions of a move are not in the same group any more. */
const isMoveOutdated = ({ position, to }: IntentOf<'move'>, read: ReadResource) => {
  const groups = [read(position)?.componentGroup, read(to)?.componentGroup]
  return !groups.includes(undefined) && groups[0] !== groups[1]
}
