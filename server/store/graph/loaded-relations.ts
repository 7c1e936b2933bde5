/** The relations of the content graph that are loaded, those that are missing, and those that are not committed yet. */
import type { RelationKey } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import { type RelationTuple, toRelation } from './queries.ts'
import type { Relation } from './resource-graph.ts'

const compareRelations = (one: Relation, other: Relation) =>
  one.position - other.position ||
  (one.from < other.from ? -1 : one.from > other.from ? 1 : one.to < other.to ? -1 : 1)

const relationKey = ({ from, property, to }: RelationKey) => JSON.stringify([from, property, to])

/** The resource that a relation leads from, or the one that it leads to. */
export type RelationEnd = 'from' | 'to'

const noRelations: readonly Relation[] = []

export class LoadedRelations {
  /** The resources whose relations were read before they were loaded. */
  readonly missing = { from: new Set<Iri>(), to: new Set<Iri>() }
  /** Indexed by the end that they were loaded from: outgoing by `from`, incoming by `to`. */
  private readonly loaded: Record<RelationEnd, Map<Iri, Relation[]>> = {
    from: new Map(),
    to: new Map(),
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
    for (const relation of tuples.map(toRelation)) {
      if (!this.uncommitted.size || !this.uncommitted.has(relationKey(relation)))
        fresh.get(relation[end])?.push(relation)
    }
    for (const relation of this.uncommitted.values())
      if (relation) fresh.get(relation[end])?.push(relation)
    for (const [iri, relations] of fresh) {
      if (relations.length > 1) relations.sort(compareRelations)
      this.loaded[end].set(iri, relations)
    }
  }

  /** Adds a relation, changes its position, or (with null) removes it. */
  set(relation: RelationKey, next: Relation | null) {
    this.uncommitted.set(relationKey(relation), next)
    for (const end of ['from', 'to'] as const) {
      const loaded = this.loaded[end].get(relation[end])
      if (!loaded) continue
      const others = loaded.filter(
        (other) =>
          other.from !== relation.from ||
          other.property !== relation.property ||
          other.to !== relation.to,
      )
      this.loaded[end].set(
        relation[end],
        next ? [...others, next].toSorted(compareRelations) : others,
      )
    }
  }
}
