/** A page found by following links: what is still to be asked for, and what it comes to. */
import type { Iri } from '../model/iri.ts'
import { type AssembledPage, assemblePage, nestedIris, nestedRequest } from './page.ts'
import type { Versioned } from '../model/resource.ts'

export interface PageCrawl {
  /** The root first, then as they came. */
  found: Versioned[]
  /** What a manifest names; null until it has answered. */
  listed: Iri[] | null
  /** Requests that have been answered, if only by a refusal. */
  asked: string[]
}

const iriOf = ({ resource }: Versioned) => resource['@id']

/** Everything known to belong to the page that nobody has asked for yet. */
export const nextRequests = ({ found, listed, asked }: PageCrawl): string[] => {
  const linked = found.flatMap(({ resource }) =>
    nestedIris(resource).map((iri) => nestedRequest(resource, iri)),
  )
  const known = new Set([...asked, ...found.map(iriOf)])
  return [...new Set([...(listed ?? []), ...linked])].filter((request) => !known.has(request))
}

/** The page at a path, once there is nothing left to ask for. */
export const assembleCrawl = (path: string, { found }: PageCrawl): AssembledPage => {
  const known = new Map(found.map((item) => [iriOf(item), item.resource]))
  const root = iriOf(found[0]!)
  return {
    path,
    root,
    ...assemblePage(root, (iri) => known.get(iri)),
    resources: [...known.keys()],
  }
}

/** What the parts of a page lead to and is not among them. */
export const missingReferences = (items: readonly Versioned[]): Iri[] => {
  const given = new Set(items.map(iriOf))
  return items.flatMap(({ resource }) => nestedIris(resource)).filter((iri) => !given.has(iri))
}
