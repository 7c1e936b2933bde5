/** Ends the publication of what only certain pages show, and counts what stays public there. */
import { type PublicationConsequences, nothingPublished } from '#content/admin/bulk-change.ts'
import { type Iri, iriPrefixes } from '#content/model/iri.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import type { AuthorizedMutations } from '../authorized-mutations.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { liveComponentsOf } from './page-components.ts'

/** Returns the number of items of page data that show one of these pages as their template, and are not among them. */
const countTemplatePages = async ({ tx }: UnitOfWork, pages: readonly Iri[]) => {
  const { count } = await tx
    .selectFrom('relation')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('property', '=', 'page')
    .where('to_iri', 'in', pages)
    .where('from_iri', 'like', `${iriPrefixes.PAGE_DATA}%`)
    .where('from_iri', 'not in', pages)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The transaction of a bulk change. */
export interface BulkTransaction {
  types: TypeRegistry
  mutations: AuthorizedMutations
  work: UnitOfWork
}

/** Ends the publication of what is live on pages and in page data, unless others show it, too. */
export const endPublications = async (
  pages: readonly Iri[],
  { types, mutations, work }: BulkTransaction,
): Promise<PublicationConsequences> => {
  const { own, shared, undraftable, scheduled } = await work.query((graph) =>
    liveComponentsOf(graph, types, { pages, now: work.now }),
  )
  for (const iri of own) await mutations.unpublish(iri)
  return {
    ...nothingPublished,
    ended: own.length,
    shared: shared.length,
    undraftable: undraftable.length,
    scheduled: scheduled.length,
    templatePages: own.length ? await countTemplatePages(work, pages) : 0,
  }
}
