/** Collects a page by following the relations of its resources, request by request. */
import type { Failure } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import { type Versioned, createReader, isResourceOf } from '../../model/resource.ts'
import type { Location } from '../../navigation/location.ts'
import { type AssembledPage, assemblePage, nestedIris, nestedRequest } from '../page.ts'

export interface PageCrawl {
  /** The resources in the order in which they were received, the root first. */
  resources: Versioned[]
  /** IRIs from the page's manifest; null until the manifest is loaded. */
  manifest: Iri[] | null
  /** Requests that were answered, including those that failed. */
  requested: string[]
}

export const emptyCrawl: PageCrawl = { resources: [], manifest: null, requested: [] }

/** Requests of one page that are sent together. */
export interface Batch {
  requests: string[]
  location: Location
}

/** The outcome of one request of a batch. */
export type BatchResult =
  { request: string; found: Versioned } | { request: string; failure: Failure }

const iriOf = ({ resource }: Versioned) => resource['@id']

/** Returns the requests for everything that is known to belong to the page and was not requested yet. */
export const nextRequests = ({ resources, manifest, requested }: PageCrawl): string[] => {
  const nested = resources.flatMap(({ resource }) =>
    nestedIris(resource).map((iri) => nestedRequest(resource, iri)),
  )
  const done = new Set([...requested, ...resources.map(iriOf)])
  return [...new Set([...(manifest ?? []), ...nested])].filter((request) => !done.has(request))
}

/** Returns the batch of all requests that can be sent now; without requests, the page is complete. */
export const nextBatch = (location: Location, crawl: PageCrawl): Batch => ({
  requests: nextRequests(crawl),
  location,
})

/** Returns where the route at the root of a page redirects to, if it does. */
export const redirectPathOf = (root: Versioned | null) =>
  root && isResourceOf('ROUTE', root.resource) ? root.resource.redirectPath : undefined

/** Returns the crawl with the results of a batch. A resource that is forbidden or missing is left out. */
export const addBatch = ({ resources, requested }: PageCrawl, results: BatchResult[]) => ({
  resources: [
    ...resources,
    ...results.flatMap((result) => ('found' in result ? [result.found] : [])),
  ],
  requested: [...requested, ...results.map(({ request }) => request)],
})

/** Returns the first failure that makes the page unusable: no response or a server error. */
export const fatalFailure = (results: BatchResult[]): Failure | undefined =>
  results
    .flatMap((result) => ('failure' in result ? [result.failure] : []))
    .find(({ status }) => status === undefined || status >= 500)

/** Returns the page at a path, once no requests are left. */
export const assembleCrawl = (path: string, { resources }: PageCrawl): AssembledPage => {
  const byIri = new Map(resources.map((item) => [iriOf(item), item.resource]))
  const root = iriOf(resources[0]!)
  return {
    path,
    root,
    ...assemblePage(
      root,
      createReader((iri) => byIri.get(iri)),
    ),
    resources: [...byIri.keys()],
  }
}

/** Returns the IRIs of nested resources that are not among these. */
export const missingNestedIris = (items: readonly Versioned[]): Iri[] => {
  const present = new Set(items.map(iriOf))
  return items.flatMap(({ resource }) => nestedIris(resource)).filter((iri) => !present.has(iri))
}
