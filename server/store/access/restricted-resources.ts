/**
 * What may be hidden from a caller, found in the database. That is more than what is: the rule itself decides, and looks at
 * these alone, of which there are few beside what everybody may read.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { iriPrefixes } from '#content/model/iri.ts'
import type { AccessRules } from './access-rules.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'
import type { ReadContext } from './read-context.ts'

/** As `like` has it: letters of either case are the same to it on libsql, which hides more and never less. */
const likeOf = (path: string) =>
  iriPrefixes.ROUTE + path.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')

export const createRestrictedResources = ({ all }: TypeRegistry, access: AccessRules) => {
  const typesOf = (...categories: TypeDefinition['category'][]) =>
    sql.join(all.filter(({ category }) => categories.includes(category)).map(({ type }) => type))
  const held = [...new Set(all.flatMap(({ data }) => Object.keys(data?.components ?? {})))]

  const isClosed = (column: string, readContext: ReadContext) => {
    const paths = access
      .forbiddenPaths(readContext)
      .map((path) => sql<SqlBool>`${sql.ref(column)} like ${likeOf(path)} escape '\\'`)
    return paths.length ? sql<SqlBool>`(${sql.join(paths, sql` or `)})` : sql<SqlBool>`1 = 0`
  }

  const routes = (readContext: ReadContext) =>
    sql`select iri from resource where type = 'Route' and ${isClosed('iri', readContext)}`

  /** Pages and page data to which no route leads that this caller may take. */
  const places = (readContext: ReadContext, types: RawBuilder<unknown>) => sql`
    select place.iri from resource as place
    where place.type in (${types}) and not exists (
      select 1 from relation
      where relation.to_iri = place.iri and relation.property in ('page', 'pageData')
        and relation.from_iri like ${`${iriPrefixes.ROUTE}%`} and not ${isClosed('relation.from_iri', readContext)}
    )`

  const down = sql.join(['layout', 'component', ...held])
  const up = sql.join(['pages', 'layouts', 'components', 'componentGroup'])

  /** All that stands on such a page or is held by such page data. */
  const components = (readContext: ReadContext) => sql`
    with recursive reach(iri) as (
      ${places(readContext, typesOf('PAGE', 'PAGE_DATA'))}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and relation.property in (${down}))
        or (relation.to_iri = reach.iri and relation.property in (${up}))
    )
    select iri from reach`

  /** Null where everybody may read all there is of a type. */
  return (
    { category, type }: TypeDefinition,
    readContext: ReadContext,
  ): RawBuilder<unknown> | null => {
    switch (category) {
      case 'ROUTE':
        return access.forbiddenPaths(readContext).length ? routes(readContext) : null
      case 'PAGE':
      case 'PAGE_DATA':
        return places(readContext, sql`${type}`)
      case 'COMPONENT':
        return components(readContext)
      default:
        return null
    }
  }
}
