import type { Iri } from '#content/iri.ts'
import type { Resource } from '#content/resource.ts'
import { useResource } from '#src/resources/use-resource.ts'

/** What came with the page, or has come since, for a site's own views. */
export const useKnown = <R extends Resource>(iri: Iri | undefined) => useResource<R>(iri)
