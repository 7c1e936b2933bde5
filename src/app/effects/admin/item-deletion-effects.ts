/** Provides the effects of deleting an item of the admin area. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import { type DeletionFacts, noFacts } from '#content/admin/item-deletion.ts'
import { textIn } from '#content/model/text-in.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type ItemDeletionInput, itemDeletionMachine } from '#machines/admin/item-deletion.ts'
import { offersBulkChanges, previewBulkChange } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { deleteResource } from './delete-resource.ts'

/** Returns a count that the API may not tell. */
const countOrNull = (counting: Promise<number>) => counting.catch(() => null)

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
    redirects: redirectsTo(route?.resource),
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

const redirectsTo = (route: Resource | undefined) => {
  const redirects = route?.['redirectedFrom']
  return Array.isArray(redirects) ? redirects.length : null
}

/** Resolves to true if the deletion of an item can be undone. */
const canUndo = async (system: ActorSystem, iri: Iri, signal: AbortSignal) => {
  const api = await servicesOf(system).loadApi()
  if (!(await offersBulkChanges(api))) return false
  const request = { action: 'delete', members: [{ iri }] } as const
  const account = editingAccount(system)['@id']
  return (await previewBulkChange(api, request, { account, signal })).isUndoable
}

export const itemDeletion = itemDeletionMachine.provide({
  actors: {
    readDeletion: fromPromise<DeletionFacts, ItemDeletionInput>(
      async ({ system, input: { iri }, signal }) => {
        const api = await servicesOf(system).loadApi()
        return withSession(system, async () => ({
          ...(await readFacts(api, iri, signal)),
          isUndoable: await canUndo(system, iri, signal),
        }))
      },
    ),
    deleteItem: fromPromise<void, ItemDeletionInput>(async ({ system, input }) => {
      await deleteResource(system, input)
    }),
    renewSession,
  },
})
