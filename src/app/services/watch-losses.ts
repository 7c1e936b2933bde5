/** Watches edited resources, and reports those that disappear from the cache with what was known of them. */
import { type LostResource, knownResources } from '#content/change/plan-restoration.ts'
import type { Iri } from '#content/model/iri.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'

/** Watches one resource until it is stopped. The known content is read while the resource is there. */
const watchResource = (iri: Iri, cache: ResourceCache, onLost: (lost: LostResource) => void) => {
  let known = knownResources(iri, cache.read)
  let isReported = false
  const report = () => {
    if (isReported || cache.read(iri)) return
    isReported = true
    onLost({ iri, live: liveVersion(known[0], cache), known })
  }
  const subscription = cache.entry(iri).subscribe(({ resource }) => {
    isReported = false
    if (resource) known = knownResources(iri, cache.read)
    // The resource that takes its place is cached in the same step.
    else queueMicrotask(report)
  })
  return { report, stop: () => subscription.unsubscribe() }
}

/** Starts without any resource to watch. */
export const createLossWatch = (cache: ResourceCache, onLost: (lost: LostResource) => void) => {
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
        if (!watched.has(iri)) watched.set(iri, watchResource(iri, cache, onLost))
    },
    /** Reports a resource at once, before the page is rendered without it. */
    report: (iri: Iri) => watched.get(iri)?.report(),
  }
}

/** Returns the live version of a draft that is gone, if it is there. */
const liveVersion = (draft: Resource | undefined, cache: ResourceCache) => {
  const live = draft && isResourceOf('COMPONENT', draft) ? draft.publishedResource : undefined
  return live && cache.read(live) ? live : null
}
