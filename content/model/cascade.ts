/**
 * Computes what else a deletion removes or changes (api, section 5). Links are passed in. If some are missing, they are
 * returned in `missing`; the caller loads them and calls again.
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
  /** In the order in which the rules reach them, the root first. */
  removed: Iri[]
  /** Links to a live version that will lead to its draft. */
  repointed: { link: Link; to: Iri }[]
  /** Resources whose links are needed; the result is preliminary until this is empty. */
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

export const deleteCascade = (root: Iri, linksOf: (iri: Iri) => Links | undefined): Cascade => {
  const missing = new Set<Iri>()
  const read = (iri: Iri): Links =>
    linksOf(iri) ?? (missing.add(iri), { outgoing: [], incoming: [] })

  const links = read(root)
  const draft = linksNamed(links.incoming, 'publishedResource')[0]?.from
  const known = { missing: [...missing] }
  if (draft) {
    // The draft takes over the positions of its live version.
    const moved = links.incoming.filter(({ from }) => from !== draft && iriTypeOf(from) !== 'ROUTE')
    const repointed = moved.map((link) => ({ link, to: draft }))
    return { ...known, removed: [root], repointed }
  }
  if (linksNamed(links.outgoing, 'publishedResource').length) {
    return { ...known, removed: [root], repointed: [] }
  }

  const removed = new Set<Iri>()
  const candidates = new Set<Iri>()
  const pending = [root]
  const isRemoved = (iri: Iri) => removed.has(iri)

  const remove = (iri: Iri) => {
    removed.add(iri)
    const around = read(iri)
    const cascade = consequences[iriTypeOf(iri) ?? '']
    cascade?.(around)
  }
  const consequences: Record<string, (around: Links) => void> = {
    COMPONENT: (around) => {
      for (const { from } of linksNamed(around.incoming, 'publishedResource')) pending.push(from)
      for (const { to } of linksNamed(around.outgoing, 'publishedResource')) pending.push(to)
      for (const { from } of linksNamed(around.incoming, 'component')) {
        if (!read(from).isDynamic) pending.push(from)
      }
      for (const group of groupsOf(around)) candidates.add(group)
    },
    COMPONENT_POSITION: ({ outgoing }) => {
      for (const { to } of linksNamed(outgoing, 'component')) candidates.add(to)
    },
    COMPONENT_GROUP: (around) => {
      for (const { from } of linksNamed(around.incoming, 'componentGroup')) pending.push(from)
    },
    PAGE: (around) => {
      for (const group of groupsOf(around)) candidates.add(group)
      for (const { from } of linksNamed(around.incoming, 'page')) {
        if (iriTypeOf(from) === 'PAGE_DATA') pending.push(from)
        else if (!linksNamed(read(from).outgoing, 'redirect').length) pending.push(from)
      }
    },
    LAYOUT: (around) => {
      for (const group of groupsOf(around)) candidates.add(group)
    },
    PAGE_DATA: (around) => {
      for (const component of componentsOf(around)) candidates.add(component)
      for (const { from } of linksNamed(around.incoming, 'pageData')) pending.push(from)
    },
    ROUTE: (around) => {
      for (const { from } of linksNamed(around.incoming, 'redirect')) pending.push(from)
    },
  }

  /** A draft has no positions of its own; the uses of its live version count. */
  const isUnused = (iri: Iri) => {
    const around = read(iri)
    if (iriTypeOf(iri) === 'COMPONENT_GROUP')
      return ownersOf(around).every(({ to }) => isRemoved(to))
    const versions = [
      ...linksNamed(around.incoming, 'publishedResource').map(({ from }) => from),
      ...linksNamed(around.outgoing, 'publishedResource').map(({ to }) => to),
    ]
    return [iri, ...versions].every((version) =>
      usesOf(read(version)).every(({ from }) => isRemoved(from)),
    )
  }

  while (pending.length) {
    for (let iri = pending.shift(); iri; iri = pending.shift()) if (!isRemoved(iri)) remove(iri)
    for (const iri of candidates) if (!isRemoved(iri) && isUnused(iri)) pending.push(iri)
  }
  return { removed: [...removed], repointed: [], missing: [...missing] }
}
