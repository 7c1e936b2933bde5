/** Provides the effects of the screens of items of the admin area. Loaded with the first of them. */
import { fromPromise } from 'xstate'
import {
  type ItemChoices,
  dataFields,
  layoutFields,
  newUserFields,
  ownAccountFields,
  pageFields,
  userFields,
} from '#content/admin/item-fields.ts'
import type { ItemForm, ItemVersion } from '#content/admin/item-form.ts'
import {
  type ShownList,
  itemIriIn,
  itemPath,
  listAt,
  listPath,
} from '#content/admin/resource-lists.ts'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { textIn } from '#content/model/text-in.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource, User } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import { itemSaveMachine, type ItemRequest } from '#machines/admin/item-save.ts'
import { resourceItemMachine } from '#machines/admin/resource-item.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { itemDeletion } from './item-deletion-effects.ts'
import { leaveGuard } from './leave-guard-effects.ts'
import { endpointOf, readLayouts, readTemplates } from './resource-endpoints.ts'
import { designsFor } from './site-designs.ts'

/** Returns what can be chosen on the screen of an item. */
const choicesFor = async (
  api: ContentApi,
  { name }: ShownList,
  { resource, signal }: { resource: Resource | null; signal: AbortSignal },
): Promise<ItemChoices> => {
  const stored = resource ? textIn(resource, 'uiComponent') : ''
  return {
    designs: name === 'pages' || name === 'layouts' ? designsFor(name, stored) : [],
    layouts: name === 'pages' ? await readLayouts(api, signal) : [],
    templates: name === 'data' ? await readTemplates(api, signal) : [],
  }
}

/** Returns the fields of an item; `user` is who is signed in. */
const fieldsOf = (
  { name }: ShownList,
  resource: Resource | null,
  { choices, user, isInvitable }: { choices: ItemChoices; user: User; isInvitable: boolean },
) => {
  if (name === 'users') {
    if (resource === null) return newUserFields(isInvitable)
    return resource['@id'] === user['@id'] ? ownAccountFields(isSuperAdmin(user)) : userFields()
  }
  if (name === 'layouts') return layoutFields(choices)
  return name === 'data' ? dataFields(choices) : pageFields(choices)
}

/** Reads an item, and what can be chosen on its screen. Fails for an IRI that is none of its list. */
const readForm = async (
  api: ContentApi,
  path: string,
  { user, signal }: { user: User; signal: AbortSignal },
): Promise<ItemForm> => {
  const list = listAt(path)
  const iri = itemIriIn(path)
  const endpoint = await endpointOf(api, list)
  if (iri !== null && !iri.startsWith(`${endpoint}/`)) throw failureOf('notFound')
  const version = iri === null ? null : toVersion(await api.resources.read(iri, { signal }))
  const resource = version?.resource ?? null
  const choices = await choicesFor(api, list, { resource, signal })
  return {
    fields: fieldsOf(list, resource, { choices, user, isInvitable: api.isEmbedded }),
    version,
  }
}

const failureOf = (kind: 'notFound') => new Failure(kind, { status: 404 })

const toVersion = ({ resource, etag }: { resource: Resource; etag?: string }): ItemVersion => ({
  resource,
  etag,
})

/** Saves an item, and returns its new version. */
const save = async (api: ContentApi, { path, iri, body, etag }: ItemRequest) => {
  const step =
    iri === null
      ? ({ method: 'POST', iri: await endpointOf(api, listAt(path)), body } as const)
      : ({ method: 'PATCH', iri, body, ...(etag && { ifMatch: etag }) } as const)
  const saved = await api.resources.send(step)
  if (!saved) throw new Failure('unexpected')
  return toVersion(saved)
}

/** Returns the path of the screen of an item that was added; of a page, which has no route yet, at its routes. */
const addedPath = (list: ShownList, iri: Iri) =>
  itemPath(list, iri) + (list.name === 'pages' || list.name === 'data' ? '#routes' : '')

/** Goes to a screen in place of the current one, on which nothing is unsaved any more. */
const open = (system: ActorSystem, href: string) => {
  const navigationRef: NavigationRef = system.get('navigation')
  navigationRef.send({ type: 'guard.removed' })
  const to = locationOf(href)
  navigationRef.send({ type: 'navigation.requested', to, source: 'code', replace: true })
}

const readItem = fromPromise<ItemForm, { path: string }>(
  async ({ system, input: { path }, signal }) => {
    const api = await servicesOf(system).loadApi()
    return withSession(system, () => readForm(api, path, { user: editingAccount(system), signal }))
  },
)

const itemSave = itemSaveMachine.provide({
  actors: {
    sendItem: fromPromise<ItemVersion, ItemRequest>(async ({ system, input }) => {
      const api = await servicesOf(system).loadApi()
      return withSession(system, () => save(api, input))
    }),
    readTheirs: readItem,
    renewSession,
  },
})

export const resourceItem = resourceItemMachine.provide({
  actors: {
    readItem,
    itemSave,
    itemDeletion,
    leaveGuard,
    renewSession,
  },
  actions: {
    openItem: ({ system }, { path, iri }) => open(system, addedPath(listAt(path), iri)),
    openList: ({ system }, { path }) => open(system, listPath(listAt(path))),
  },
})
