/** Queries the resources of lists. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import type { ReadContext } from '../../access/read-context.ts'
import type { Database, ResourceTable, Schema } from '../../db/schema.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import { type ListFilter, type Order, matchFilters, orderOf } from './list-filters.ts'
import type { Paging } from './list-paging.ts'

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

/**
 * Selects the matches of several filters in one order. Each selects its own first, up to the last that may be returned, so that an
 * index in that order is read no further.
 */
const selectFromAll = (
  db: Database,
  filters: readonly ListFilter[],
  order: readonly Order[],
  paging: Paging | null,
) => {
  const parts = filters.map((matches) => {
    const columns = ['iri', 'created_at', 'sort_key'] as const
    const rows = inOrder(db.selectFrom('resource').select(columns).where(matches), order)
    return sql`(${paging ? rows.limit(paging.page * paging.perPage) : rows})`
  })
  return db.selectFrom(sql<ResourceTable>`(${sql.join(parts, sql` union all `)})`.as('resource'))
}

/** Returns the IRIs of a page of the matches; of all of them without paging. */
const findIris = async (
  db: Database,
  filters: readonly ListFilter[],
  order: readonly Order[],
  paging: Paging | null,
) => {
  const [matches, ...others] = filters
  const from =
    others.length || !matches
      ? selectFromAll(db, filters, order, paging)
      : db.selectFrom('resource').where(matches)
  const rows = inOrder(from.select('iri'), order)
  const page = paging ? rows.limit(paging.perPage).offset((paging.page - 1) * paging.perPage) : rows
  return (await page.execute()).map(({ iri }): Iri => iri)
}

const findPage = async (db: Database, search: ListSearch) => {
  const { definition, query, readContext, paging, excluded } = search
  const filters = matchFilters(db, definition, query, readContext, excluded)
  const iris = await findIris(db, filters, orderOf(db, definition, query), paging)
  if (!paging) return { iris, total: iris.length }
  const offset = (paging.page - 1) * paging.perPage
  // Short of rows, a page is the last one, unless it is empty because it comes after that.
  const isLastPage = iris.length < paging.perPage && (iris.length > 0 || offset === 0)
  return { iris, total: isLastPage ? offset + iris.length : await countMatches(db, filters) }
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

  /** Returns the IRIs of one page of the matches, and their total number. */
  find: (search: ListSearch) => findPage(db, search),
})
