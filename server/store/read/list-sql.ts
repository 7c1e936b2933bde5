/** The SQL of lists: filters, order and paging (api, sections 2.0 and 6.2). */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { InvalidInputError } from '#server/domain-errors.ts'
import type { Schema, Database } from '../db/schema.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import { valueList, jsonText } from '../db/sql-dialect.ts'
import { containsText } from '../db/contains-text.ts'
import { type ReadContext, seesDrafts } from '../access/read-context.ts'

const perPageDefault = 30
const perPageLimit = 100

export interface Paging {
  page: number
  perPage: number
}

const isWholeNumber = (raw: string, minimum: number) =>
  /^\d+$/.test(raw) && Number.isSafeInteger(Number(raw)) && Number(raw) >= minimum

const wholeNumber = (query: URLSearchParams, name: string, fallback: number, minimum: number) => {
  const raw = query.get(name)
  if (raw === null || raw === '') return fallback
  if (!isWholeNumber(raw, minimum)) {
    throw new InvalidInputError(`"${name}" should be a whole number of at least ${minimum}.`)
  }
  return Number(raw)
}

/** Returns the page that was requested; null for lists without paging. Throws for invalid numbers. */
export const pagingOf = (
  definition: Pick<TypeDefinition, 'type' | 'perPage'>,
  query: URLSearchParams,
): Paging | null => {
  if (definition.type === 'SiteConfigParameter') return null
  if (definition.type === 'Route' && query.get('pagination') === 'false') return null
  return {
    page: wholeNumber(query, 'page', 1, 1),
    perPage: Math.min(
      wholeNumber(query, 'perPage', definition.perPage ?? perPageDefault, 0),
      perPageLimit,
    ),
  }
}

/** Drops invalid paging parameters from a query that was meant for something else. */
export const dropInvalidPaging = (query: URLSearchParams) => {
  if (!isWholeNumber(query.get('page') ?? '1', 1)) query.delete('page')
  if (!isWholeNumber(query.get('perPage') ?? '1', 0)) query.delete('perPage')
  return query
}

const booleanValues: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

interface Order {
  by: RawBuilder<unknown>
  direction: 'asc' | 'desc'
}

type Expressions = ExpressionBuilder<Schema, 'resource'>

export const createListQuery = (db: Database) => {
  const text = (property: string) => jsonText(db, 'resource.data', property)

  const contains = (property: string, term: string) => {
    const [owner, inner] = property.split('.')
    return inner
      ? sql<SqlBool>`exists (
          select 1 from relation join resource as other on other.iri = relation.to_iri
          where relation.from_iri = resource.iri and relation.property = ${owner}
          and ${containsText(db, jsonText(db, 'other.data', inner), term)})`
      : containsText(db, text(property), term)
  }

  const publicationFilter = (definition: TypeDefinition, readContext: ReadContext) => {
    if (!definition.isPublishable) return sql<SqlBool>`1 = 1`
    return seesDrafts(readContext) && !readContext.published
      ? sql<SqlBool>`not exists (
          select 1 from relation
          where relation.to_iri = resource.iri and relation.property = 'publishedResource')`
      : sql<SqlBool>`resource.published_at <= ${readContext.now}`
  }

  /** Parses `isTemplate=1` and `isTemplate[]=true&isTemplate[]=false`. */
  const isTemplate = (query: URLSearchParams) => {
    const requested = [...query.getAll('isTemplate'), ...query.getAll('isTemplate[]')]
    const booleans = requested.flatMap((value) =>
      Object.hasOwn(booleanValues, value) ? [booleanValues[value]] : [],
    )
    // libsql returns JSON booleans as 1 and 0.
    const sqlValues = [...new Set(booleans)].flatMap((isTrue) =>
      isTrue ? ['1', 'true'] : ['0', 'false'],
    )
    return sqlValues.length
      ? sql<SqlBool>`cast(${text('isTemplate')} as text) in (${sql.join(sqlValues)})`
      : null
  }

  const matchFilter = (
    definition: TypeDefinition,
    query: URLSearchParams,
    readContext: ReadContext,
    excluded: readonly Iri[],
  ) => {
    const searched = definition.searchableBy.flatMap((property) => {
      const term = query.get(property)
      return term ? [contains(property, term)] : []
    })
    const template = definition.type === 'Page' ? isTemplate(query) : null
    return (expressions: Expressions) =>
      expressions.and([
        expressions('resource.type', '=', definition.type),
        publicationFilter(definition, readContext),
        ...(searched.length ? [expressions.or(searched)] : []),
        ...(template ? [template] : []),
        ...(excluded.length ? [sql<SqlBool>`resource.iri not in ${valueList(db, excluded)}`] : []),
      ])
  }

  /**
   * Returns the order that was requested, newest first by default; ties are broken by IRI, in the direction
   * of the last property.
   */
  const orderOf = (definition: TypeDefinition, query: URLSearchParams): Order[] => {
    // Of a repeated name the last value counts.
    const requested = [...new Map(query)].flatMap(([name, raw]): Order[] => {
      const [, property = ''] = /^order\[(\w+)\]$/.exec(name) ?? []
      const direction = raw.toLowerCase()
      if (!definition.sortableBy.includes(property)) return []
      if (direction !== 'asc' && direction !== 'desc') return []
      const by = property === 'createdAt' ? sql.ref('created_at') : sql`lower(${text(property)})`
      return [{ by, direction }]
    })
    const byAge: Order = { by: sql.ref('created_at'), direction: 'desc' }
    const { direction } = requested.at(-1) ?? byAge
    return [...(requested.length ? requested : [byAge]), { by: sql.ref('iri'), direction }]
  }

  return {
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
        .where(matchFilter(definition, query, readContext, []))
        .where(sql<SqlBool>`resource.iri in (${candidates})`)
        .execute()
      return rows.map(({ iri }): Iri => iri)
    },

    /** Returns the IRIs of one page of the matches, and their total number. */
    async find(
      definition: TypeDefinition,
      query: URLSearchParams,
      readContext: ReadContext,
      paging: Paging | null,
      excluded: readonly Iri[],
    ) {
      const matches = matchFilter(definition, query, readContext, excluded)
      const order = orderOf(definition, query)
      let rows = db.selectFrom('resource').select('iri').where(matches)
      for (const { by, direction } of order) rows = rows.orderBy(by, direction)
      if (!paging) {
        const all = await rows.execute()
        return { iris: all.map(({ iri }): Iri => iri), total: all.length }
      }
      const part = await rows
        .limit(paging.perPage)
        .offset((paging.page - 1) * paging.perPage)
        .execute()
      const { total } = await db
        .selectFrom('resource')
        .select((expressions) => expressions.fn.countAll<number | string>().as('total'))
        .where(matches)
        .executeTakeFirstOrThrow()
      return { iris: part.map(({ iri }): Iri => iri), total: Number(total) }
    },
  }
}
