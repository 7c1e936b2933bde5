/** Makes the SQL conditions and the order of lists. */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { type ReadContext, seesDrafts } from '../../access/read-context.ts'
import { containsText } from '../../db/contains-text.ts'
import type { Database, Schema } from '../../db/schema.ts'
import { jsonText, valueList } from '../../db/sql-dialect.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

const booleanValues: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

interface Order {
  by: RawBuilder<unknown>
  direction: 'asc' | 'desc'
}

type Expressions = ExpressionBuilder<Schema, 'resource'>

const textOf = (db: Database, property: string) => jsonText(db, 'resource.data', property)

const contains = (db: Database, property: string, term: string) => {
  const [owner, inner] = property.split('.')
  return inner
    ? sql<SqlBool>`exists (
        select 1 from relation join resource as other on other.iri = relation.to_iri
        where relation.from_iri = resource.iri and relation.property = ${owner}
        and ${containsText(db, jsonText(db, 'other.data', inner), term)})`
    : containsText(db, textOf(db, property), term)
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
  const searched = definition.searchableBy.flatMap((property) => {
    const term = query.get(property)
    return term ? [contains(db, property, term)] : []
  })
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
 * Returns the order that was requested, newest first by default; ties are broken by IRI, in the direction
 * of the last property.
 */
export const orderOf = (
  db: Database,
  definition: TypeDefinition,
  query: URLSearchParams,
): Order[] => {
  // Of a repeated name the last value counts.
  const requested = [...new Map(query)].flatMap(([name, raw]): Order[] => {
    const [, property = ''] = /^order\[(\w+)\]$/.exec(name) ?? []
    const direction = raw.toLowerCase()
    if (!definition.sortableBy.includes(property)) return []
    if (direction !== 'asc' && direction !== 'desc') return []
    const by =
      property === 'createdAt' ? sql.ref('created_at') : sql`lower(${textOf(db, property)})`
    return [{ by, direction }]
  })
  const byAge: Order = { by: sql.ref('created_at'), direction: 'desc' }
  const { direction } = requested.at(-1) ?? byAge
  return [...(requested.length ? requested : [byAge]), { by: sql.ref('iri'), direction }]
}
