/** Loads the code that the first page does not need, after the page has loaded. */
import type { SnapshotFrom } from 'xstate'
import type { DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import type { DeferredViews } from './deferred-views.ts'

/** Loads the chunk with the deferred actors and components. Rejects when it cannot be fetched. */
export const loadDeferred = async (): Promise<DeferredBundle> => {
  const { deferred, views } = await import('./deferred-bundle.ts')
  return { actors: deferred, views }
}

/** Returns the deferred components; null until their actors have started. */
export const selectDeferredViews = (snapshot: SnapshotFrom<typeof deferredMachine>) =>
  (snapshot.matches('loaded') ? snapshot.context.bundle!.views : null) as DeferredViews | null
