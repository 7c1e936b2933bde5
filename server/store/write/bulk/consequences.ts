/** Counts what a bulk change concerns besides its members. */
import type { BulkConsequences, PublicationConsequences } from '#content/admin/bulk-change.ts'
import { type Iri, iriTypeOf, routePath } from '#content/model/iri.ts'
import type { RecordedChanges } from './recorded-changes.ts'

/** Returns a function that returns the resources which are kept, but have none of some relations any more. */
const createWithout =
  (relations: RecordedChanges['relations'], deleted: readonly Iri[]) =>
  (properties: readonly string[]) =>
    new Set(
      relations.flatMap(({ from, property, after }) =>
        properties.includes(property) && after.length === 0 && !deleted.includes(from)
          ? [from]
          : [],
      ),
    )

/** Returns the numbers of what a change has done, as it was recorded. `members` are the resources that it was asked for. */
export const consequencesOf = (
  { rows, relations }: RecordedChanges,
  members: ReadonlySet<Iri>,
): Omit<BulkConsequences, keyof PublicationConsequences> => {
  const deleted = rows.flatMap(({ before, version }) => (version === null ? [before.iri] : []))
  const besides = deleted.filter((iri) => !members.has(iri))
  const having = (property: string) =>
    new Set(
      relations.flatMap((one) =>
        one.property === property && one.before.length ? [one.from] : [],
      ),
    )
  const without = createWithout(relations, deleted)
  const [redirects, drafts] = [having('redirect'), having('publishedResource')]
  const of = (...types: (string | null)[]) =>
    besides.filter((iri) => types.includes(iriTypeOf(iri)))
  // A route that was asked for leads nowhere afterwards, too.
  const routes = deleted.filter((iri) => iriTypeOf(iri) === 'ROUTE' && !redirects.has(iri))
  return {
    routes: routes.length,
    redirects: of('ROUTE').filter((iri) => redirects.has(iri)).length,
    components: of('COMPONENT').filter((iri) => !drafts.has(iri)).length,
    pages: of('PAGE', 'PAGE_DATA').length,
    pagesWithoutLayout: without(['layout']).size,
    children: without(['parentPage', 'parentPageData']).size,
    path: routes.length === 1 ? routePath(routes[0]!) : null,
  }
}
