/**
 * Loads the resource graph on demand. A function reads it as if everything were loaded; what was missing is then
 * fetched in one batch, and the function runs again.
 */
import type { Link as RelationKey } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import { DraftDueError, type ResourceGraph, type Relation, type Row } from './resource-graph.ts'
import {
  type RelationTuple,
  type RowTuple,
  uniqueValues,
  incomingRelations,
  outgoingRelations,
  rowsByIri,
  toRelation,
  toRow,
} from './queries.ts'
import type { Database, HandleTable } from '../db/schema.ts'
import type { statement } from '../db/sql-dialect.ts'
import type { Traversal } from './preload-queries.ts'

const compareRelations = (one: Relation, other: Relation) =>
  one.position - other.position ||
  (one.from < other.from ? -1 : one.from > other.from ? 1 : one.to < other.to ? -1 : 1)

const uniqueKey = (...parts: [type: string, property: string, value: string]) =>
  JSON.stringify(parts)
const relationKey = ({ from, property, to }: RelationKey) => JSON.stringify([from, property, to])

type RelationEnd = 'from' | 'to'

const noRelations: readonly Relation[] = []

/**
 * The content graph, loaded from the database as it is needed. Use `query`, which runs a function again until its data
 * is complete.
 */
export class GraphLoader implements ResourceGraph {
  private readonly db: Database
  private readonly dueBy: string | null
  private readonly rows = new Map<Iri, Row | null>()
  /** The loaded relations, indexed by the end that they were loaded from: outgoing by `from`, incoming by `to`. */
  private readonly relations: Record<RelationEnd, Map<Iri, Relation[]>> = {
    from: new Map(),
    to: new Map(),
  }
  private readonly uniques = new Map<string, Iri | null>()
  /** The relations that this transaction has changed, which the database does not return yet. Null for removed ones. */
  private readonly uncommittedRelations = new Map<string, Relation | null>()
  private readonly missing = {
    rows: new Set<Iri>(),
    from: new Set<Iri>(),
    to: new Set<Iri>(),
    uniqueKeys: new Set<string>(),
  }

  /** Creates an empty graph. With `dueBy`, an ISO date, loading a row that is due by then throws a `DraftDueError`. */
  constructor(db: Database, dueBy: string | null = null) {
    this.db = db
    this.dueBy = dueBy
  }

  row(iri: Iri) {
    const row = this.rows.get(iri)
    if (row === undefined) this.missing.rows.add(iri)
    return row ?? null
  }

  outgoing(iri: Iri, property?: string) {
    return this.relationsAt('from', iri, property)
  }

  incoming(iri: Iri, property?: string) {
    return this.relationsAt('to', iri, property)
  }

  private relationsAt(end: RelationEnd, iri: Iri, property?: string): readonly Relation[] {
    const relations = this.relations[end].get(iri)
    if (!relations) this.missing[end].add(iri)
    if (!relations?.length) return noRelations
    return property === undefined
      ? relations
      : relations.filter((relation) => relation.property === property)
  }

  findByUnique(type: string, property: string, value: string) {
    const key = uniqueKey(type, property, value)
    const iri = this.uniques.get(key)
    if (iri === undefined) this.missing.uniqueKeys.add(key)
    return iri ?? null
  }

  /**
   * Runs a synchronous function over the graph, repeatedly until everything it reads is loaded, and returns
   * its last result.
   */
  async query<Result>(compute: (graph: ResourceGraph) => Result): Promise<Result> {
    for (;;) {
      try {
        const result = compute(this)
        if (this.isComplete()) return result
      } catch (thrown) {
        // An error only counts if everything the function read was loaded.
        if (this.isComplete()) throw thrown
      }
      await this.fetchMissing()
    }
  }

  /** Loads everything a traversal reaches, in one query. Anything it misses is fetched on demand. */
  async preload({ query, closed }: Traversal, root: Iri) {
    const { rows } = await this.db.executeQuery<Record<string, string>>(query(this.db, root))
    const read = <Tuple>(column: string) => JSON.parse(rows[0]?.[column] ?? '[]') as Tuple[]
    const reached = read<[Iri]>('reached').map(([iri]) => iri)
    this.addRows(reached, read<RowTuple>('row_tuples'))
    this.indexRelations('from', reached, read<RelationTuple>('out_tuples'))
    const isOpen = (iri: Iri) => !closed.some((prefix) => iri.startsWith(prefix))
    this.indexRelations('to', reached.filter(isOpen), read<RelationTuple>('in_tuples'))
  }

