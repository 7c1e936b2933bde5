/** Writes the changes of a unit of work into the tables of resources, relations, unique values and aliases. */
import type { Iri } from '#content/model/iri.ts'
import { listColumnsOf } from '../db/list-columns.ts'
import type { Database } from '../db/schema.ts'
import type { Relation, Row } from '../graph/resource-graph.ts'

/** A relation as it is now, or one that was removed. */
export type RelationChange = Relation | { removed: Omit<Relation, 'position'> }

/** The resource that has a value of a unique property now; null when none has it any longer. */
export interface UniqueChange {
  type: string
  property: string
  value: string
  iri: Iri | null
}

/** A deleted IRI that leads to another until a date. */
export interface Alias {
  iri: Iri
  to_iri: Iri
  until: string
}

/** Deletes resources with their unique values. */
export const flushDeletions = async (tx: Database, iris: readonly Iri[]) => {
  if (!iris.length) return
  await tx.deleteFrom('resource').where('iri', 'in', iris).execute()
  await tx.deleteFrom('handle').where('iri', 'in', iris).execute()
}

/** Inserts a new resource, or updates the row of one that is stored. */
export const flushRow = async (tx: Database, row: Row, isNew: boolean) => {
  const { iri } = row
  const stored = {
    type: row.type,
    data: JSON.stringify(row.data),
    version: row.version,
    published_at: row.publishedAt,
    published_until: row.publishedUntil,
    due_at: row.dueAt,
    ...listColumnsOf(iri, row.data),
    created_at: row.createdAt,
    modified_at: row.modifiedAt,
  }
  if (!isNew) await tx.updateTable('resource').set(stored).where('iri', '=', iri).execute()
  else
    await tx
      .insertInto('resource')
      .values({ iri, ...stored })
      .execute()
}

const deleteRelation = (tx: Database, { from, property, to }: Omit<Relation, 'position'>) =>
  tx
    .deleteFrom('relation')
    .where('from_iri', '=', from)
    .where('property', '=', property)
    .where('to_iri', '=', to)
    .execute()

const upsertRelation = (tx: Database, { from, property, to, position }: Relation) =>
  tx
    .insertInto('relation')
    .values({ from_iri: from, property, to_iri: to, position })
    .onConflict((conflict) =>
      conflict.columns(['from_iri', 'property', 'to_iri']).doUpdateSet({ position }),
    )
    .execute()

/** Inserts, moves and deletes relations. */
export const flushRelations = async (tx: Database, changes: Iterable<RelationChange>) => {
  for (const change of changes) {
    await ('removed' in change ? deleteRelation(tx, change.removed) : upsertRelation(tx, change))
  }
}

/** Gives the values of unique properties to their new resources. */
export const flushUniqueValues = async (tx: Database, changes: readonly UniqueChange[]) => {
  for (const { type, property, value, iri } of changes) {
    await tx
      .deleteFrom('handle')
      .where('type', '=', type)
      .where('property', '=', property)
      .where('value', '=', value)
      .execute()
    if (iri) await tx.insertInto('handle').values({ type, property, value, iri }).execute()
  }
}

/** Inserts the aliases of deleted IRIs. */
export const flushAliases = async (tx: Database, aliases: readonly Alias[]) => {
  if (aliases.length) await tx.insertInto('alias').values(aliases).execute()
}
