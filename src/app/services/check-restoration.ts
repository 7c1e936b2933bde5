/** Checks that the place of a deleted component is still there, before anything is created for it. */
import { noPlaceFailure, placesOf } from '#content/change/undo/plan-restoration.ts'
import type { IntentOf } from '#content/change/types.ts'
import { type ResourceReader, createMissingReader } from './read-missing.ts'

/** Throws if a place that the component is to be put back into is gone: what is cached of it may be older than that. */
export const checkRestoration = async (intent: IntentOf<'restore'>, reader: ResourceReader) => {
  const places = await createMissingReader(reader)((read) => placesOf(intent, read))
  const stored = await Promise.all((places ?? []).map(reader.fetchResource))
  if (!places || stored.includes(null)) throw noPlaceFailure()
}
