/**
 * Loads the resource graph on demand. A function reads it as if everything were loaded; what was missing is then
 * fetched in one batch, and the function runs again.
 */
import type { RelationKey } from '#content/model/cascade.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { LoadedRelations, type RelationEnd, incomingEnd } from './loaded-relations.ts'
import { DraftDueError, type ResourceGraph, type Relation, type Row } from './resource-graph.ts'
import {
  type RelationTuple,
  type RowTuple,
  uniqueValues,
  incomingRelations,
  layoutRelations,
  outgoingRelations,
  rowsByIri,
  toRow,
} from './queries.ts'
import type { Database, HandleTable } from '../db/schema.ts'
import type { statement } from '../db/sql-dialect.ts'
import type { Traversal } from './preload-queries.ts'

const relationQueries: Record<RelationEnd, ReturnType<typeof statement>> = {
  from: outgoingRelations,
  to: incomingRelations,
  pages: layoutRelations,
}

const uniqueKey = (...parts: [type: string, property: string, value: string]) =>
  JSON.stringify(parts)
/**
 * The content graph, loaded from the database as it is needed. Use `query`, which runs a function again until its data
 * is complete.
 */
export class GraphLoader implements ResourceGraph {
  private readonly db: Database
  private readonly dueBy: string | null
  private readonly rows = new Map<Iri, Row | null>()
  private readonly relations = new LoadedRelations()
  private readonly uniques = new Map<string, Iri | null>()
  private readonly missing = {
    rows: new Set<Iri>(),
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
    return this.relations.at('from', iri, property)
  }

  incoming(iri: Iri, property?: string): readonly Relation[] {
    if (property !== undefined) return this.relations.at(incomingEnd(property), iri, property)
    const incoming = this.relations.at('to', iri)
    return isIriOf('LAYOUT', iri) ? [...incoming, ...this.relations.at('pages', iri)] : incoming
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
    this.relations.index('from', reached, read<RelationTuple>('out_tuples'))
    const isOpen = (iri: Iri) => !closed.some((prefix) => iri.startsWith(prefix))
    this.relations.index('to', reached.filter(isOpen), read<RelationTuple>('in_tuples'))
  }

  isComplete() {
    const { rows, uniqueKeys } = this.missing
    const { from, to, pages } = this.relations.missing
    return !rows.size && !from.size && !to.size && !pages.size && !uniqueKeys.size
  }

  private async fetchMissing() {
    const { rows, uniqueKeys } = this.missing
    const { from, to, pages } = this.relations.missing
    const requested = {
      rows: [...rows],
      from: [...from],
      to: [...to],
      pages: [...pages],
      uniqueKeys: [...uniqueKeys],
    }
    for (const set of [rows, from, to, pages, uniqueKeys]) set.clear()
    await Promise.all([
      requested.rows.length && this.fetchRows(requested.rows),
      requested.from.length && this.fetchRelations('from', requested.from),
      requested.to.length && this.fetchRelations('to', requested.to),
      requested.pages.length && this.fetchRelations('pages', requested.pages),
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
    const tuples = await this.fetchTuples<RelationTuple>(relationQueries[end], iris)
    this.relations.index(end, iris, tuples)
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
    this.relations.set(relation, next)
  }
}
