/** Queries the resources of lists. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import type { ReadContext } from '../../access/read-context.ts'
import type { Database, ResourceTable, Schema } from '../../db/schema.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import { type ListFilter, type Order, matchFilters, orderOf } from './list-filters.ts'
import { type ListPage, type Paging, readListPage } from './list-paging.ts'

const countMatches = async (db: Database, filters: readonly ListFilter[]) => {
  const counts = await Promise.all(
    filters.map((matches) =>
      db
        .selectFrom('resource')
        .select((expressions) => expressions.fn.countAll<number | string>().as('total'))
        .where(matches)
        .executeTakeFirstOrThrow(),
    ),
  )
  // PostgreSQL's driver returns 64-bit integers as strings.
  return counts.reduce((sum, { total }) => sum + Number(total), 0)
}

interface ListSearch {
  definition: TypeDefinition
  query: URLSearchParams
  readContext: ReadContext
  /** The page to return; null for all matches. */
  paging: Paging | null
  /** The IRIs that do not count as matches. */
  excluded: readonly Iri[]
}

const inOrder = <Output>(
  rows: SelectQueryBuilder<Schema, 'resource', Output>,
  order: readonly Order[],
) => order.reduce((sorted, { by, direction }) => sorted.orderBy(by, direction), rows)

interface Range {
  limit: number
  offset: number
}

/**
 * Selects the matches of several filters in one order. Each selects its own first, up to the last that may be returned, so that an
 * index in that order is read no further.
 */
const selectFromAll = (
  db: Database,
  filters: readonly ListFilter[],
  order: readonly Order[],
  range: Range | null,
) => {
  const parts = filters.map((matches) => {
    const columns = ['iri', 'created_at', 'sort_key'] as const
    const rows = inOrder(db.selectFrom('resource').select(columns).where(matches), order)
    return sql`(${range ? rows.limit(range.offset + range.limit) : rows})`
  })
  return db.selectFrom(sql<ResourceTable>`(${sql.join(parts, sql` union all `)})`.as('resource'))
}

/** Returns the IRIs of a range of the matches; of all of them without one. */
const findIris = async (
  db: Database,
  filters: readonly ListFilter[],
  order: readonly Order[],
  range: Range | null,
) => {
  const [matches, ...others] = filters
  const from =
    others.length || !matches
      ? selectFromAll(db, filters, order, range)
      : db.selectFrom('resource').where(matches)
  const rows = inOrder(from.select('iri'), order)
  const inRange = range ? rows.limit(range.limit).offset(range.offset) : rows
  return (await inRange.execute()).map(({ iri }): Iri => iri)
}

const findPage = async (db: Database, search: ListSearch): Promise<ListPage<Iri>> => {
  const { definition, query, readContext, paging, excluded } = search
  const filters = matchFilters(db, definition, query, readContext, excluded)
  const order = orderOf(db, definition, query)
  return readListPage(paging, {
    read: (range) => findIris(db, filters, order, range),
    count: () => countMatches(db, filters),
  })
}

/** Creates the queries for lists. */
export const createListQuery = (db: Database) => ({
  /** Returns true if any resource of a type is unpublished. */
  async hasDrafts({ type }: TypeDefinition, now: string) {
    const draft = await db
      .selectFrom('resource')
      .select('iri')
      .where('type', '=', type)
      .where((either) =>
        either.or([either('published_at', 'is', null), either('published_at', '>', now)]),
      )
      .limit(1)
      .executeTakeFirst()
    return draft !== undefined
  },

  /** Returns the matching IRIs among those of a subquery. */
  async among(
    candidates: RawBuilder<unknown>,
    definition: TypeDefinition,
    query: URLSearchParams,
    readContext: ReadContext,
  ) {
    const filters = matchFilters(db, definition, query, readContext, [])
    const rows = await db
      .selectFrom('resource')
      .select('iri')
      .where((expressions) => expressions.or(filters.map((matches) => matches(expressions))))
      .where(sql<SqlBool>`resource.iri in (${candidates})`)
      .execute()
    return rows.map(({ iri }): Iri => iri)
  },

  /** Returns the IRIs of one page of the matches, and their total number unless that is not asked for. */
  find: (search: ListSearch) => findPage(db, search),
})