  isComplete() {
    const { rows, from, to, uniqueKeys } = this.missing
    return !rows.size && !from.size && !to.size && !uniqueKeys.size
  }

  private async fetchMissing() {
    const { rows, from, to, uniqueKeys } = this.missing
    const requested = { rows: [...rows], from: [...from], to: [...to], uniqueKeys: [...uniqueKeys] }
    for (const set of [rows, from, to, uniqueKeys]) set.clear()
    await Promise.all([
      requested.rows.length && this.fetchRows(requested.rows),
      requested.from.length && this.fetchRelations('from', requested.from),
      requested.to.length && this.fetchRelations('to', requested.to),
      requested.uniqueKeys.length && this.fetchUniques(requested.uniqueKeys),
    ])
  }

  private async fetchTuples<Tuple>(
    query: ReturnType<typeof statement>,
    iris: Iri[],
  ): Promise<Tuple[]> {
    const { rows } = await this.db.executeQuery<{ tuples: string }>(query(this.db, iris))
    return JSON.parse(rows[0]?.tuples ?? '[]') as Tuple[]
  }

  private async fetchRows(iris: Iri[]) {
    this.addRows(iris, await this.fetchTuples<RowTuple>(rowsByIri, iris))
  }

  private addRows(iris: readonly Iri[], tuples: readonly RowTuple[]) {
    for (const row of tuples.map(toRow)) {
      if (this.dueBy !== null && row.dueAt !== null && row.dueAt <= this.dueBy)
        throw new DraftDueError()
      if (!this.rows.has(row.iri)) this.rows.set(row.iri, row)
    }
    for (const iri of iris) if (!this.rows.has(iri)) this.rows.set(iri, null)
  }

  private async fetchRelations(end: RelationEnd, iris: Iri[]) {
    const query = end === 'from' ? outgoingRelations : incomingRelations
    this.indexRelations(end, iris, await this.fetchTuples<RelationTuple>(query, iris))
  }

  private indexRelations(end: RelationEnd, iris: readonly Iri[], tuples: readonly RelationTuple[]) {
    const fresh = new Map(iris.map((iri): [Iri, Relation[]] => [iri, []]))
    for (const relation of tuples.map(toRelation)) {
      if (!this.uncommittedRelations.size || !this.uncommittedRelations.has(relationKey(relation)))
        fresh.get(relation[end])?.push(relation)
    }
    for (const relation of this.uncommittedRelations.values())
      if (relation) fresh.get(relation[end])?.push(relation)
    for (const [iri, relations] of fresh) {
      if (relations.length > 1) relations.sort(compareRelations)
      this.relations[end].set(iri, relations)
    }
  }

  private async fetchUniques(keys: string[]) {
    const values = keys.map((key) => (JSON.parse(key) as [string, string, string])[2])
    const { rows } = await this.db.executeQuery<HandleTable>(uniqueValues(this.db, values))
    for (const { type, property, value, iri } of rows) {
      const key = uniqueKey(type, property, value)
      if (!this.uniques.has(key)) this.uniques.set(key, iri)
    }
    for (const key of keys) if (!this.uniques.has(key)) this.uniques.set(key, null)
  }

  protected setRow(iri: Iri, row: Row | null) {
    this.rows.set(iri, row)
  }

  protected setUnique(type: string, property: string, value: string, iri: Iri | null) {
    this.uniques.set(uniqueKey(type, property, value), iri)
  }

  /** Adds a relation, changes its position, or (with null) removes it. */
  protected setRelation(relation: RelationKey, next: Relation | null) {
    this.uncommittedRelations.set(relationKey(relation), next)
    for (const end of ['from', 'to'] as const) {
      const loaded = this.relations[end].get(relation[end])
      if (!loaded) continue
      const others = loaded.filter(
        (other) =>
          other.from !== relation.from ||
          other.property !== relation.property ||
          other.to !== relation.to,
      )
      this.relations[end].set(
        relation[end],
        next ? [...others, next].toSorted(compareRelations) : others,
      )
    }
  }
}
