/** A page found by following links: what is still to be asked for, and what it comes to. */
import type { Iri } from './iri.ts'
import { type ShownPage, assemble, nestedIris, nestedRequest } from './page.ts'
import type { Versioned } from './resource.ts'

export interface Walk {
  /** The root first, then as they came. */
  found: Versioned[]
  /** What a manifest names; null until it has answered. */
  listed: Iri[] | null
  /** Requests that have been answered, if only by a refusal. */
  asked: string[]
}

const idOf = ({ resource }: Versioned) => resource['@id']

/** Everything known to belong to the page that nobody has asked for yet. */
export const frontier = ({ found, listed, asked }: Walk): string[] => {
  const linked = found.flatMap(({ resource }) =>
    nestedIris(resource).map((iri) => nestedRequest(resource, iri)),
  )
  const known = new Set([...asked, ...found.map(idOf)])
  return [...new Set([...(listed ?? []), ...linked])].filter((request) => !known.has(request))
}

/** The page at a path, once there is nothing left to ask for. */
export const pageAt = (path: string, { found }: Walk): ShownPage => {
  const known = new Map(found.map((item) => [idOf(item), item.resource]))
  const root = idOf(found[0]!)
  return { path, root, ...assemble(root, (iri) => known.get(iri)), resources: [...known.keys()] }
}

/** What the parts of a page lead to and is not among them. */
export const gapsIn = (items: readonly Versioned[]): Iri[] => {
  const given = new Set(items.map(idOf))
  return items.flatMap(({ resource }) => nestedIris(resource)).filter((iri) => !given.has(iri))
}
