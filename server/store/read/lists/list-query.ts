/** Queries the resources of lists. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import type { ReadContext } from '../../access/read-context.ts'
import type { Database } from '../../db/schema.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import { matchFilter, orderOf } from './list-filters.ts'
import type { Paging } from './list-paging.ts'

const countMatches = async (db: Database, matches: ReturnType<typeof matchFilter>) => {
  const { total } = await db
    .selectFrom('resource')
    .select((expressions) => expressions.fn.countAll<number | string>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow()
  // PostgreSQL's driver returns 64-bit integers as strings.
  return Number(total)
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

const findPage = async (db: Database, search: ListSearch) => {
  const { definition, query, readContext, paging, excluded } = search
  const matches = matchFilter(db, definition, query, readContext, excluded)
  const order = orderOf(db, definition, query)
  let rows = db.selectFrom('resource').select('iri').where(matches)
  for (const { by, direction } of order) rows = rows.orderBy(by, direction)
  if (!paging) {
    const all = await rows.execute()
    return { iris: all.map(({ iri }): Iri => iri), total: all.length }
  }
  const offset = (paging.page - 1) * paging.perPage
  const part = await rows.limit(paging.perPage).offset(offset).execute()
  // Short of rows, a page is the last one, unless it is empty because it comes after that.
  const isLastPage = part.length < paging.perPage && (part.length > 0 || offset === 0)
  const total = isLastPage ? offset + part.length : await countMatches(db, matches)
  return { iris: part.map(({ iri }): Iri => iri), total }
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
    const rows = await db
      .selectFrom('resource')
      .select('iri')
      .where(matchFilter(db, definition, query, readContext, []))
      .where(sql<SqlBool>`resource.iri in (${candidates})`)
      .execute()
    return rows.map(({ iri }): Iri => iri)
  },

  /** Returns the IRIs of one page of the matches, and their total number. */
  find: (search: ListSearch) => findPage(db, search),
})
