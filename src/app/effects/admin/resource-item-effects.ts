/** Provides the effects of the screens of items of the admin area. Loaded with the first of them. */
import { fromPromise } from 'xstate'
import { newUserFields, ownAccountFields, userFields } from '#content/admin/account-fields.ts'
import {
  type ItemChoices,
  copyField,
  dataFields,
  layoutFields,
  pageFields,
} from '#content/admin/item-fields.ts'
import type { ItemForm } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import {
  type ShownList,
  itemIriIn,
  itemPath,
  listAt,
  listPath,
} from '#content/admin/resource-lists.ts'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { Failure } from '#content/model/failure.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { Resource, User } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { ItemDialogRef } from '#machines/admin/item-dialog.ts'
import { itemSaveMachine, type ItemSaveInput } from '#machines/admin/item-save.ts'
import { outsideChangeMachine } from '#machines/admin/outside-change.ts'
import { resourceItemMachine } from '#machines/admin/resource-item.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { offersBulkChanges } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { showSaved } from '../../services/show-saved.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'
import { itemDeletion } from './item-deletion-effects.ts'
import { leaveGuard } from './leave-guard-effects.ts'
import { readParts } from './data-type-form.ts'
import { readChoices } from './item-choices.ts'
import { sendItem, toVersion } from './item-requests.ts'
import { copiesEndpoint, endpointOf } from './resource-endpoints.ts'

interface Reading {
  user: User
  /** The page of which a new one is to be a copy, or null. */
  copyOf: Iri | null
  signal: AbortSignal
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

/** Reads an item of a list; fails for an IRI that is none of it. */
const readVersion = async (
  api: ContentApi,
  path: string,
  signal: AbortSignal,
): Promise<ItemVersion | null> => {
  const iri = itemIriIn(path)
  const endpoint = await endpointOf(api, listAt(path))
  if (iri === null) return null
  if (!iri.startsWith(`${endpoint}/`)) throw new Failure('notFound', { status: 404 })
  return toVersion(await api.resources.read(iri, { signal }))
}

/** Resolves to true for a list whose items the API copies: pages into a form, and data at once. */
const canCopy = async (api: ContentApi, { name }: ShownList) => {
  if (name === 'data') return offersBulkChanges(api)
  return name === 'pages' && (await copiesEndpoint(api)) !== null
}

/** Reads an item with its components, and what can be chosen on its screen. */
const readForm = async (
  api: ContentApi,
  path: string,
  { user, copyOf, signal }: Reading,
): Promise<ItemForm> => {
  const list = listAt(path)
  const version = await readVersion(api, path, signal)
  const resource = version?.resource ?? null
  const { choices, parts } = await readChoices(api, list, { resource, copyOf, signal })
  const fields = fieldsOf(list, resource, { choices, user, isInvitable: api.isEmbedded })
  const isCopyable = await canCopy(api, list)
  if (Object.keys(parts).length === 0) return { fields, version, isCopyable }
  const stored = version && (await readParts(api, version.resource, { parts, signal }))
  return { fields, parts, version: version && { ...version, parts: stored ?? {} }, isCopyable }
}

/** Returns the path of the screen of an item that was added; of a page, which has no route yet, at its routes. */
const addedPath = (list: ShownList, iri: Iri) =>
  itemPath(list, iri) + (list.name === 'pages' || list.name === 'data' ? '#routes' : '')

/** Goes to another screen, as a rule in place of the current one, on which nothing is unsaved any more. */
const open = (system: ActorSystem, href: string, replace = true) => {
  const navigationRef: NavigationRef = system.get('navigation')
  navigationRef.send({ type: 'guard.removed' })
  const to = locationOf(href)
  navigationRef.send({ type: 'navigation.requested', to, source: 'code', replace })
}

/** Returns the parameters in the URL of the screen. */
const parametersIn = (system: ActorSystem) => {
  const navigationRef: NavigationRef = system.get('navigation')
  return new URLSearchParams(selectLocation(navigationRef.getSnapshot()).search)
}

/** Returns the page that the URL of the screen names, of which a new one is to be a copy. */
const copyOfIn = (system: ActorSystem) => {
  const iri = parametersIn(system).get(copyField)
  return isIriOf('PAGE', iri) ? iri : null
}

/** Goes back to the list as it was. The screen of an item that is there now can be gone back to. */
const openListAsItWas = (system: ActorSystem, path: string) => {
  const query = parametersIn(system)
  query.delete(copyField)
  const search = query.size > 0 ? `?${query}` : ''
  open(system, listPath(listAt(path)) + search, itemIriIn(path) === null)
}

const readItem = fromPromise<ItemForm, { path: string }>(
  async ({ system, input: { path }, signal }) => {
    const api = await servicesOf(system).loadApi()
    return withSession(system, () =>
      readForm(api, path, { user: editingAccount(system), copyOf: copyOfIn(system), signal }),
    )
  },
)

const itemSave = itemSaveMachine.provide({
  actors: {
    sendItem: fromPromise<ItemVersion, ItemSaveInput>(async ({ system, input }) => {
      const api = await servicesOf(system).loadApi()
      const saved = await withSession(system, () =>
        sendItem(api, input, editingAccount(system)['@id']),
      )
      await showSaved(servicesOf(system), saved)
      return saved
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
    outsideChange: outsideChangeMachine.provide({ actors: { readTheirs: readItem } }),
    renewSession,
  },
  actions: {
    openItem: ({ system }, { path, iri }) => open(system, addedPath(listAt(path), iri)),
    openList: ({ system }, { path }) => open(system, listPath(listAt(path))),
    closeItem: ({ system }, { path }) => openListAsItWas(system, path),
  },
})

/** The same for the item that is open over its page: the page stays when it is closed. */
export const pageItem = resourceItem.provide({
  actions: {
    closeItem: ({ system }) => {
      const itemDialogRef: ItemDialogRef = system.get('itemDialog')
      itemDialogRef.send({ type: 'item.dismissed', isUnsaved: false })
    },
  },
})
