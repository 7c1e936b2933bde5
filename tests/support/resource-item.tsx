/** The screen of an item of the admin area, whose requests the test answers. */
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type InspectionEvent, createActor, fromCallback } from 'xstate'
import type { DeletionFacts } from '#content/admin/item-deletion.ts'
import type { ItemForm } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type ItemDeletionInput, itemDeletionMachine } from '#machines/admin/item-deletion.ts'
import { type ItemSaveInput, itemSaveMachine } from '#machines/admin/item-save.ts'
import { leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import { outsideChangeMachine } from '#machines/admin/outside-change.ts'
import { type ResourceItemRef, resourceItemMachine } from '#machines/admin/resource-item.ts'
import { ResourceItemWithActor } from '#src/admin/resources/ResourceItemScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { pagePayload } from './content/page-payload.ts'
import { startApp } from './machines/app-actors.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import type { Answer } from '#charts/paths/paths.ts'

export const itemScreenPath = '/_cwa/layouts/%2F_%2Flayouts%2F1'

const fields: ItemForm['fields'] = [
  {
    name: 'reference',
    label: 'Name',
    format: 'text',
    required: 'Enter a name.',
    header: 'name',
  },
  { name: 'title', label: 'Title', format: 'text' },
]

/** Returns the form of a version of the item. */
export const itemForm = (etag: string, properties: object): ItemForm => ({
  fields,
  version: {
    resource: {
      '@id': '/_/layouts/1',
      '@type': 'Layout',
      ...properties,
      _metadata: { persisted: true },
    },
    etag,
  },
})
export const storedForm = itemForm('"1"', { reference: 'home', title: 'Home' })
export const newForm: ItemForm = { fields, version: null }

/** Opens the screen; `inspect` receives the events of its actors. */
export const openItemScreen = (
  inspect: (event: InspectionEvent) => void,
  path = itemScreenPath,
  renderItem = (resourceItemRef: ResourceItemRef) => (
    <ResourceItemWithActor title="Layout" path={path} resourceItemRef={resourceItemRef} />
  ),
) => {
  const promises = {
    readItem: controlledPromise<ItemForm, { path: string }>(),
    sendItem: controlledPromise<ItemVersion, ItemSaveInput>(),
    readTheirs: controlledPromise<ItemForm, { path: string }>(),
    readDeletion: controlledPromise<DeletionFacts, ItemDeletionInput>(),
    deleteItem: controlledPromise<void, ItemDeletionInput>(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
  }
  const readTheirs = promises.readTheirs.logic
  const renewSession = promises.renewSession.logic
  const went: string[] = []
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, hub, clock } = startApp('/blog', {
    payload,
    inspect,
    input: { hub: 'https://troupe.test/hub' },
  })
  /** Has the hub tell of a resource as it is now. */
  const receive = (data: HubMessage['data']) =>
    act(async () => {
      hub.send({ type: 'connection.opened' })
      hub.send({ type: 'message.received', id: '1', data })
    })
  const wait = (ms: number) => act(async () => clock.increment(ms))
  const resourceItemRef = createActor(
    resourceItemMachine.provide({
      actors: {
        readItem: promises.readItem.logic,
        itemSave: itemSaveMachine.provide({
          actors: {
            sendItem: promises.sendItem.logic,
            readTheirs,
            renewSession,
          },
        }),
        outsideChange: outsideChangeMachine.provide({ actors: { readTheirs } }),
        itemDeletion: itemDeletionMachine.provide({
          actors: {
            readDeletion: promises.readDeletion.logic,
            deleteItem: promises.deleteItem.logic,
            renewSession,
          },
        }),
        leaveGuard: leaveGuardMachine.provide({ actors: { guardLeaving: fromCallback(() => {}) } }),
        renewSession,
      },
      actions: {
        openItem: (_, { iri }) => void went.push(iri),
        openList: () => void went.push('list'),
        closeItem: () => void went.push('closed'),
      },
    }),
    { input: { path }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <SiteConfigProvider value={defaultSiteConfig}>
        <AppRouter>{renderItem(resourceItemRef)}</AppRouter>
      </SiteConfigProvider>
    </AppProvider>,
  )
  /** Answers the request that an event names. */
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  const read = (output: ItemForm = storedForm) =>
    settle({ type: 'xstate.done.actor.readItem', output })
  return { resourceItemRef, promises, went, settle, read, receive, wait }
}

export type ItemScreen = ReturnType<typeof openItemScreen>

/** Presses a button of the screen, or of another element. */
export const press = (name: string | RegExp, inside = screen.getByRole('main')) =>
  act(async () => fireEvent.click(within(inside).getByRole('button', { name })))

/** Opens the name of a stored item, which is in its header. */
export const openName = async () => {
  const button = screen.queryByRole('button', { name: 'Rename' })
  if (button) await act(async () => fireEvent.click(button))
}

/** Enters a value into the field with a label. */
export const enter = async (label: string, value: string) => {
  if (label === 'Name') await openName()
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}

export const pressSave = () =>
  act(async () => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))

/** Opens the tab in which the item is deleted. */
export const openInfo = () => act(async () => screen.getByRole('tab', { name: 'Info' }).click())
