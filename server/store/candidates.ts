/**
 * What may be hidden from a caller, found in the database. That is more than what is: the rule itself decides, and looks at
 * these alone, of which there are few beside what everybody may read.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prefixes } from '#content/iri.ts'
import type { Access } from './access.ts'
import type { Shape, Shapes } from './shapes.ts'
import type { View } from './view.ts'

/** As `like` has it: letters of either case are the same to it on libsql, which hides more and never less. */
const likeOf = (path: string) =>
  prefixes.ROUTE + path.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')

export const createCandidates = ({ all }: Shapes, access: Access) => {
  const typesOf = (...categories: Shape['category'][]) =>
    sql.join(all.filter(({ category }) => categories.includes(category)).map(({ type }) => type))
  const held = [...new Set(all.flatMap(({ data }) => Object.keys(data?.components ?? {})))]

  const isClosed = (column: string, view: View) => {
    const paths = access
      .closedPaths(view)
      .map((path) => sql<SqlBool>`${sql.ref(column)} like ${likeOf(path)} escape '\\'`)
    return paths.length ? sql<SqlBool>`(${sql.join(paths, sql` or `)})` : sql<SqlBool>`1 = 0`
  }

  const routes = (view: View) =>
    sql`select iri from resource where type = 'Route' and ${isClosed('iri', view)}`

  /** Pages and page data to which no route leads that this caller may take. */
  const places = (view: View, types: RawBuilder<unknown>) => sql`
    select place.iri from resource as place
    where place.type in (${types}) and not exists (
      select 1 from relation
      where relation.to_iri = place.iri and relation.property in ('page', 'pageData')
        and relation.from_iri like ${`${prefixes.ROUTE}%`} and not ${isClosed('relation.from_iri', view)}
    )`

  const down = sql.join(['layout', 'component', ...held])
  const up = sql.join(['pages', 'layouts', 'components', 'componentGroup'])

  /** All that stands on such a page or is held by such page data. */
  const components = (view: View) => sql`
    with recursive reach(iri) as (
      ${places(view, typesOf('PAGE', 'PAGE_DATA'))}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and relation.property in (${down}))
        or (relation.to_iri = reach.iri and relation.property in (${up}))
    )
    select iri from reach`

  /** Null where everybody may read all there is of a type. */
  return ({ category, type }: Shape, view: View): RawBuilder<unknown> | null => {
    switch (category) {
      case 'ROUTE':
        return access.closedPaths(view).length ? routes(view) : null
      case 'PAGE':
      case 'PAGE_DATA':
        return places(view, sql`${type}`)
      case 'COMPONENT':
        return components(view)
      default:
        return null
    }
  }
}
