import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { appMachine } from '#machines/app/app.ts'
import { editorActors } from '#machines/editing/editor-actors.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { isAuthorizing, selectLocation } from '#machines/page/navigation.ts'
import { isBusy } from '#machines/page/page-request.ts'
import { selectNotifications } from '#machines/app/notifications.ts'
import { type StartAppOptions, startApp } from '../../support/machines/app-actors.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { controlledPromise, inertActors } from '#charts/paths/controlled-effects.ts'
import { untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { appPaths, payload } from '../../support/machines/app-paths.ts'

const paths = appPaths({
  actors: inertActors(editorActors),
  views: {},
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → unloaded",
      "app | session.resumed [isAdmin] → loading",
      "app | session.started [isAdmin] → loading",
      "app | session.started → unloaded",
      "app | session.ended → unloaded",
      "app | deferred failed (sends page.failed to errorPage)",
      "app | session.resumed [isAdmin] → loading {editor} (sends editor.stopped to navigationGuard)",
      "app | session.started [isAdmin] → loading {editor} (sends editor.stopped to navigationGuard)",
      "app | session.started → unloaded {editor} (sends editor.stopped to navigationGuard)",
      "app | session.ended → unloaded {editor} (sends editor.stopped to navigationGuard)",
      "loading | loadEditor done → loaded {editor}",
      "loading | loadEditor failed → retrying",
      "retrying | retryDelay elapsed → loading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(appMachine, paths)).toEqual([])
  expect(untakenTransitions(appMachine, paths)).toEqual([])
})

/** Lets settled promises run their callbacks. */
const flushPromises = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}

const run = (href: string, options?: StartAppOptions) => {
  const app = startApp(href, options)
  const { appRef, effects } = app
  const { navigation, pageRequest, fetcher, errorPage } = appRef.getSnapshot().children
  return {
    ...app,
    child: (id: 'editMode' | 'changeQueue') => appRef.getSnapshot().children[id],
    go: (to: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(to), source: 'link' }),
    pop: (to: string) =>
      navigation!.send({ type: 'history.popped', to: locationOf(to), delta: -1 }),
    path: () => selectLocation(navigation!.getSnapshot()).path,
    isFetching: () => fetcher!.getSnapshot().hasTag('busy'),
    busy: () => isAuthorizing(navigation!.getSnapshot()) || isBusy(pageRequest!.getSnapshot()),
    shown: () => selectCurrentPage(fetcher!.getSnapshot())?.path,
    failure: () => selectFailure(errorPage!.getSnapshot()),
    settle: async (effect: keyof typeof effects, output?: unknown) => {
      effects[effect].settle({ type: 'xstate.done.actor.effect', output })
      await flushPromises()
    },
  }
}

test('requests a page that was not rendered', async () => {
  const { effects, settle, shown, busy } = run('/about')
  expect(effects.fetchPayload.calls.map(({ input }) => input.path)).toEqual(['/about'])
  await settle('fetchPayload', pagePayload([], { path: '/about' }))
  expect(shown()).toBe('/about')
  expect(busy()).toBe(false)
})

test('requests nothing for a page that was rendered completely', () => {
  const { effects, hub } = run('/', {
    payload,
    input: { hub: 'https://example.org/hub' },
    loading: { deferred: controlledPromise() },
  })
  for (const { calls } of Object.values(effects)) expect(calls).toEqual([])
  expect(hub.inputs).toEqual([])
})

test('loads the editor for administrators only', async () => {
  const visitor = run('/', { payload, input: { user: { ...admin, roles: ['ROLE_USER'] } } })
  expect(visitor.effects.loadEditor.calls).toEqual([])
  const { child, editor, settle, effects } = run('/', { payload, input: { user: admin } })
  expect(effects.loadEditor.calls).toHaveLength(1)
  expect(child('editMode')).toBeUndefined()
  await settle('loadEditor', editor)
  expect(child('editMode')?.getSnapshot().status).toBe('active')
  expect(child('changeQueue')?.getSnapshot().status).toBe('active')
})

test('stops the editor, even one that is loading, when the session ends', async () => {
  const { appRef, child, editor, settle } = run('/', { payload, input: { user: admin } })
  await settle('loadEditor', editor)
  const editModeRef = child('editMode')!
  expect(appRef.system.get('editMode')).toBe(editModeRef)
  appRef.system.get('auth').send({ type: 'page.failed', failure: failureFromStatus(401) })
  expect(child('editMode')).toBeUndefined()
  expect(editModeRef.getSnapshot().status).toBe('stopped')
  expect(appRef.system.get('editMode')).toBeUndefined()

  const loading = run('/', { payload, input: { user: admin } })
  loading.appRef.system.get('auth').send({ type: 'page.failed', failure: failureFromStatus(401) })
  await loading.settle('loadEditor', loading.editor)
  expect(loading.child('editMode')).toBeUndefined()
})

