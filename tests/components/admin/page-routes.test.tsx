import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import type { PageRoutes } from '#content/admin/page-routes.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import {
  type PathSave,
  isBusy,
  isEditing,
  pageRoutesMachine,
  selectFailure,
} from '#machines/admin/page-routes.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import { routeChangesMachine } from '#machines/admin/route-changes.ts'
import { routeUndoMachine } from '#machines/admin/route-undo.ts'
import { PageRoutesWithActor } from '#src/admin/resources/PageRoutes.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(pageRoutesMachine)
afterEach(cleanup)

const owner = '/_/pages/1'
const further = { iri: '/_/routes//oldest', path: '/oldest', redirects: [] } as const
const redirect = { iri: '/_/routes//old', path: '/old', redirects: [further] } as const
const route = {
  iri: '/_/routes//about',
  path: '/about',
  redirects: [redirect],
  etag: '"1"',
  childCount: 2,
} as const
const routes: PageRoutes = { owner, title: 'The team', route, isUndoable: true }
const deletion = { iri: '/_/bulk_changes/1', label: '1 route deleted' }
const taken = failureFromStatus(422, {
  violations: [{ propertyPath: 'path', message: '/team is taken by “Team”.' }],
})

const openRoutes = () => {
  const promises = {
    readRoutes: controlledPromise<PageRoutes, { owner: Iri }>(),
    savePath: controlledPromise<void, PathSave>(),
    generateRoute: controlledPromise<void, { owner: Iri }>(),
    deleteRoute: controlledPromise<UndoableChange | null, { iri: Iri }>(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
    undoDeletion: controlledPromise<void, { change: UndoableChange }>(),
  }
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, hub, clock } = startApp('/blog', {
    payload,
    inspect: coverage.inspect,
    input: { hub: 'https://troupe.test/hub' },
  })
  /** Has the hub tell of a route, and waits until no more follows. */
  const receive = (iri: Iri) =>
    act(async () => {
      hub.send({ type: 'connection.opened' })
      hub.send({ type: 'message.received', id: '1', data: { '@id': iri } })
      clock.increment(250)
    })
  const pageRoutesRef = createActor(
    pageRoutesMachine.provide({
      actors: {
        readRoutes: promises.readRoutes.logic,
        savePath: promises.savePath.logic,
        generateRoute: promises.generateRoute.logic,
        deleteRoute: promises.deleteRoute.logic,
        renewSession: promises.renewSession.logic,
        routeChanges: routeChangesMachine.provide({
          actors: {
            routeUndo: routeUndoMachine.provide({
              actors: { undoDeletion: promises.undoDeletion.logic },
            }),
          },
        }),
      },
    }),
    { input: { owner }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <div role="tabpanel" tabIndex={0}>
        <PageRoutesWithActor pageRoutesRef={pageRoutesRef} />
      </div>
    </AppProvider>,
  )
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  return { pageRoutesRef, promises, settle, receive, appRef }
}
type OpenRoutes = ReturnType<typeof openRoutes>

const press = (name: string, inside: HTMLElement = document.body) =>
  act(async () => fireEvent.click(within(inside).getByRole('button', { name })))
const field = () => screen.getByRole<HTMLInputElement>('textbox')
const enter = (path: string) =>
  act(async () => fireEvent.change(field(), { target: { value: path } }))
const question = () => screen.getByRole('alertdialog')

const paths = coveringPaths(
  pathsOf(pageRoutesMachine, {
    input: { owner },
    events: [
      { type: 'retry.requested' },
      { type: 'edit.requested' },
      { type: 'redirect.requested' },
      { type: 'generation.requested' },
      { type: 'path.changed', path: '/team' },
      { type: 'path.changed', path: '' },
      { type: 'cascade.changed', isCascading: true },
      { type: 'save.requested' },
      { type: 'edit.canceled' },
      { type: 'deletion.requested', iri: route.iri },
      { type: 'deletion.confirmed' },
      { type: 'deletion.canceled' },
      { type: 'xstate.done.actor.readRoutes', output: routes },
      { type: 'xstate.error.actor.readRoutes', error: new Failure('offline') },
      { type: 'xstate.error.actor.readRoutes', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.routeChanges', output: null },
      { type: 'xstate.done.actor.savePath' },
      { type: 'xstate.error.actor.savePath', error: taken },
      { type: 'xstate.error.actor.savePath', error: new Failure('conflict') },
      { type: 'xstate.error.actor.savePath', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.generateRoute' },
      { type: 'xstate.error.actor.generateRoute', error: new Failure('offline') },
      { type: 'xstate.error.actor.generateRoute', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.deleteRoute', output: deletion },
      { type: 'xstate.error.actor.deleteRoute', error: new Failure('offline') },
      { type: 'xstate.error.actor.deleteRoute', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.renewSession', output: 'renewed' },
      { type: 'xstate.done.actor.renewSession', output: 'declined' },
      { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
    ],
    distinguishBy: ({ routes: read, edited, path, isCascading, deleted, task, ...context }) => [
      read !== null,
      edited,
      path,
      isCascading,
      deleted,
      task,
      context.failure !== null,
      context.problem !== null,
    ],
  }),
)

const gestures: Record<string, (event: never, opened: OpenRoutes) => unknown> = {
  'xstate.done.actor.routeChanges': (_, { receive }) => receive('/_/routes//about/team'),
  'retry.requested': () => press('Try again'),
  'edit.requested': () => press('Change…'),
  'redirect.requested': () => press('Add a redirect…'),
  'generation.requested': () => press('Use /the-team'),
  'path.changed': ({ path }: { path: string }) => enter(path),
  'cascade.changed': () => act(async () => screen.getByRole('checkbox').click()),
  'save.requested': () => press('Save'),
  'edit.canceled': () => press('Cancel'),
  'deletion.requested': () => press('Delete the route'),
  'deletion.confirmed': () => press('Delete', question()),
  'deletion.canceled': () => press('Cancel', question()),
}

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openRoutes()
  for (const event of events) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(event as never, opened)
    else await opened.settle(event as Answer)
  }
  expect(opened.pageRoutesRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByRole('textbox') !== null).toBe(isEditing(next))
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next) && !next.context.routes)
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming'))
})

const read = ({ settle }: OpenRoutes, output: PageRoutes = routes) =>
  settle({ type: 'xstate.done.actor.readRoutes', output })

test('offers to change the routes below as soon as a page appears there, and keeps what is entered', async () => {
  const opened = openRoutes()
  await read(opened, { ...routes, route: { ...routes.route!, childCount: 0 } })
  await press('Change…')
  await enter('/team')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await opened.receive('/component/texts/9')
  expect(opened.promises.readRoutes.calls).toHaveLength(1)
  await opened.receive('/_/routes//about/team')
  await read(opened)
  expect(screen.getByRole('checkbox')).toBeTruthy()
  expect(field().value).toBe('/team')
})

test('shows the redirects of redirects, and says how many are deleted with one', async () => {
  const opened = openRoutes()
  await read(opened)
  const redirects = screen.getByRole('region', { name: 'Redirects' })
  expect(
    within(redirects)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['/oldDelete…/oldestDelete…', '/oldestDelete…'])
  await press('Delete /old')
  expect(question().textContent).toContain('1 redirect to it is deleted, too.')
  await press('Delete', question())
  expect(opened.promises.deleteRoute.calls[0]?.input).toEqual({ iri: '/_/routes//old' })
})

const deleteRoute = async (opened: OpenRoutes) => {
  await read(opened)
  await deleteRead(opened)
}

const deleteRead = async (opened: OpenRoutes) => {
  await press('Delete the route')
  expect(question().textContent).toContain('It can be undone for an hour.')
  await press('Delete', question())
  await opened.settle({ type: 'xstate.done.actor.deleteRoute', output: deletion })
  await read(opened, { ...routes, route: null })
}

const pressUndoKeys = (target: Element = document.body) =>
  act(async () => fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))

