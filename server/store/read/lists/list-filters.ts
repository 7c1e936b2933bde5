/** Makes the SQL conditions and the order of lists. */
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { type ReadContext, seesDrafts } from '../../access/read-context.ts'
import { containsListed, containsText } from '../../db/contains-text.ts'
import type { Database, Schema } from '../../db/schema.ts'
import { isPostgres, jsonText, valueList } from '../../db/sql-dialect.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

const booleanValues: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

/** A value that a list is sorted by, and the direction. */
export interface Order {
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
      where (${sql.join(containsListed(db, 'other', term), sql` or `)})
      and ${containsText(db, jsonText(db, 'other.data', inner!), term)}))`

const contains = (db: Database, property: string, term: string) =>
  property.includes('.')
    ? relatedContains(db, property.split('.'), term)
    : containsText(db, textOf(db, property), term)

/** True if a term is sought in every property of the resource itself, and may so be sought in all of them at once. */
const isSoughtInAll = ({ searchableBy }: TypeDefinition, query: URLSearchParams, term: string) =>
  !term.includes('\n') &&
  searchableBy.every((property) => property.includes('.') || query.get(property) === term)

/**
 * Returns the conditions of a search; a resource is found that meets any of them. They are in groups that can be sought apart,
 * since no resource meets conditions of two. Without a search there is one group without conditions.
 */
const searchConditions = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
): RawBuilder<SqlBool>[][] => {
  const searched = definition.searchableBy.flatMap((property) => {
    const term = query.get(property)
    return term ? [{ property, term }] : []
  })
  const own = searched.find(({ property }) => !property.includes('.'))
  if (!own || !isSoughtInAll(definition, query, own.term))
    return [searched.map(({ property, term }) => contains(db, property, term))]
  const listed = containsListed(db, 'resource', own.term)
  const related = searched.filter(({ property }) => property.includes('.'))
  return related.length
    ? [[...listed, ...related.map(({ property, term }) => contains(db, property, term))]]
    : listed.map((condition) => [condition])
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

/**
 * Returns a column so that libsql does not use an index which begins with it for a search: there are no texts to search in
 * such an index. A search is faster in the index that has them, and sorts what it finds.
 */
const columnFor = (db: Database, column: string, isSearching: boolean) =>
  isSearching && !isPostgres(db) ? sql`+${sql.ref(column)}` : sql.ref(column)

/** Parses `isTemplate=1` and `isTemplate[]=true&isTemplate[]=false`. */
const templateFilter = (db: Database, definition: TypeDefinition, query: URLSearchParams) => {
  if (definition.type !== 'Page') return null
  const requested = [...query.getAll('isTemplate'), ...query.getAll('isTemplate[]')]
  const booleans = requested.flatMap((value) =>
    Object.hasOwn(booleanValues, value) ? [booleanValues[value]] : [],
  )
  const column = columnFor(db, 'resource.is_template', isSearched(definition, query))
  return booleans.length
    ? sql<SqlBool>`${column} in (${sql.join([...new Set(booleans)].map(Number))})`
    : null
}

/** Returns the condition for a resource of a list. */
export type ListFilter = (
  expressions: Expressions,
) => ExpressionWrapper<Schema, 'resource', SqlBool>

/**
 * Returns the filters for the resources of a type that match a query, without those that are excluded. A resource matches
 * that passes any of them; none passes two.
 */
export const matchFilters = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
  readContext: ReadContext,
  excluded: readonly Iri[],
): ListFilter[] => {
  const template = templateFilter(db, definition, query)
  return searchConditions(db, definition, query).map(
    (searched) => (expressions) =>
      expressions.and([
        expressions('resource.type', '=', definition.type),
        publicationFilter(definition, readContext),
        ...(searched.length ? [expressions.or(searched)] : []),
        ...(template ? [template] : []),
        ...(excluded.length ? [sql<SqlBool>`resource.iri not in ${valueList(db, excluded)}`] : []),
      ]),
  )
}

/**
 * Returns the order that was requested, newest first by default; ties are broken by IRI, in the direction
 * of the last property.
 */
export const orderOf = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
): Order[] => {
  const byDate = columnFor(db, 'created_at', isSearched(definition, query))
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