test.each([
  [{ kind: 'publish' as const, iri: '/component/titles/1' }, 1],
  [{ kind: 'delete' as const, iri: '/component/titles/1' }, 1],
  [{ kind: 'set' as const, iri: '/component/titles/1', property: 'title', value: 'Hi' }, 0],
  [
    { kind: 'move' as const, position: '/_/component_positions/1', to: '/_/component_positions/2' },
    0,
  ],
])(
  'notifies about a failed change unless its sender shows the failure: %o',
  async (intent, notes) => {
    const { appRef, child, editor, settle } = run('/', { payload, input: { user: admin } })
    await settle('loadEditor', editor)
    const event = { type: 'change.failed', id: '1', intent, failure: failureFromStatus(403) }
    child('changeQueue')!.send({ type: 'emit.requested', event } as never)
    expect(selectNotifications(appRef.system.get('notifications').getSnapshot())).toHaveLength(
      notes,
    )
  },
)

test('retries loading the editor while an administrator is signed in', async () => {
  const { appRef, effects, clock } = run('/', { payload, input: { user: admin } })
  effects.loadEditor.settle({
    type: 'xstate.error.actor.loadEditor',
    error: failureFromStatus(503),
  })
  await flushPromises()
  clock.increment(5_000)
  expect(effects.loadEditor.calls).toHaveLength(2)
  effects.loadEditor.settle({
    type: 'xstate.error.actor.loadEditor',
    error: failureFromStatus(503),
  })
  await flushPromises()
  appRef.system.get('auth').send({ type: 'page.failed', failure: failureFromStatus(401) })
  clock.increment(60_000)
  expect(effects.loadEditor.calls).toHaveLength(2)
})

test('ends the session once when a page is refused with 401', async () => {
  const { appRef, effects, go, settle, failure } = run('/', { payload, input: { user: admin } })
  const refused: PagePayload = { status: 401, page: null, entries: [] }
  go('/inside')
  await settle('fetchPayload', refused)
  expect(appRef.system.get('auth').getSnapshot().value).toBe('signedOut')
  await settle('fetchPayload', refused)
  expect(effects.fetchPayload.calls).toHaveLength(2)
  expect(failure()?.status).toBe(401)
})

test('removes private resources after signing out, once the public page has loaded', async () => {
  const draft = component('Title', 'draft', { title: 'Secret' })
  const { appRef, cache, settle } = run('/', {
    payload: pagePayload([draft]),
    input: { user: admin },
  })
  appRef.system.get('auth').send({ type: 'signOut.requested' })
  await settle('signOut')
  expect(cache.read(draft['@id'])).toBeDefined()
  await settle('fetchPayload', pagePayload([]))
  expect(cache.read(draft['@id'])).toBeUndefined()
})

test('navigates home after signing in, to a page fetched for the user', async () => {
  const { appRef, address, settle, shown, effects } = run('/login')
  appRef.system.get('auth').send({
    type: 'signIn.requested',
    credentials: { username: 'ada', password: 'secret' },
  })
  await settle('signIn', admin)
  expect(address).toEqual(['/'])
  await settle('fetchPayload', payload)
  expect(shown()).toBe('/')
  expect(effects.loadEditor.calls).toHaveLength(1)
})

const path = fc.constantFrom('/a', '/b', '/c')
/** Steps of a random run: a navigation, or the response to any request, in any order. */
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('go' as const, 'pop' as const), path }),
  fc.record({ does: fc.constant('page' as const), nth: fc.nat(6) }),
  fc.record({ does: fc.constant('redirect' as const), nth: fc.nat(6), path }),
  fc.record({
    does: fc.constant('refuse' as const),
    nth: fc.nat(6),
    status: fc.constantFrom(404, 500),
  }),
  fc.record({ does: fc.constant('cut off' as const), nth: fc.nat(6) }),
  fc.record({ does: fc.constant('follow' as const) }),
)

test('shows the last requested page, in whatever order responses arrive, fail or are aborted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const app = run('/', { payload: pagePayload([]) })
      const { fetchPayload, followRedirect } = app.effects
      const answered = new Set<object>()

      const answer = async (nth: number, output: PagePayload | Error) => {
        const question = fetchPayload.calls[nth % fetchPayload.calls.length]
        if (!question) return
        answered.add(question)
        question.settle(
          output instanceof Error
            ? { type: 'xstate.error.actor.fetchPayload', error: output }
            : { type: 'xstate.done.actor.fetchPayload', output },
        )
        await flushPromises()
      }
      const wanted = (nth: number) =>
        fetchPayload.calls[nth % Math.max(fetchPayload.calls.length, 1)]?.input.path ?? '/'
      const nothing = { page: null, entries: [] }

      const take = async (one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
        if (one.does === 'go') app.go(one.path)
        if (one.does === 'pop') app.pop(one.path)
        if (one.does === 'page') await answer(one.nth, pagePayload([], { path: wanted(one.nth) }))
        if (one.does === 'redirect')
          await answer(one.nth, { ...nothing, status: 308, redirect: one.path })
        if (one.does === 'refuse') await answer(one.nth, { ...nothing, status: one.status })
        if (one.does === 'cut off') await answer(one.nth, failureFromStatus(503))
        if (one.does === 'follow' && followRedirect.calls.length > 0)
          await app.settle('followRedirect')
      }

      for (const one of steps) {
        await take(one)
        const open = fetchPayload.calls.filter(
          (question) => !question.signal.aborted && !answered.has(question),
        )
        // Only the last request may be pending, and it is for the current location.
        expect(open.map(({ input }) => input.path)).toEqual(app.isFetching() ? [app.path()] : [])
        const settled = !app.busy() && !app.failure()
        expect(settled ? app.shown() : app.path()).toBe(app.path())
      }
    }),
    { numRuns: 100 },
  )
})
