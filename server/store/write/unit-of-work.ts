/**
 * The unit of work of a transaction (https://martinfowler.com/eaaCatalog/unitOfWork.html): keeps the changes in memory,
 * where its own reads see them, and writes all of them at the end.
 */
import type { PublicationDate } from './publication-dates.ts'
import type { Iri } from '#content/model/iri.ts'
import { findAlias } from '../graph/merged-draft-aliases.ts'
import type { Relation, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { Database } from '../db/schema.ts'
import { AddedMediaObjects } from './added-media-objects.ts'
import {
  type Alias,
  type RelationChange,
  type UniqueChange,
  flushDeletions,
  flushAliases,
  flushRelations,
  flushRow,
  flushUniqueValues,
} from './flush-changes.ts'

export type RowChange = 'created' | 'updated' | 'deleted'

/** The resource graph of a transaction, with its changes. Nothing is written before `flush`. */
export class UnitOfWork extends GraphLoader {
  readonly tx: Database
  readonly now: string
  /** The changes of each row, in order. */
  readonly rowChanges = new Map<Iri, RowChange>()
  /** Resources whose relations changed, even if their own row did not. */
  readonly affected = new Set<Iri>()
  /** The rows as they were before they were updated or deleted. */
  readonly previousRows = new Map<Iri, Row>()
  readonly mediaObjects: AddedMediaObjects
  private readonly relationChanges = new Map<string, RelationChange>()
  private readonly uniqueChanges: UniqueChange[] = []
  private readonly aliases: Alias[] = []

  constructor(tx: Database, now: string) {
    super(tx)
    this.tx = tx
    this.now = now
    this.mediaObjects = new AddedMediaObjects(tx, now)
  }

  /** Adds a new row and returns it with its version and dates. */
  create(row: Omit<Row, 'version' | 'createdAt' | 'modifiedAt'>): Row {
    const created = { ...row, version: 1, createdAt: this.now, modifiedAt: this.now }
    this.setRow(row.iri, created)
    this.rowChanges.set(row.iri, this.rowChanges.get(row.iri) === 'deleted' ? 'updated' : 'created')
    return created
  }

  /** Brings back a deleted row as it was, with its version and dates. */
  restore(row: Row) {
    this.setRow(row.iri, row)
    this.rowChanges.set(row.iri, 'created')
  }

  /** Changes a row. However often it is called in a transaction, the version grows by one. */
  update(row: Row, changes: Partial<Pick<Row, 'data' | PublicationDate>> = {}): Row {
    const isFirst = !this.rowChanges.has(row.iri)
    const updated = {
      ...row,
      ...changes,
      version: isFirst ? row.version + 1 : row.version,
      modifiedAt: this.now,
    }
    if (isFirst) this.previousRows.set(row.iri, row)
    this.setRow(row.iri, updated)
    if (isFirst) this.rowChanges.set(row.iri, 'updated')
    return updated
  }

  /**
   * Changes a row's IRI, moving all its relations. A row that already has the IRI is replaced, but relations to it
   * remain.
   */
  async changeIri(row: Row, iri: Iri): Promise<Row> {
    const { relations, existing, existingRelations } = await this.query((graph) => ({
      relations: [...graph.outgoing(row.iri), ...graph.incoming(row.iri)],
      existing: graph.row(iri),
      existingRelations: graph.outgoing(iri),
    }))
    for (const relation of existingRelations) this.removeRelation(relation)
    await this.delete(row.iri)
    const renamed = { ...row, iri, version: row.version + 1, modifiedAt: this.now }
    this.setRow(iri, renamed)
    this.rowChanges.set(iri, existing ? 'updated' : 'created')
    for (const { from, property, to, position } of relations) {
      if (from === iri) continue
      const [start, end] = [from, to].map((at) => (at === row.iri ? iri : at))
      this.addRelation(start!, property, end!, position)
    }
    return renamed
  }

  /** Deletes a row and all its relations. */
  async delete(iri: Iri) {
    const { row, relations } = await this.query((graph) => ({
      row: graph.row(iri),
      relations: [...graph.outgoing(iri), ...graph.incoming(iri)],
    }))
    if (!row) return
    for (const relation of relations) this.removeRelation(relation)
    this.setRow(iri, null)
    if (this.rowChanges.get(iri) === 'created') return void this.rowChanges.delete(iri)
    if (!this.previousRows.has(iri)) this.previousRows.set(iri, row)
    this.rowChanges.set(iri, 'deleted')
  }

  /** Adds a relation, or changes its position. */
  addRelation(from: Iri, property: string, to: Iri, position = 0) {
    const relation = { from, property, to, position }
    this.setRelation(relation, relation)
    this.relationChanges.set(JSON.stringify([from, property, to]), relation)
    this.affected.add(from).add(to)
  }

  removeRelation({ from, property, to }: Pick<Relation, 'from' | 'property' | 'to'>) {
    this.setRelation({ from, property, to }, null)
    this.relationChanges.set(JSON.stringify([from, property, to]), {
      removed: { from, property, to },
    })
    this.affected.add(from).add(to)
  }

  /** Gives a property these targets, in this order; resolves to true if that changed anything. */
  async setTargets(from: Iri, property: string, targets: readonly Iri[]) {
    const now = await this.query((graph) => graph.outgoing(from, property))
    if (now.length === targets.length && now.every(({ to }, at) => to === targets[at])) return false
    for (const relation of now) if (!targets.includes(relation.to)) this.removeRelation(relation)
    targets.forEach((to, at) => this.addRelation(from, property, to, at))
    return true
  }

  /** Returns the relations that were created, moved or removed. */
  changedRelations() {
    return [...this.relationChanges.values()].map((change) =>
      'removed' in change ? change.removed : change,
    )
  }

  /** Gives a unique value to a resource, or to none. */
  setUniqueValue(type: string, property: string, value: string, iri: Iri | null) {
    this.setUnique(type, property, value, iri)
    this.uniqueChanges.push({ type, property, value, iri })
  }

  /** Makes a deleted IRI lead to another until an ISO date. */
  addAlias(iri: Iri, to: Iri, until: string) {
    this.aliases.push({ iri, to_iri: to, until })
  }

  /** True for a draft that this transaction has merged into its live row. */
  isMerged(iri: Iri) {
    return this.aliases.some((alias) => alias.iri === iri)
  }

  /**
   * Returns the IRI that another is an alias of, also by an alias of this transaction, which may have merged a due
   * draft.
   */
  async findAlias(iri: Iri) {
    const own = this.aliases.find((alias) => alias.iri === iri)
    return own?.to_iri ?? findAlias(this.tx, iri, this.now)
  }

  /** Writes all changes into the tables. Call it once, at the end of the transaction. */
  async flush() {
    const deleted = [...this.rowChanges].filter(([, change]) => change === 'deleted')
    await flushDeletions(
      this.tx,
      deleted.map(([iri]) => iri),
    )
    for (const [iri, change] of this.rowChanges) {
      const row = this.row(iri)
      if (change !== 'deleted' && row) await flushRow(this.tx, row, change === 'created')
    }
    await flushRelations(this.tx, this.relationChanges.values())
    await flushUniqueValues(this.tx, this.uniqueChanges)
    await this.mediaObjects.flush()
    await flushAliases(this.tx, this.aliases)
  }
}
