/**
 * Makes SQL queries for the resources that may be hidden from a viewer. They return a superset: the access rule
 * then decides about these few alone, instead of about every row.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { iriPrefixes } from '#content/model/iri.ts'
import type { AccessRules } from './read-access.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { ReadContext } from './read-context.ts'

/** Returns a path pattern for `like`, where libsql ignores case, so that it may match more but never less. */
const likePattern = (path: string) =>
  iriPrefixes.ROUTE + path.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Returns the condition that a route's IRI has a path which the viewer may not visit. */
const isForbidden = (access: AccessRules, column: string, readContext: ReadContext) => {
  const paths = access
    .forbiddenPaths(readContext)
    .map((path) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(path)} escape '\\'`)
  return paths.length ? sql<SqlBool>`(${sql.join(paths, sql` or `)})` : sql<SqlBool>`1 = 0`
}

const forbiddenRoutes = (access: AccessRules, readContext: ReadContext) =>
  sql`select iri from resource where type = 'Route' and ${isForbidden(access, 'iri', readContext)}`

/** Selects pages and page data without a route that this viewer may visit. */
const unvisitablePages = (
  access: AccessRules,
  readContext: ReadContext,
  types: RawBuilder<unknown>,
) => sql`
  select candidate.iri from resource as candidate
  where candidate.type in (${types}) and not exists (
    select 1 from relation
    where relation.to_iri = candidate.iri and relation.property in ('page', 'pageData')
      and relation.from_iri like ${`${iriPrefixes.ROUTE}%`}
      and not ${isForbidden(access, 'relation.from_iri', readContext)}
  )`

/** Returns a function that selects everything that the pages and page data of a query show or hold. */
const createShownBy = ({ all }: TypeRegistry) => {
  const componentProperties = [
    ...new Set(all.flatMap(({ data }) => Object.keys(data?.components ?? {}))),
  ]
  const childProperties = sql.join(['layout', 'component', ...componentProperties])
  const parentProperties = sql.join(['pages', 'layouts', 'components', 'componentGroup'])

  return (pages: RawBuilder<unknown>) => sql`
    with recursive reach(iri) as (
      ${pages}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and relation.property in (${childProperties}))
        or (relation.to_iri = reach.iri and relation.property in (${parentProperties}))
    )
    select iri from reach`
}

/** Creates the queries for a set of types. */
export const createRestrictedResources = (types: TypeRegistry, access: AccessRules) => {
  const shownBy = createShownBy(types)
  const pageTypes = sql.join(
    types.all
      .filter(({ category }) => category === 'PAGE' || category === 'PAGE_DATA')
      .map(({ type }) => type),
  )

  /** Returns null where everybody may read all resources of a type. */
  return (
    { category, type }: TypeDefinition,
    readContext: ReadContext,
  ): RawBuilder<unknown> | null => {
    switch (category) {
      case 'ROUTE':
        return access.forbiddenPaths(readContext).length
          ? forbiddenRoutes(access, readContext)
          : null
      case 'PAGE':
      case 'PAGE_DATA':
        return unvisitablePages(access, readContext, sql`${type}`)
      case 'COMPONENT':
        return shownBy(unvisitablePages(access, readContext, pageTypes))
      default:
        return null
    }
  }
}
