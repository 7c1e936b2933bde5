/** Collects a page by following the relations of its resources, request by request. */
import type { Iri } from '../model/iri.ts'
import type { Versioned } from '../model/resource.ts'
import { type AssembledPage, assemblePage, nestedIris, nestedRequest } from './page.ts'

export interface PageCrawl {
  /** The root first, then in order of arrival. */
  resources: Versioned[]
  /** IRIs from the page's manifest; null until the manifest is loaded. */
  manifest: Iri[] | null
  /** Requests that were answered, including those that failed. */
  requested: string[]
}

const iriOf = ({ resource }: Versioned) => resource['@id']

/** Returns the requests for everything that is known to belong to the page and was not requested yet. */
export const nextRequests = ({ resources, manifest, requested }: PageCrawl): string[] => {
  const nested = resources.flatMap(({ resource }) =>
    nestedIris(resource).map((iri) => nestedRequest(resource, iri)),
  )
  const done = new Set([...requested, ...resources.map(iriOf)])
  return [...new Set([...(manifest ?? []), ...nested])].filter((request) => !done.has(request))
}

/** Returns the page at a path, once no requests are left. */
export const assembleCrawl = (path: string, { resources }: PageCrawl): AssembledPage => {
  const byIri = new Map(resources.map((item) => [iriOf(item), item.resource]))
  const root = iriOf(resources[0]!)
  return {
    path,
    root,
    ...assemblePage(root, (iri) => byIri.get(iri)),
    resources: [...byIri.keys()],
  }
}

/** Returns the IRIs that the resources refer to and that are not among them. */
export const missingReferences = (items: readonly Versioned[]): Iri[] => {
  const present = new Set(items.map(iriOf))
  return items.flatMap(({ resource }) => nestedIris(resource)).filter((iri) => !present.has(iri))
}
