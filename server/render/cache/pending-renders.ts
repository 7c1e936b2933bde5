/**
 * Keeps the renders in progress. Concurrent requests for the same page share one, and each records what changes
 * meanwhile.
 */
import type { Iri } from '#content/model/iri.ts'
import type { PrecomputedResponse } from './precomputed-response.ts'

interface PendingRender {
  response: Promise<PrecomputedResponse>
  /** The resources that have changed since it was started. */
  changedIris: Set<Iri>
}

type Render = (changedIris: ReadonlySet<Iri>) => Promise<PrecomputedResponse>

/**
 * Creates an empty set of renders. After a change, renders in progress are no longer shared, because they may not
 * include it.
 */
export const createPendingRenders = () => {
  /** The renders that were started since the last change. Further requests for the same page wait for them. */
  const shareable = new Map<string, PendingRender>()
  const all = new Set<PendingRender>()

  return {
    shareable: (key: string) => shareable.get(key)?.response,

    start: (key: string, render: Render) => {
      const changedIris = new Set<Iri>()
      const response = Promise.resolve().then(() => render(changedIris))
      const pending: PendingRender = { changedIris, response }
      all.add(pending)
      shareable.set(key, pending)
      const end = () => {
        all.delete(pending)
        if (shareable.get(key) === pending) shareable.delete(key)
      }
      response.then(end, end)
      return response
    },

    recordChanges: (iris: Iterable<Iri>) => {
      shareable.clear()
      for (const iri of iris) for (const { changedIris } of all) changedIris.add(iri)
    },
  }
}
