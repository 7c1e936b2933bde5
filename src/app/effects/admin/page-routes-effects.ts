/** Provides the effects of the routes of a page. Loaded with the screens of items. */
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import { parentIn } from '#content/admin/item-values.ts'
import { fromPromise } from 'xstate'
import {
  type PageRoute,
  type PageRoutes,
  childCountIn,
  redirectsIn,
  takenMessage,
} from '#content/admin/page-routes.ts'
import { textIn } from '#content/model/text-in.ts'
import type { Step } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { type Iri, isIriOf, routeIri, routePath } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { ScreenPath } from '#content/navigation/screens.ts'
import { type PathSave, pageRoutesMachine } from '#machines/admin/page-routes.ts'
import { routeChangesMachine } from '#machines/admin/route-changes.ts'
import { routeUndoMachine } from '#machines/admin/route-undo.ts'
import { offersBulkChanges } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'
import { undoAndAnnounce } from './bulk-change-effects.ts'
import { deleteResource } from './delete-resource.ts'
import { announceNotUndone } from './undoable-changes.ts'

/** Returns the number of routes below a route, at any depth; null where the API does not tell it. */
const countChildren = async ({ client }: ContentApi, route: Iri, signal: AbortSignal) => {
  const response = await client.get(`${route}/children`, { signal }).catch(() => null)
  return response && childCountIn(response.body)
}

const readRoute = async (api: ContentApi, iri: Iri, signal: AbortSignal): Promise<PageRoute> => {
  const [{ resource, etag }, { body }, childCount] = await Promise.all([
    api.resources.read(iri, { signal }),
    api.client.get(`${iri}/redirects`, { signal }),
    countChildren(api, iri, signal),
  ])
  return { iri, path: textIn(resource, 'path'), etag, redirects: redirectsIn(body), childCount }
}

/** Returns the path of the page that a page is below. */
const readParentPath = async (
  api: ContentApi,
  resource: Resource,
  signal: AbortSignal,
): Promise<{ parentPath?: string }> => {
  const parent = parentIn(resource)
  if (parent === '' || isIriOf('ROUTE', resource['route'])) return {}
  const read = await api.resources.read(parent, { signal }).catch(() => null)
  const route = read?.resource['route']
  return isIriOf('ROUTE', route) ? { parentPath: routePath(route) } : {}
}

const readRoutes = async (
  api: ContentApi,
  owner: Iri,
  signal: AbortSignal,
): Promise<PageRoutes> => {
  const { resource } = await api.resources.read(owner, { signal })
  const { route } = resource
  return {
    isUndoable: await offersBulkChanges(api),
    owner,
    title: textIn(resource, 'title'),
    route: isIriOf('ROUTE', route) ? await readRoute(api, route, signal) : null,
    ...(await readParentPath(api, resource, signal)),
  }
}

const ownerOf = (owner: Iri) => (isIriOf('PAGE', owner) ? { page: owner } : { pageData: owner })

/** Returns the request that saves a path. The name of a route is its path. */
const stepFor = ({ routes: { owner, route }, edited, path, isCascading }: PathSave): Step => {
  const named = { path, name: path }
  if (!route) return { method: 'POST', iri: '/_/routes', body: { ...named, ...ownerOf(owner) } }
  if (edited === 'redirect')
    return { method: 'POST', iri: '/_/routes', body: { ...named, redirect: route.iri } }
  const body = { ...named, ...(isCascading && { cascadeChildPaths: true }) }
  return { method: 'PATCH', iri: route.iri, body, ...(route.etag && { ifMatch: route.etag }) }
}

/** Names the page that has a path, where the API refuses it because it is taken. */
const explainTaken = async (api: ContentApi, path: string, failure: Failure) => {
  if (!failure.violations.some(({ propertyPath }) => ['path', 'name'].includes(propertyPath)))
    return failure
  const found = await api.resources.read(routeIri(path)).catch(() => null)
  const message = found && takenMessage(path, found.resource)
  if (message === null) return failure
  return failureFromStatus(422, { message, violations: [{ propertyPath: 'path', message }] })
}

const send = (system: ActorSystem, api: ContentApi, step: Step) =>
  withSession(system, () => api.resources.send(step))

/** The list of routes, on whose screen the deletion can be undone, too. */
const listPath = '/_cwa/routes' satisfies ScreenPath

const undoDeletion = fromPromise<void, { change: UndoableChange }>(
  ({ system, input: { change }, signal }) =>
    undoAndAnnounce(system, { listPath, change }, signal).catch((error: unknown) => {
      announceNotUndone(system, { change, failure: Failure.from(error) })
      throw error
    }),
)

export const pageRoutes = pageRoutesMachine.provide({
  actors: {
    readRoutes: fromPromise<PageRoutes, { owner: Iri }>(
      async ({ system, input: { owner }, signal }) => {
        const api = await servicesOf(system).loadApi()
        return withSession(system, () => readRoutes(api, owner, signal))
      },
    ),
    savePath: fromPromise<void, PathSave>(async ({ system, input }) => {
      const api = await servicesOf(system).loadApi()
      await send(system, api, stepFor(input)).catch(async (error: unknown) => {
        throw await explainTaken(api, input.path, Failure.from(error))
      })
    }),
    generateRoute: fromPromise<void, { owner: Iri }>(async ({ system, input: { owner } }) => {
      const api = await servicesOf(system).loadApi()
      const body = ownerOf(owner)
      await send(system, api, { method: 'POST', iri: '/_/routes/generate', body })
    }),
    deleteRoute: fromPromise<UndoableChange | null, { iri: Iri }>(({ system, input: { iri } }) =>
      deleteResource(system, { iri, listPath }),
    ),
    routeChanges: routeChangesMachine.provide({
      actors: { routeUndo: routeUndoMachine.provide({ actors: { undoDeletion } }) },
    }),
    renewSession,
  },
})
