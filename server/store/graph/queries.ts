/** Defines the queries for rows and relations, which both databases return as one JSON text of tuples. */
import type { Iri } from '#content/model/iri.ts'
import type { Relation, Row } from './resource-graph.ts'
import { type Dialect, statement } from '../db/sql-dialect.ts'

export type RowTuple = [
  iri: Iri,
  type: string,
  data: Record<string, unknown>,
  version: number,
  publishedAt: string | null,
  publishedUntil: string | null,
  dueAt: string | null,
  createdAt: string,
  modifiedAt: string,
]
export type RelationTuple = [from: Iri, property: string, to: Iri, position: number]

/** Returns the columns of a `RowTuple`, in its order. */
export const rowColumns = ({ json }: Dialect) => [
  'resource.iri',
  'resource.type',
  json('resource.data'),
  'resource.version',
  'resource.published_at',
  'resource.published_until',
  'resource.due_at',
  'resource.created_at',
  'resource.modified_at',
]
/** The columns of a `RelationTuple`, in its order. */
export const relationColumns = ['from_iri', 'property', 'to_iri', 'position']

/** Selects the rows with the given IRIs as `RowTuple[]`, in no particular order; unknown IRIs have no tuple. */
export const rowsByIri = statement(
  (dialect) =>
    `select ${dialect.array(rowColumns(dialect), `from resource where iri in ${dialect.list}`)} as tuples`,
)
/** Selects the relations from the given IRIs as `RelationTuple[]`. */
export const outgoingRelations = statement(
  ({ array, list }) =>
    `select ${array(relationColumns, `from relation where from_iri in ${list}`)} as tuples`,
)
/** Selects the relations to the given IRIs as `RelationTuple[]`, without those of pages to their layouts. */
export const incomingRelations = statement(
  ({ array, list }) =>
    `select ${array(relationColumns, `from relation where to_iri in ${list} and property <> 'layout'`)} as tuples`,
)
/** Selects the relations of pages to the given layouts as `RelationTuple[]`. */
export const layoutRelations = statement(
  ({ array, list }) =>
    `select ${array(relationColumns, `from relation where to_iri in ${list} and property = 'layout'`)} as tuples`,
)
/** Selects the rows of the table `handle` with the given unique values. */
export const uniqueValues = statement(({ list }) => `select * from handle where value in ${list}`)

/** Returns the row of a tuple. */
export const toRow = ([
  iri,
  type,
  data,
  version,
  publishedAt,
  publishedUntil,
  dueAt,
  createdAt,
  modifiedAt,
]: RowTuple) =>
  ({
    iri,
    type,
    data,
    version,
    publishedAt,
    publishedUntil,
    dueAt,
    createdAt,
    modifiedAt,
  }) satisfies Row

/** Returns the relation of a tuple. */
export const toRelation = ([from, property, to, position]: RelationTuple): Relation => ({
  from,
  property,
  to,
  position,
})
