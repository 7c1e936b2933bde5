/** Watches edited resources, and reports those that are removed from the cache with what was known of them. */
import { type DetectedDeletion, knownResources } from '#content/change/undo/plan-restoration.ts'
import { publishedIri } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { resourcesOf } from '#src/resources/cache-snapshot.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'

const knownFrom = (iri: Iri, cache: ResourceCache) =>
  knownResources(iri, { read: cache.read, resources: () => resourcesOf(cache) })

/** Watches one resource until it is stopped. The known content is read while the resource is there. */
const watchResource = (
  iri: Iri,
  cache: ResourceCache,
  onDeleted: (deleted: DetectedDeletion) => void,
) => {
  let known = knownFrom(iri, cache)
  let isReported = false
  const report = (isOwn: boolean) => {
    // One that was never there was deleted before the document was loaded.
    if (isReported || known.length === 0 || cache.read(iri)) return
    isReported = true
    const remaining = liveVersion(known[0], cache)
    onDeleted({ iri, live: remaining?.['@id'] ?? null, known, isOwn, remaining })
  }
  const stop = cache.subscribe(iri, (resource) => {
    isReported = false
    if (resource) known = knownFrom(iri, cache)
    // The resource that takes its place is cached in the same step.
    else queueMicrotask(() => report(false))
  })
  return { report, stop }
}

/** Creates a watch of edited resources, which starts with none. */
export const createDeletionWatch = (
  cache: ResourceCache,
  onDeleted: (deleted: DetectedDeletion) => void,
) => {
  const watched = new Map<Iri, ReturnType<typeof watchResource>>()
  return {
    /** Sets the IRIs to watch from now on. */
    watch: (iris: readonly Iri[]) => {
      for (const [iri, { stop }] of [...watched]) {
        if (iris.includes(iri)) continue
        stop()
        watched.delete(iri)
      }
      for (const iri of iris)
        if (!watched.has(iri)) watched.set(iri, watchResource(iri, cache, onDeleted))
    },
    /** Reports a resource that a change of this window has removed: at once, before the page is rendered without it. */
    report: (iri: Iri) => watched.get(iri)?.report(true),
  }
}

/** Returns the cached live version of a deleted draft, or undefined. */
const liveVersion = (draft: Resource | undefined, cache: ResourceCache): Resource | undefined => {
  const live = publishedIri(draft)
  return live && cache.read(live)
}
