/**
 * SQL queries for the resources that may be hidden from a caller. They return a superset: the access rule
 * then decides about these few alone, instead of about every row.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { iriPrefixes } from '#content/model/iri.ts'
import type { AccessRules } from './read-access.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { ReadContext } from './read-context.ts'

/** A path pattern for `like`. libsql ignores case there, so it may match more but never less. */
const likePattern = (path: string) =>
  iriPrefixes.ROUTE + path.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Creates the queries for a set of types. */
export const createRestrictedResources = ({ all }: TypeRegistry, access: AccessRules) => {
  const typesOf = (...categories: TypeDefinition['category'][]) =>
    sql.join(all.filter(({ category }) => categories.includes(category)).map(({ type }) => type))
  const componentProperties = [
    ...new Set(all.flatMap(({ data }) => Object.keys(data?.components ?? {}))),
  ]

  const isForbidden = (column: string, readContext: ReadContext) => {
    const paths = access
      .forbiddenPaths(readContext)
      .map((path) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(path)} escape '\\'`)
    return paths.length ? sql<SqlBool>`(${sql.join(paths, sql` or `)})` : sql<SqlBool>`1 = 0`
  }

  const forbiddenRoutes = (readContext: ReadContext) =>
    sql`select iri from resource where type = 'Route' and ${isForbidden('iri', readContext)}`

  /** Pages and page data without a route that this caller may visit. */
  const unvisitablePages = (readContext: ReadContext, types: RawBuilder<unknown>) => sql`
    select place.iri from resource as place
    where place.type in (${types}) and not exists (
      select 1 from relation
      where relation.to_iri = place.iri and relation.property in ('page', 'pageData')
        and relation.from_iri like ${`${iriPrefixes.ROUTE}%`} and not ${isForbidden('relation.from_iri', readContext)}
    )`

  const childProperties = sql.join(['layout', 'component', ...componentProperties])
  const parentProperties = sql.join(['pages', 'layouts', 'components', 'componentGroup'])

  /** Everything shown by such pages or held by such page data. */
  const shownByUnvisitable = (readContext: ReadContext) => sql`
    with recursive reach(iri) as (
      ${unvisitablePages(readContext, typesOf('PAGE', 'PAGE_DATA'))}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and relation.property in (${childProperties}))
        or (relation.to_iri = reach.iri and relation.property in (${parentProperties}))
    )
    select iri from reach`

  /** Returns null where everybody may read all resources of a type. */
  return (
    { category, type }: TypeDefinition,
    readContext: ReadContext,
  ): RawBuilder<unknown> | null => {
    switch (category) {
      case 'ROUTE':
        return access.forbiddenPaths(readContext).length ? forbiddenRoutes(readContext) : null
      case 'PAGE':
      case 'PAGE_DATA':
        return unvisitablePages(readContext, sql`${type}`)
      case 'COMPONENT':
        return shownByUnvisitable(readContext)
      default:
        return null
    }
  }
}
