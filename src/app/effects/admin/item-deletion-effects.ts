/** Provides the effects of deleting an item of the admin area. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import { type DeletionFacts, noFacts } from '#content/admin/item-deletion.ts'
import { redirectCount, redirectsIn } from '#content/admin/page-routes.ts'
import { textIn } from '#content/model/text-in.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type ItemDeletionInput, itemDeletionMachine } from '#machines/admin/item-deletion.ts'
import { offersBulkChanges, previewBulkChange } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { deleteResource } from './delete-resource.ts'

/** Returns a count that the API may not tell. */
const countOrNull = (counting: Promise<number | null>) => counting.catch(() => null)

/** Reads what the deletion of an item has as its consequence. */
const readFacts = async (
  api: ContentApi,
  iri: Iri,
  signal: AbortSignal,
): Promise<DeletionFacts> => {
  const { resource } = await api.resources.read(iri, { signal })
  const pageCount = () => countOrNull(api.resources.pageCount(iri, signal))
  if (isResourceOf('LAYOUT', resource)) return { ...noFacts, pages: await pageCount() }
  const isPage = isResourceOf('PAGE', resource)
  if (!isPage && !isResourceOf('PAGE_DATA', resource)) return noFacts
  const route = resource.route ? await api.resources.read(resource.route, { signal }) : null
  const path = route && textIn(route.resource, 'path')
  return {
    ...noFacts,
    path,
    redirects: await countOrNull(countRedirects(api, resource.route ?? null, signal)),
    components: isPage ? await countOnPage(api, path, signal) : componentsIn(resource).length,
    articles: isPage && resource.isTemplate ? await pageCount() : null,
  }
}

const isComponent = (value: unknown) => isIriOf('COMPONENT', value)

/** Returns the components of the data of a page itself; those of its template stay. */
const componentsIn = (data: Resource) => Object.values(data).filter(isComponent)

/** Returns the number of components of a page with an address; null without one. */
const countOnPage = async (api: ContentApi, path: string | null, signal: AbortSignal) => {
  if (path === null) return null
  const iris = await api.pages.manifest(locationOf(path), signal)
  return new Set(iris.filter(isComponent)).size
}

/** Returns the number of redirects to a route, those to its redirects included; null without a route. */
const countRedirects = async ({ client }: ContentApi, route: Iri | null, signal: AbortSignal) => {
  if (route === null) return null
  const { body } = await client.get(`${route}/redirects`, { signal })
  return redirectCount({ redirects: redirectsIn(body) })
}

interface Asked {
  iri: Iri
  /** The account that asks. */
  account: Iri
  signal: AbortSignal
}

/** Returns the facts that only an API which rehearses the deletion can tell. */
const rehearse = async (api: ContentApi, { iri, account, signal }: Asked) => {
  if (!(await offersBulkChanges(api))) return { isUndoable: false }
  const request = { action: 'delete', members: [{ iri }] } as const
  const { consequences, isUndoable } = await previewBulkChange(api, request, { account, signal })
  return { isUndoable, children: consequences.children }
}

export const itemDeletion = itemDeletionMachine.provide({
  actors: {
    readDeletion: fromPromise<DeletionFacts, ItemDeletionInput>(
      async ({ system, input: { iri }, signal }) => {
        const api = await servicesOf(system).loadApi()
        const account = editingAccount(system)['@id']
        return withSession(system, async () => ({
          ...(await readFacts(api, iri, signal)),
          ...(await rehearse(api, { iri, account, signal })),
        }))
      },
    ),
    deleteItem: fromPromise<void, ItemDeletionInput>(async ({ system, input }) => {
      await deleteResource(system, input)
    }),
    renewSession,
  },
})
