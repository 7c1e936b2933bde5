/** Makes the SQL conditions and the order of lists. */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { type ReadContext, seesDrafts } from '../../access/read-context.ts'
import { containsFolded, containsText } from '../../db/contains-text.ts'
import type { Database, Schema } from '../../db/schema.ts'
import { isPostgres, jsonText, valueList } from '../../db/sql-dialect.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

const booleanValues: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

interface Order {
  by: RawBuilder<unknown>
  direction: 'asc' | 'desc'
}

type Expressions = ExpressionBuilder<Schema, 'resource'>

const textOf = (db: Database, property: string) => jsonText(db, 'resource.data', property)

/** Returns the condition that a property of a related resource contains a term, such as `page.title`. */
const relatedContains = (db: Database, [owner, inner]: readonly string[], term: string) =>
  sql<SqlBool>`resource.iri in (
    select from_iri from relation
    where property = ${owner} and to_iri in (
      select other.iri from resource as other
      where ${containsFolded(db, 'other.search_text', term)}
      and ${containsText(db, jsonText(db, 'other.data', inner!), term)}))`

const contains = (db: Database, property: string, term: string) =>
  property.includes('.')
    ? relatedContains(db, property.split('.'), term)
    : containsText(db, textOf(db, property), term)

/** True if a term is sought in every property of the resource itself, and may so be sought in all of them at once. */
const isSoughtInAll = ({ searchableBy }: TypeDefinition, query: URLSearchParams, term: string) =>
  !term.includes('\n') &&
  searchableBy.every((property) => property.includes('.') || query.get(property) === term)

/** Returns the conditions of a search; a resource is found that meets any of them. */
const searchConditions = (db: Database, definition: TypeDefinition, query: URLSearchParams) => {
  const searched = definition.searchableBy.flatMap((property) => {
    const term = query.get(property)
    return term ? [{ property, term }] : []
  })
  const own = searched.find(({ property }) => !property.includes('.'))
  if (!own || !isSoughtInAll(definition, query, own.term))
    return searched.map(({ property, term }) => contains(db, property, term))
  return [
    containsFolded(db, 'resource.search_text', own.term),
    ...searched
      .filter(({ property }) => property.includes('.'))
      .map(({ property, term }) => contains(db, property, term)),
  ]
}

/** True if the parameters of a query search a list. */
const isSearched = ({ searchableBy }: TypeDefinition, query: URLSearchParams) =>
  searchableBy.some((property) => query.get(property))

const publicationFilter = (definition: TypeDefinition, readContext: ReadContext) => {
  if (!definition.isPublishable) return sql<SqlBool>`1 = 1`
  return seesDrafts(readContext) && !readContext.published
    ? sql<SqlBool>`not exists (
        select 1 from relation
        where relation.to_iri = resource.iri and relation.property = 'publishedResource')`
    : sql<SqlBool>`resource.published_at <= ${readContext.now}`
}

/** Parses `isTemplate=1` and `isTemplate[]=true&isTemplate[]=false`. */
const templateFilter = (db: Database, query: URLSearchParams) => {
  const requested = [...query.getAll('isTemplate'), ...query.getAll('isTemplate[]')]
  const booleans = requested.flatMap((value) =>
    Object.hasOwn(booleanValues, value) ? [booleanValues[value]] : [],
  )
  // libsql returns JSON booleans as 1 and 0.
  const sqlValues = [...new Set(booleans)].flatMap((isTrue) =>
    isTrue ? ['1', 'true'] : ['0', 'false'],
  )
  return sqlValues.length
    ? sql<SqlBool>`cast(${textOf(db, 'isTemplate')} as text) in (${sql.join(sqlValues)})`
    : null
}

/** Returns the condition for the resources of a type that match a query, without those that are excluded. */
export const matchFilter = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
  readContext: ReadContext,
  excluded: readonly Iri[],
) => {
  const searched = searchConditions(db, definition, query)
  const template = definition.type === 'Page' ? templateFilter(db, query) : null
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
 * Returns the date of creation to sort by. The index in its order has no texts to search in: a search is faster in the
 * index that has, and sorts what it finds.
 */
const creationDate = (db: Database, isSearching: boolean) =>
  isSearching && !isPostgres(db) ? sql`+created_at` : sql.ref('created_at')

/**
 * Returns the order that was requested, newest first by default; ties are broken by IRI, in the direction
 * of the last property.
 */
export const orderOf = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
): Order[] => {
  const byDate = creationDate(db, isSearched(definition, query))
  // Of a repeated name the last value counts.
  const requested = [...new Map(query)].flatMap(([name, raw]): Order[] => {
    const [, property = ''] = /^order\[(\w+)\]$/.exec(name) ?? []
    const direction = raw.toLowerCase()
    if (!definition.sortableBy.includes(property)) return []
    if (direction !== 'asc' && direction !== 'desc') return []
    return [{ by: property === 'createdAt' ? byDate : sql.ref('sort_key'), direction }]
  })
  const byAge: Order = { by: byDate, direction: 'desc' }
  const { direction } = requested.at(-1) ?? byAge
  return [...(requested.length ? requested : [byAge]), { by: sql.ref('iri'), direction }]
}