test('undoes a deletion by Ctrl+Z, once, and shows the route again', async () => {
  const opened = openRoutes()
  const undone = opened.promises.undoDeletion
  await deleteRoute(opened)
  await press('Create a route…')
  await pressUndoKeys(field())
  expect(undone.calls).toHaveLength(0)
  await press('Cancel')
  await pressUndoKeys()
  expect(undone.calls.map(({ input }) => input)).toEqual([{ change: deletion }])
  await opened.settle({ type: 'xstate.done.actor.undoDeletion' })
  await read(opened)
  expect(screen.getByRole('button', { name: 'Delete the route' })).toBeTruthy()
  await pressUndoKeys()
  expect(undone.calls).toHaveLength(1)
})

test('offers to undo a deletion for as long as that is possible', async () => {
  const opened = openRoutes()
  const name = 'Undo the last change'
  await read(opened)
  expect(screen.queryByRole('button', { name })).toBeNull()
  await deleteRead(opened)
  await press(name)
  expect(opened.promises.undoDeletion.calls).toHaveLength(1)
  await opened.settle({ type: 'xstate.done.actor.undoDeletion' })
  await read(opened)
  expect(screen.queryByRole('button', { name })).toBeNull()
})

test('undoes a deletion by its notification, again after that has failed', async () => {
  const opened = openRoutes()
  const notificationsRef = createActor(notificationsMachine, {
    systemId: 'notifications',
    parent: opened.appRef,
  }).start()
  const accept = () =>
    act(async () => {
      const about = { key: bulkNotification, tone: 'info' as const, messages: [] }
      notificationsRef.send({
        type: 'notification.added',
        ...about,
        heading: deletion.label,
        action: 'Undo',
      })
      notificationsRef.send({ type: 'notification.chosen', key: bulkNotification })
    })
  await deleteRoute(opened)
  await accept()
  await opened.settle({
    type: 'xstate.error.actor.undoDeletion',
    error: new Failure('offline'),
  })
  await accept()
  expect(opened.promises.undoDeletion.calls).toHaveLength(2)
})

