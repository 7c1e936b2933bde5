/** Finds out which resources something depends on that are not in the cache. */
import { publishedUrl } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type ReadResource,
  type Resource,
  createReader,
  isResourceOf,
} from '#content/model/resource.ts'

/** Wraps a reader of the cache so that it records which resources were read but missing. */
export const trackReads = (readCache: ReadResource) => {
  const missing = new Set<Iri>()
  const liveIris = new Set<Iri>()
  const read = createReader((iri) => {
    const resource: Resource | undefined = readCache(iri)
    if (!resource) missing.add(iri)
    else if (isResourceOf('COMPONENT', resource) && resource.publishedResource)
      liveIris.add(resource.publishedResource)
    return resource
  })
  return { read, missing, requestFor: (iri: Iri) => (liveIris.has(iri) ? publishedUrl(iri) : iri) }
}
