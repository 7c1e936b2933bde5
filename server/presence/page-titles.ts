/** Finds the titles of the pages that editors have open. They are read anew each time, since a title may change. */
import { type Iri, isIriOf, routeIri } from '#content/model/iri.ts'
import { contentLocation, locationOf, safeDecodeUri } from '#content/navigation/location.ts'
import type { Database } from '../store/db/schema.ts'

const titleIn = (data: string) => {
  const { title } = JSON.parse(data) as { title?: unknown }
  return typeof title === 'string' && title.trim() !== '' ? title : null
}

/** Returns the resource that a path names: a route, as it is or without its percent-encoding, or a page by its IRI. */
const namedBy = (path: string): Iri[] => {
  const named = contentLocation(locationOf(path)).path
  if (isIriOf('PAGE', named) || isIriOf('PAGE_DATA', named)) return [named]
  return [...new Set([named, safeDecodeUri(named)])].map(routeIri)
}

/** Returns the titles of what has one of these IRIs, or is shown by the route that has it. */
const titlesByIri = async (db: Database, iris: readonly Iri[]) => {
  const own = db
    .selectFrom('resource')
    .select(['iri', 'data'])
    .where('iri', 'in', iris)
    .where('type', '!=', 'Route')
  const shown = db
    .selectFrom('relation')
    .innerJoin('resource', 'resource.iri', 'relation.to_iri')
    .select(['relation.from_iri as iri', 'resource.data'])
    .where('relation.from_iri', 'in', iris)
    .where('relation.property', 'in', ['page', 'pageData'])
  const rows = await own.unionAll(shown).execute()
  return new Map(rows.map(({ iri, data }) => [iri, titleIn(data)]))
}

/** Returns a function that returns the title of the page at a path; null for a path without a page that has one. */
export const readPageTitles = async (db: Database, paths: readonly string[]) => {
  const names = new Map(paths.map((path) => [path, namedBy(path)]))
  const iris = [...new Set([...names.values()].flat())]
  const titles = iris.length > 0 ? await titlesByIri(db, iris) : new Map<Iri, null>()
  return (path: string) =>
    names
      .get(path)
      ?.reduce<string | null>((found, iri) => found ?? titles.get(iri) ?? null, null) ?? null
}