test('says that a deletion is final where the API cannot undo it', async () => {
  const opened = openRoutes()
  await read(opened, { ...routes, isUndoable: false })
  await press('Delete the route')
  expect(question().textContent).toContain('It cannot be brought back.')
})

test('without a route, suggests the path of the title; the field has the focus, and gives it back', async () => {
  const opened = openRoutes()
  await read(opened, { ...routes, route: null })
  expect(screen.getByText(/only editors see it/)).toBeTruthy()
  await press('Create a route…')
  expect(field().value).toBe('/the-team')
  expect(document.activeElement).toBe(field())
  await press('Cancel')
  expect(document.activeElement?.textContent).toBe('Create a route…')
})

test('once the suggested path is used, the button before it has the focus, and not the one that deletes', async () => {
  const opened = openRoutes()
  await read(opened, { ...routes, route: null })
  screen.getByRole('button', { name: 'Use /the-team' }).focus()
  await press('Use /the-team')
  await opened.settle({ type: 'xstate.done.actor.generateRoute' })
  await read(opened, { ...routes, route: { ...route, path: '/the-team' } })
  expect(screen.queryByRole('button', { name: 'Use /the-team' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change…' }))
})

test('the form of a redirect gives the focus back to the button that opened it', async () => {
  const opened = openRoutes()
  await read(opened)
  await press('Add a redirect…')
  expect(document.activeElement).toBe(field())
  await enter('/team')
  await press('Save')
  await opened.settle({ type: 'xstate.done.actor.savePath' } as Answer)
  await read(opened)
  expect(document.activeElement?.textContent).toBe('Add a redirect…')
})

test('shows the address while it is entered, and saves it as it was shown', async () => {
  const opened = openRoutes()
  await read(opened)
  await press('Change…')
  await enter(' who we are/ ')
  expect(screen.getByText(/\/who-we-are\. \/about will lead there\.$/)).toBeTruthy()
  await act(async () => screen.getByRole('checkbox').click())
  await press('Save')
  expect(opened.promises.savePath.calls[0]?.input).toMatchObject({
    edited: 'route',
    path: '/who-we-are',
    isCascading: true,
  })
})

coverage.expectAll()
