/** Loads the code that the first page does not need, after the page has loaded. */
import type { DeferredBundle } from '#machines/app/deferred.ts'

/** Loads the chunk with the deferred actors and components. Rejects when it cannot be fetched. */
export const loadDeferred = async (): Promise<DeferredBundle> => {
  const { deferred, views } = await import('./deferred-bundle.ts')
  return { actors: deferred, views }
}
