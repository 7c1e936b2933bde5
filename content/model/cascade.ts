/**
 * Computes what else a deletion removes or changes. Links are passed in. If some are missing, they are returned in
 * `missing`; the caller loads them and calls again.
 */
import { type Iri, iriTypeOf } from './iri.ts'

export interface Link {
  from: Iri
  property: string
  to: Iri
}

/** All links from and to one resource. */
export interface Links {
  outgoing: readonly Link[]
  incoming: readonly Link[]
  /** True for a position that shows a property of the page data, with its own component as the fallback. */
  isDynamic?: boolean
}

export interface Cascade {
  /** The removed resources in the order in which the rules reach them, the root first. */
  removed: Iri[]
  /** The links to a live version that will lead to its draft. */
  repointed: { link: Link; to: Iri }[]
  /** The resources whose links are needed; the result is preliminary until this is empty. */
  missing: Iri[]
}

const linksNamed = (links: readonly Link[], property: string) =>
  links.filter((link) => link.property === property)

/** Returns the links by which positions and page data properties show a component. */
const usesOf = ({ incoming }: Links) =>
  incoming.filter(({ from, property }) =>
    iriTypeOf(from) === 'COMPONENT_POSITION'
      ? property === 'component'
      : iriTypeOf(from) === 'PAGE_DATA',
  )

const ownerProperties = ['pages', 'layouts', 'components']
const ownersOf = ({ outgoing }: Links) =>
  outgoing.filter(({ property }) => ownerProperties.includes(property))
const groupsOf = ({ incoming }: Links) =>
  incoming.filter(({ property }) => ownerProperties.includes(property)).map(({ from }) => from)
const componentsOf = ({ outgoing }: Links) =>
  outgoing.map(({ to }) => to).filter((iri) => iriTypeOf(iri) === 'COMPONENT')

type ReadLinks = (iri: Iri) => Links
type CascadeOf = Pick<Cascade, 'removed' | 'repointed'>

export const deleteCascade = (root: Iri, linksOf: (iri: Iri) => Links | undefined): Cascade => {
  const missing = new Set<Iri>()
  const read: ReadLinks = (iri) =>
    linksOf(iri) ?? (missing.add(iri), { outgoing: [], incoming: [] })
  const cascade = versionCascade(root, read(root)) ?? {
    removed: removedWith(root, read),
    repointed: [],
  }
  return { ...cascade, missing: [...missing] }
}

/**
 * Returns what the deletion of one version of a component changes while the other remains; null if there is no other.
 */
const versionCascade = (root: Iri, { incoming, outgoing }: Links): CascadeOf | null => {
  const draft = linksNamed(incoming, 'publishedResource')[0]?.from
  if (draft) {
    // The draft takes over the positions of its live version.
    const moved = incoming.filter(({ from }) => from !== draft && iriTypeOf(from) !== 'ROUTE')
    return { removed: [root], repointed: moved.map((link) => ({ link, to: draft })) }
  }
  return linksNamed(outgoing, 'publishedResource').length
    ? { removed: [root], repointed: [] }
    : null
}

interface Consequences {
  /** The resources that are removed as well. */
  removed?: Iri[]
  /** The resources that are removed if nothing that remains uses them. */
  candidates?: Iri[]
}

const sources = (links: readonly Link[], property: string) =>
  linksNamed(links, property).map(({ from }) => from)
const targets = (links: readonly Link[], property: string) =>
  linksNamed(links, property).map(({ to }) => to)

/** The consequences of removing a resource, by its type. */
const consequences: Record<string, (links: Links, read: ReadLinks) => Consequences> = {
  COMPONENT: (links, read) => ({
    removed: [
      ...sources(links.incoming, 'publishedResource'),
      ...targets(links.outgoing, 'publishedResource'),
      ...sources(links.incoming, 'component').filter((position) => !read(position).isDynamic),
    ],
    candidates: groupsOf(links),
  }),
  COMPONENT_POSITION: ({ outgoing }) => ({ candidates: targets(outgoing, 'component') }),
  COMPONENT_GROUP: ({ incoming }) => ({ removed: sources(incoming, 'componentGroup') }),
  PAGE: (links, read) => ({
    candidates: groupsOf(links),
    removed: sources(links.incoming, 'page').filter(
      (from) =>
        iriTypeOf(from) === 'PAGE_DATA' || !linksNamed(read(from).outgoing, 'redirect').length,
    ),
  }),
  LAYOUT: (links) => ({ candidates: groupsOf(links) }),
  PAGE_DATA: (links) => ({
    candidates: componentsOf(links),
    removed: sources(links.incoming, 'pageData'),
  }),
  ROUTE: ({ incoming }) => ({ removed: sources(incoming, 'redirect') }),
}

/** Returns the root and all resources that are removed with it. */
const removedWith = (root: Iri, read: ReadLinks): Iri[] => {
  const removed = new Set<Iri>()
  const candidates = new Set<Iri>()
  const pending = [root]
  const remove = (iri: Iri) => {
    removed.add(iri)
    const next = consequences[iriTypeOf(iri) ?? '']?.(read(iri), read)
    pending.push(...(next?.removed ?? []))
    for (const candidate of next?.candidates ?? []) candidates.add(candidate)
  }
  while (pending.length) {
    for (let iri = pending.shift(); iri; iri = pending.shift()) if (!removed.has(iri)) remove(iri)
    for (const iri of candidates)
      if (!removed.has(iri) && isUnused(iri, read, removed)) pending.push(iri)
  }
  return [...removed]
}

/**
 * True if nothing uses a resource but what is removed. A draft has no positions: the uses of its live version count.
 */
const isUnused = (iri: Iri, read: ReadLinks, removed: ReadonlySet<Iri>) => {
  const links = read(iri)
  if (iriTypeOf(iri) === 'COMPONENT_GROUP')
    return ownersOf(links).every(({ to }) => removed.has(to))
  const versions = [
    ...sources(links.incoming, 'publishedResource'),
    ...targets(links.outgoing, 'publishedResource'),
  ]
  return [iri, ...versions].every((version) =>
    usesOf(read(version)).every(({ from }) => removed.has(from)),
  )
}
