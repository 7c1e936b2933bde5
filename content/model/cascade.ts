/**
 * Computes what else a deletion removes or changes. Relations are passed in. If some are missing, they are returned in
 * `missing`; the caller loads them and calls again.
 */
import { type Iri, iriTypeOf } from './iri.ts'

/** A property of one resource that names another by its IRI. */
export interface RelationKey {
  from: Iri
  property: string
  to: Iri
}

/** All relations from and to one resource. */
export interface Relations {
  outgoing: readonly RelationKey[]
  incoming: readonly RelationKey[]
  /** True for a position that shows a property of the page data, with its own component as the fallback. */
  isDynamic?: boolean
}

export interface Cascade {
  /** The removed resources in the order in which the rules reach them, the root first. */
  removed: Iri[]
  /** The relations to a live version that will lead to its draft. */
  repointed: { relation: RelationKey; to: Iri }[]
  /** The resources whose relations are needed; the result is preliminary until this is empty. */
  missing: Iri[]
}

const relationsNamed = (relations: readonly RelationKey[], property: string) =>
  relations.filter((relation) => relation.property === property)

/** Returns the relations by which positions and page data properties show a component. */
const usesOf = ({ incoming }: Relations) =>
  incoming.filter(({ from, property }) =>
    iriTypeOf(from) === 'COMPONENT_POSITION'
      ? property === 'component'
      : iriTypeOf(from) === 'PAGE_DATA',
  )

const ownerProperties = ['pages', 'layouts', 'components']
const ownersOf = ({ outgoing }: Relations) =>
  outgoing.filter(({ property }) => ownerProperties.includes(property))
const groupsOf = ({ incoming }: Relations) =>
  incoming.filter(({ property }) => ownerProperties.includes(property)).map(({ from }) => from)
const componentsOf = ({ outgoing }: Relations) =>
  outgoing.map(({ to }) => to).filter((iri) => iriTypeOf(iri) === 'COMPONENT')

type ReadRelations = (iri: Iri) => Relations
type CascadeOf = Pick<Cascade, 'removed' | 'repointed'>

/**
 * Returns what the deletion of `root` removes and repoints. `relationsOf` returns undefined for a resource whose relations
 * are not loaded yet; it is then in `missing`.
 */
export const deleteCascade = (
  root: Iri,
  relationsOf: (iri: Iri) => Relations | undefined,
): Cascade => {
  const missing = new Set<Iri>()
  const read: ReadRelations = (iri) =>
    relationsOf(iri) ?? (missing.add(iri), { outgoing: [], incoming: [] })
  const cascade = versionCascade(root, read(root)) ?? {
    removed: removedWith(root, read),
    repointed: [],
  }
  return { ...cascade, missing: [...missing] }
}

/**
 * Returns what the deletion of one version of a component changes while the other remains; null if there is no other.
 */
const versionCascade = (root: Iri, { incoming, outgoing }: Relations): CascadeOf | null => {
  const draft = relationsNamed(incoming, 'publishedResource')[0]?.from
  if (draft) {
    // The draft takes over the positions of its live version.
    const moved = incoming.filter(({ from }) => from !== draft && iriTypeOf(from) !== 'ROUTE')
    return { removed: [root], repointed: moved.map((relation) => ({ relation, to: draft })) }
  }
  return relationsNamed(outgoing, 'publishedResource').length
    ? { removed: [root], repointed: [] }
    : null
}

interface Consequences {
  /** The resources that are removed as well. */
  removed?: Iri[]
  /** The resources that are removed if nothing that remains uses them. */
  candidates?: Iri[]
}

const sources = (relations: readonly RelationKey[], property: string) =>
  relationsNamed(relations, property).map(({ from }) => from)
const targets = (relations: readonly RelationKey[], property: string) =>
  relationsNamed(relations, property).map(({ to }) => to)

/** The consequences of removing a resource, by its type. */
const consequences: Record<string, (relations: Relations, read: ReadRelations) => Consequences> = {
  COMPONENT: (relations, read) => ({
    removed: [
      ...sources(relations.incoming, 'publishedResource'),
      ...targets(relations.outgoing, 'publishedResource'),
      ...sources(relations.incoming, 'component').filter((position) => !read(position).isDynamic),
    ],
    candidates: groupsOf(relations),
  }),
  COMPONENT_POSITION: ({ outgoing }) => ({ candidates: targets(outgoing, 'component') }),
  COMPONENT_GROUP: ({ incoming }) => ({ removed: sources(incoming, 'componentGroup') }),
  PAGE: (relations, read) => ({
    candidates: groupsOf(relations),
    removed: sources(relations.incoming, 'page').filter(
      (from) =>
        iriTypeOf(from) === 'PAGE_DATA' || !relationsNamed(read(from).outgoing, 'redirect').length,
    ),
  }),
  LAYOUT: (relations) => ({ candidates: groupsOf(relations) }),
  PAGE_DATA: (relations) => ({
    candidates: componentsOf(relations),
    removed: sources(relations.incoming, 'pageData'),
  }),
  ROUTE: ({ incoming }) => ({ removed: sources(incoming, 'redirect') }),
}

/** Returns the root and all resources that are removed with it. */
const removedWith = (root: Iri, read: ReadRelations): Iri[] => {
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
const isUnused = (iri: Iri, read: ReadRelations, removed: ReadonlySet<Iri>) => {
  const relations = read(iri)
  if (iriTypeOf(iri) === 'COMPONENT_GROUP')
    return ownersOf(relations).every(({ to }) => removed.has(to))
  const versions = [
    ...sources(relations.incoming, 'publishedResource'),
    ...targets(relations.outgoing, 'publishedResource'),
  ]
  return [iri, ...versions].every((version) =>
    usesOf(read(version)).every(({ from }) => removed.has(from)),
  )
}
