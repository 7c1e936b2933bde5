/** Finds the version of a resource that an edit applies to. */
import { dequal } from 'dequal/lite'
import { draftOf } from '../model/component-versions.ts'
import type { Iri } from '../model/iri.ts'
import type { ReadResource, Resource } from '../model/resource.ts'
import type { Intent } from './types.ts'

/** Returns the resource that an edit applies to: the draft if there is one, even of another user. */
export const draftOrLive = (iri: Iri, read: ReadResource): Resource | undefined =>
  read(editedVersion(iri, read))

/** Returns the IRI of the draft, unless it is known to be deleted or there is none. */
export const editedVersion = (iri: Iri, read: ReadResource) => {
  const draft = draftOf(iri, read)
  return draft && read(draft) ? draft : iri
}

/** True if the property is known to have been changed by someone else since editing began. */
export const isOutdated = (intent: Intent, read: ReadResource) =>
  intent.kind === 'set' &&
  'stored' in intent &&
  [intent.stored, intent.value].every(
    (value) => !dequal(value ?? null, draftOrLive(intent.iri, read)?.[intent.property] ?? null),
  )
