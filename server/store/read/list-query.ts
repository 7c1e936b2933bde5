/** Collections: which rows, in what order, which part of them (api, sections 2.0 and 6.2). */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { problem } from '#server/http/problem.ts'
import type { Schema, Database } from '../db/schema.ts'
import type { TypeDefinition } from '../types/type-registry.ts'
import { valueList, jsonText } from '../db/sql.ts'
import { containsText } from '../db/text-search.ts'
import { type ReadContext, seesDrafts } from '../access/read-context.ts'

const perPageDefault = 30
const perPageLimit = 100

export interface Paging {
  page: number
  perPage: number
}

const isWhole = (said: string, least: number) =>
  /^\d+$/.test(said) && Number.isSafeInteger(Number(said)) && Number(said) >= least

const wholeNumber = (query: URLSearchParams, name: string, otherwise: number, least: number) => {
  const said = query.get(name)
  if (said === null || said === '') return otherwise
  if (!isWhole(said, least)) {
    throw problem(400, { detail: `"${name}" should be a whole number of at least ${least}.` })
  }
  return Number(said)
}

/** Null where everything is sent at once. */
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

/** For a query that was meant for somebody else: what cannot be is left out. */
export const dropInvalidPaging = (query: URLSearchParams) => {
  if (!isWhole(query.get('page') ?? '1', 1)) query.delete('page')
  if (!isWhole(query.get('perPage') ?? '1', 0)) query.delete('perPage')
  return query
}

const truths: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

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

  const isSeen = (definition: TypeDefinition, readContext: ReadContext) => {
    if (!definition.isPublishable) return sql<SqlBool>`1 = 1`
    return seesDrafts(readContext) && !readContext.published
      ? sql<SqlBool>`not exists (
          select 1 from relation
          where relation.to_iri = resource.iri and relation.property = 'publishedResource')`
      : sql<SqlBool>`resource.published_at <= ${readContext.now}`
  }

  /** `isTemplate=1`, `isTemplate[]=true&isTemplate[]=false`. */
  const isTemplate = (query: URLSearchParams) => {
    const asked = [...query.getAll('isTemplate'), ...query.getAll('isTemplate[]')]
    const wanted = asked.flatMap((word) => (Object.hasOwn(truths, word) ? [truths[word]] : []))
    // libsql says 1 and 0 for the booleans of JSON.
    const spoken = [...new Set(wanted)].flatMap((truth) => (truth ? ['1', 'true'] : ['0', 'false']))
    return spoken.length
      ? sql<SqlBool>`cast(${text('isTemplate')} as text) in (${sql.join(spoken)})`
      : null
  }

  const where = (
    definition: TypeDefinition,
    query: URLSearchParams,
    readContext: ReadContext,
    except: readonly Iri[],
  ) => {
    const searched = definition.search.flatMap((property) => {
      const term = query.get(property)
      return term ? [contains(property, term)] : []
    })
    const template = definition.type === 'Page' ? isTemplate(query) : null
    return (expressions: Expressions) =>
      expressions.and([
        expressions('resource.type', '=', definition.type),
        isSeen(definition, readContext),
        ...(searched.length ? [expressions.or(searched)] : []),
        ...(template ? [template] : []),
        ...(except.length ? [sql<SqlBool>`resource.iri not in ${valueList(db, except)}`] : []),
      ])
  }

  /** Of two that are the same in what is asked for, the younger comes where younger ones come. */
  const orderOf = (definition: TypeDefinition, query: URLSearchParams): Order[] => {
    // Each name once, however often it is said: what is said last counts.
    const asked = [...new Map(query)].flatMap(([name, said]): Order[] => {
      const [, property = ''] = /^order\[(\w+)\]$/.exec(name) ?? []
      const direction = said.toLowerCase()
      if (!definition.order.includes(property)) return []
      if (direction !== 'asc' && direction !== 'desc') return []
      const by = property === 'createdAt' ? sql.ref('created_at') : sql`lower(${text(property)})`
      return [{ by, direction }]
    })
    const age: Order = { by: sql.ref('created_at'), direction: 'desc' }
    const { direction } = asked.at(-1) ?? age
    return [...(asked.length ? asked : [age]), { by: sql.ref('iri'), direction }]
  }

  return {
    /** Whether there is anything of a type that is not published. */
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

    /** Those that match among what is found by another query, which gives IRIs. */
    async among(
      candidates: RawBuilder<unknown>,
      definition: TypeDefinition,
      query: URLSearchParams,
      readContext: ReadContext,
    ) {
      const rows = await db
        .selectFrom('resource')
        .select('iri')
        .where(where(definition, query, readContext, []))
        .where(sql<SqlBool>`resource.iri in (${candidates})`)
        .execute()
      return rows.map(({ iri }): Iri => iri)
    },

    /** The IRIs of all that match but for some, or of one part of them, and how many there are. */
    async find(
      definition: TypeDefinition,
      query: URLSearchParams,
      readContext: ReadContext,
      paging: Paging | null,
      except: readonly Iri[],
    ) {
      const matches = where(definition, query, readContext, except)
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
