/** The relations of the content graph that are loaded, those that are missing, and those that are not committed yet. */
import type { RelationKey } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import { type RelationTuple, toRelation } from './queries.ts'
import type { Relation } from './resource-graph.ts'

const compareRelations = (one: Relation, other: Relation) =>
  one.position - other.position ||
  (one.from < other.from ? -1 : one.from > other.from ? 1 : one.to < other.to ? -1 : 1)

const relationKey = ({ from, property, to }: RelationKey) => JSON.stringify([from, property, to])

/**
 * The end of relations that they are loaded by: the resource that they lead from, or the one that they lead to. The pages
 * of a layout are apart from everything else that leads to it: they may be all pages of a site, and are seldom needed.
 */
export type RelationEnd = 'from' | 'to' | 'pages'

/** The property of a page that leads to its layout. */
export const layoutProperty = 'layout'

/** Returns the end by which a relation is loaded that leads to a resource. */
export const incomingEnd = (property: string) => (property === layoutProperty ? 'pages' : 'to')

const iriAt = (end: RelationEnd, { from, to }: RelationKey) => (end === 'from' ? from : to)

const noRelations: readonly Relation[] = []

export class LoadedRelations {
  /** The resources whose relations were read before they were loaded. */
  readonly missing = { from: new Set<Iri>(), to: new Set<Iri>(), pages: new Set<Iri>() }
  /** Indexed by the end that they were loaded by. */
  private readonly loaded: Record<RelationEnd, Map<Iri, Relation[]>> = {
    from: new Map(),
    to: new Map(),
    pages: new Map(),
  }
  /** The relations that this transaction has changed, which the database does not return yet. Null for removed ones. */
  private readonly uncommitted = new Map<string, Relation | null>()

  /** Returns the relations of a resource; those that are not loaded yet count as missing. */
  at(end: RelationEnd, iri: Iri, property?: string): readonly Relation[] {
    const relations = this.loaded[end].get(iri)
    if (!relations) this.missing[end].add(iri)
    if (!relations?.length) return noRelations
    return property === undefined
      ? relations
      : relations.filter((relation) => relation.property === property)
  }

  /** Adds all relations of some resources, as the database returns them. */
  index(end: RelationEnd, iris: readonly Iri[], tuples: readonly RelationTuple[]) {
    const fresh = new Map(iris.map((iri): [Iri, Relation[]] => [iri, []]))
    const add = (relation: Relation) => {
      if (end === 'from' || end === incomingEnd(relation.property))
        fresh.get(iriAt(end, relation))?.push(relation)
    }
    for (const relation of tuples.map(toRelation))
      if (!this.uncommitted.size || !this.uncommitted.has(relationKey(relation))) add(relation)
    for (const relation of this.uncommitted.values()) if (relation) add(relation)
    for (const [iri, relations] of fresh) {
      if (relations.length > 1) relations.sort(compareRelations)
      this.loaded[end].set(iri, relations)
    }
  }

  /** Adds a relation, changes its position, or (with null) removes it. */
  set(relation: RelationKey, next: Relation | null) {
    this.uncommitted.set(relationKey(relation), next)
    for (const end of ['from', incomingEnd(relation.property)] as const) {
      const loaded = this.loaded[end].get(iriAt(end, relation))
      if (!loaded) continue
      const others = loaded.filter(
        (other) =>
          other.from !== relation.from ||
          other.property !== relation.property ||
          other.to !== relation.to,
      )
      this.loaded[end].set(
        iriAt(end, relation),
        next ? [...others, next].toSorted(compareRelations) : others,
      )
    }
  }
}
