/** Counts the pages on which something is shown, so that editors know how many pages a change to it changes. */
import { type Iri, iriPrefixes } from '#content/model/iri.ts'
import type { Database } from '../db/schema.ts'
import { quotedList, statement } from '../db/sql-dialect.ts'
import type { TypeRegistry } from '../types/type-registry.ts'

/** The relations that lead from something to what shows it. */
const outgoing = ['publishedResource', 'componentGroup', 'components', 'pages', 'layouts']
/** The relations that lead from something to what it shows, which are followed back. */
const incoming = ['publishedResource', 'component', 'layout', 'page', 'parentPageData']

const createQuery = ({ all }: TypeRegistry) => {
  const components = all.flatMap(({ data }) => Object.keys(data?.components ?? {}))
  const properties = quotedList([...new Set([...incoming, ...components])])
  return statement(
    ({ value, isTrue }) => `with recursive reach(iri) as (
      select ${value}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and relation.property in (${quotedList(outgoing)}))
        or (relation.to_iri = reach.iri and relation.property in (${properties}))
    )
    select count(*) as count from reach join resource on resource.iri = reach.iri
    where (resource.iri like '${iriPrefixes.PAGE_DATA}%'
      or (resource.iri like '${iriPrefixes.PAGE}%' and not ${isTrue('resource.data', 'isTemplate')}))
      and (not exists (${routesOf} and redirect.to_iri is not null)
        or exists (${routesOf} and redirect.to_iri is null))`,
  )
}

/** Selects the routes of a page, each with the one that it redirects to: a page of which all do is never shown itself. */
const routesOf = `select 1 from relation as route
  left join relation as redirect
    on redirect.from_iri = route.from_iri and redirect.property = 'redirect'
  where route.to_iri = resource.iri and route.property in ('page', 'pageData')
    and route.from_iri like '${iriPrefixes.ROUTE}%'`

/**
 * Returns a function that counts the pages showing a component, group, layout or page: static pages, of templates the page
 * data that use them, and the pages below page data, which show what belongs to these. It counts pages without an address
 * and drafts, too, and whatever the viewer may not see, so it is for editors only.
 */
export const createPageCount = (db: Database, types: TypeRegistry) => {
  const countPages = createQuery(types)
  return async (iri: Iri) => {
    const { rows } = await db.executeQuery<{ count: number | string }>(countPages(db, iri))
    return Number(rows[0]?.count ?? 0)
  }
}
