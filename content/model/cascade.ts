/**
 * What else goes, and what is let go of, when something is deleted (api, section 5). Works on the links it is told;
 * where one is missing it says so, is told, and starts over: whoever holds the links fetches them as they like.
 */
import { type Iri, iriTypeOf } from './iri.ts'

export interface Link {
  from: Iri
  property: string
  to: Iri
}

/** Everything that points from and to one resource. */
export interface Links {
  out: readonly Link[]
  in: readonly Link[]
  /** A position that shows whatever the page data holds; its own component is the fallback. */
  isDynamic?: boolean
}

export interface Cascade {
  /** In the order in which the rules came to them, the asked-for first. */
  removed: Iri[]
  /** What pointed at a live row and points at its draft from now on. */
  repointed: { link: Link; to: Iri }[]
  /** Links that have to be known before this answer counts. */
  missing: Iri[]
}

const linksNamed = (links: readonly Link[], property: string) =>
  links.filter((link) => link.property === property)

/** Positions and page-data properties that show a component. */
const usesOf = ({ in: links }: Links) =>
  links.filter(({ from, property }) =>
    iriTypeOf(from) === 'COMPONENT_POSITION'
      ? property === 'component'
      : iriTypeOf(from) === 'PAGE_DATA',
  )

const ownerProperties = ['pages', 'layouts', 'components']
const ownersOf = ({ out }: Links) =>
  out.filter(({ property }) => ownerProperties.includes(property))
const groupsOf = ({ in: links }: Links) =>
  links.filter(({ property }) => ownerProperties.includes(property)).map(({ from }) => from)
const componentsOf = ({ out }: Links) =>
  out.map(({ to }) => to).filter((iri) => iriTypeOf(iri) === 'COMPONENT')

export const deleteCascade = (root: Iri, linksOf: (iri: Iri) => Links | undefined): Cascade => {
  const missing = new Set<Iri>()
  const read = (iri: Iri): Links => linksOf(iri) ?? (missing.add(iri), { out: [], in: [] })

  const links = read(root)
  const draft = linksNamed(links.in, 'publishedResource')[0]?.from
  const standing = { missing: [...missing] }
  if (draft) {
    // The draft takes the place of its live row.
    const moved = links.in.filter(({ from }) => from !== draft && iriTypeOf(from) !== 'ROUTE')
    const repointed = moved.map((link) => ({ link, to: draft }))
    return { ...standing, removed: [root], repointed }
  }
  if (linksNamed(links.out, 'publishedResource').length) {
    return { ...standing, removed: [root], repointed: [] }
  }

  const removed = new Set<Iri>()
  const candidates = new Set<Iri>()
  const pending = [root]
  const isGone = (iri: Iri) => removed.has(iri)

  const remove = (iri: Iri) => {
    removed.add(iri)
    const around = read(iri)
    const goes = consequences[iriTypeOf(iri) ?? '']
    goes?.(around)
  }
  const consequences: Record<string, (around: Links) => void> = {
    COMPONENT: (around) => {
      for (const { from } of linksNamed(around.in, 'publishedResource')) pending.push(from)
      for (const { to } of linksNamed(around.out, 'publishedResource')) pending.push(to)
      for (const { from } of linksNamed(around.in, 'component')) {
        if (!read(from).isDynamic) pending.push(from)
      }
      for (const group of groupsOf(around)) candidates.add(group)
    },
    COMPONENT_POSITION: ({ out }) => {
      for (const { to } of linksNamed(out, 'component')) candidates.add(to)
    },
    COMPONENT_GROUP: (around) => {
      for (const { from } of linksNamed(around.in, 'componentGroup')) pending.push(from)
    },
    PAGE: (around) => {
      for (const group of groupsOf(around)) candidates.add(group)
      for (const { from } of linksNamed(around.in, 'page')) {
        if (iriTypeOf(from) === 'PAGE_DATA') pending.push(from)
        else if (!linksNamed(read(from).out, 'redirect').length) pending.push(from)
      }
    },
    LAYOUT: (around) => {
      for (const group of groupsOf(around)) candidates.add(group)
    },
    PAGE_DATA: (around) => {
      for (const component of componentsOf(around)) candidates.add(component)
      for (const { from } of linksNamed(around.in, 'pageData')) pending.push(from)
    },
    ROUTE: (around) => {
      for (const { from } of linksNamed(around.in, 'redirect')) pending.push(from)
    },
  }

  /** A draft has no place of its own: what matters is where its live row is shown. */
  const isUnused = (iri: Iri) => {
    const around = read(iri)
    if (iriTypeOf(iri) === 'COMPONENT_GROUP') return ownersOf(around).every(({ to }) => isGone(to))
    const versions = [
      ...linksNamed(around.in, 'publishedResource').map(({ from }) => from),
      ...linksNamed(around.out, 'publishedResource').map(({ to }) => to),
    ]
    return [iri, ...versions].every((twin) => usesOf(read(twin)).every(({ from }) => isGone(from)))
  }

  while (pending.length) {
    for (let iri = pending.shift(); iri; iri = pending.shift()) if (!isGone(iri)) remove(iri)
    for (const iri of candidates) if (!isGone(iri) && isUnused(iri)) pending.push(iri)
  }
  return { removed: [...removed], repointed: [], missing: [...missing] }
}
