import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { type EditorActors, appMachine } from '#machines/app/app.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { isFetching, selectCurrentPage } from '#machines/page/fetcher.ts'
import { isBusy, selectLocation } from '#machines/page/navigation.ts'
import { selectNotifications } from '#machines/app/notifications.ts'
import { type Options, startApp } from '../../support/machines/app-actors.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import {
  controlledPromise,
  inertActor,
  transitionTable,
  uncrossed,
  unreachable,
} from '../../support/machines/paths.ts'
import { appPaths, payload } from '../../support/machines/app-paths.ts'

const paths = appPaths({ editMode: inertActor, changeQueue: inertActor } as EditorActors)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → unloaded",
      "unloaded | session.resumed → loading",
      "unloaded | session.started → loading (tells deferred session.changed, tells navigation session.started)",
      "unloaded | session.started → unloaded (tells deferred session.changed, tells navigation session.started)",
      "unloaded | session.ended → unloaded (tells deferred session.changed, tells navigation session.ended)",
      "unloaded | signOut.failed → unloaded (tells notifications notification.added)",
      "unloaded | page.requested → unloaded (tells fetcher page.requested)",
      "unloaded | page.unloaded → unloaded (tells fetcher page.unloaded, tells deferred page.unloaded, tells errorPage page.unloaded)",
      "unloaded | page.loaded → unloaded (tells navigation page.loaded, tells deferred page.loaded, tells errorPage page.loaded)",
      "unloaded | page.redirected → unloaded (tells navigation page.redirected)",
      "unloaded | page.failed → unloaded (tells navigation page.failed, tells errorPage page.failed)",
      "unloaded | page.failed → unloaded (tells navigation page.failed, tells errorPage page.failed, tells auth session.expired)",
      "unloaded | requests.busy → unloaded (tells deferred requests.busy)",
      "unloaded | browser.idle → unloaded (tells deferred browser.idle)",
      "unloaded | hub.discovered → unloaded (tells deferred hub.discovered)",
      "unloaded | home.requested → unloaded (tells navigation navigation.requested)",
      "unloaded | deferred failed → unloaded (tells errorPage page.failed)",
      "loading | session.resumed → loading",
      "loading | session.started → loading (tells deferred session.changed, tells navigation session.started)",
      "loading | session.ended → unloaded (tells deferred session.changed, tells navigation session.ended)",
      "loading | signOut.failed → loading (tells notifications notification.added)",
      "loading | page.requested → loading (tells fetcher page.requested)",
      "loading | page.unloaded → loading (tells fetcher page.unloaded, tells deferred page.unloaded, tells errorPage page.unloaded)",
      "loading | page.loaded → loading (tells navigation page.loaded, tells deferred page.loaded, tells errorPage page.loaded)",
      "loading | page.redirected → loading (tells navigation page.redirected)",
      "loading | page.failed → loading (tells navigation page.failed, tells errorPage page.failed)",
      "loading | page.failed → loading (tells navigation page.failed, tells errorPage page.failed, tells auth session.expired)",
      "loading | requests.busy → loading (tells deferred requests.busy)",
      "loading | browser.idle → loading (tells deferred browser.idle)",
      "loading | hub.discovered → loading (tells deferred hub.discovered)",
      "loading | home.requested → loading (tells navigation navigation.requested)",
      "loading | deferred failed → loading (tells errorPage page.failed)",
      "loading | loadEditor done → loaded",
      "loading | loadEditor failed → retrying",
      "loaded | session.resumed → loading",
      "loaded | session.started → loading (tells deferred session.changed, tells navigation session.started)",
      "loaded | session.started → loaded (tells deferred session.changed, tells navigation session.started)",
      "loaded | session.ended → unloaded (tells deferred session.changed, tells navigation session.ended)",
      "loaded | signOut.failed → loaded (tells notifications notification.added)",
      "loaded | page.requested → loaded (tells fetcher page.requested)",
      "loaded | page.unloaded → loaded (tells fetcher page.unloaded, tells deferred page.unloaded, tells errorPage page.unloaded)",
      "loaded | page.loaded → loaded (tells navigation page.loaded, tells deferred page.loaded, tells errorPage page.loaded)",
      "loaded | page.redirected → loaded (tells navigation page.redirected)",
      "loaded | page.failed → loaded (tells navigation page.failed, tells errorPage page.failed)",
      "loaded | page.failed → loaded (tells navigation page.failed, tells errorPage page.failed, tells auth session.expired)",
      "loaded | requests.busy → loaded (tells deferred requests.busy)",
      "loaded | browser.idle → loaded (tells deferred browser.idle)",
      "loaded | hub.discovered → loaded (tells deferred hub.discovered)",
      "loaded | server.reachable → loaded (tells editMode server.reachable)",
      "loaded | home.requested → loaded (tells navigation navigation.requested)",
      "loaded | location.committed → loaded (tells editMode location.committed)",
      "loaded | deferred failed → loaded (tells errorPage page.failed)",
      "loaded | edit.entered → loaded (tells navigation edit.entered)",
      "loaded | edit.left → loaded (tells navigation edit.left)",
      "loaded | add.started → loaded (tells navigation add.started)",
      "loaded | add.ended → loaded (tells navigation add.ended)",
      "loaded | add.discarded → loaded (tells editMode add.discarded)",
      "loaded | signOut.requested → loaded (tells auth signOut.requested)",
      "loaded | undo.requested → loaded (tells changeQueue undo.requested)",
      "loaded | redo.requested → loaded (tells changeQueue redo.requested)",
      "loaded | iri.replaced → loaded (tells editMode iri.replaced)",
      "loaded | resource.removed → loaded (tells editMode resource.removed, tells deferred resource.removed)",
      "loaded | change.saved → loaded (tells deferred change.saved)",
      "loaded | change.undone → loaded (tells deferred change.saved)",
      "loaded | change.redone → loaded (tells deferred change.saved)",
      "loaded | change.failed → loaded (tells notifications notification.added)",
      "loaded | undo.failed → loaded (tells notifications notification.added)",
      "retrying | session.resumed → loading",
      "retrying | session.started → loading (tells deferred session.changed, tells navigation session.started)",
      "retrying | session.started → retrying (tells deferred session.changed, tells navigation session.started)",
      "retrying | session.ended → unloaded (tells deferred session.changed, tells navigation session.ended)",
      "retrying | signOut.failed → retrying (tells notifications notification.added)",
      "retrying | page.requested → retrying (tells fetcher page.requested)",
      "retrying | page.unloaded → retrying (tells fetcher page.unloaded, tells deferred page.unloaded, tells errorPage page.unloaded)",
      "retrying | page.loaded → retrying (tells navigation page.loaded, tells deferred page.loaded, tells errorPage page.loaded)",
      "retrying | page.redirected → retrying (tells navigation page.redirected)",
      "retrying | page.failed → retrying (tells navigation page.failed, tells errorPage page.failed)",
      "retrying | page.failed → retrying (tells navigation page.failed, tells errorPage page.failed, tells auth session.expired)",
      "retrying | requests.busy → retrying (tells deferred requests.busy)",
      "retrying | browser.idle → retrying (tells deferred browser.idle)",
      "retrying | hub.discovered → retrying (tells deferred hub.discovered)",
      "retrying | home.requested → retrying (tells navigation navigation.requested)",
      "retrying | deferred failed → retrying (tells errorPage page.failed)",
      "retrying | retryDelay over → loading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(appMachine, paths)).toEqual([])
  expect(uncrossed(appMachine, paths)).toEqual([])
})

/** Lets settled promises run their callbacks. */
const heard = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}

const run = (href: string, options?: Options) => {
  const app = startApp(href, options)
  const { appRef, effects } = app
  const { navigation, fetcher, errorPage } = appRef.getSnapshot().children
  return {
    ...app,
    child: (id: 'editMode' | 'changeQueue') => appRef.getSnapshot().children[id],
    go: (to: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(to), source: 'link' }),
    pop: (to: string) => navigation!.send({ type: 'history.popped', to: locationOf(to) }),
    path: () => selectLocation(navigation!.getSnapshot()).path,
    isFetching: () => isFetching(fetcher!.getSnapshot()),
    busy: () => isBusy(navigation!.getSnapshot()),
    shown: () => selectCurrentPage(fetcher!.getSnapshot())?.path,
    failure: () => selectFailure(errorPage!.getSnapshot()),
    settle: async (effect: keyof typeof effects, output?: unknown) => {
      effects[effect].settle({ type: 'xstate.done.actor.effect', output })
      await heard()
    },
  }
}

test('requests a page that was not rendered', async () => {
  const { effects, settle, shown, busy } = run('/about')
  expect(effects.fetchPayload.heard.map(({ input }) => input.path)).toEqual(['/about'])
  await settle('fetchPayload', pagePayload([], { path: '/about' }))
  expect(shown()).toBe('/about')
  expect(busy()).toBe(false)
})

test('requests nothing for a page that was rendered completely', () => {
  const { effects, hub } = run('/', {
    payload,
    input: { hub: 'https://example.org/hub' },
    loading: { later: controlledPromise() },
  })
  for (const { heard: asked } of Object.values(effects)) expect(asked).toEqual([])
  expect(hub.heard).toEqual([])
})

test('loads the editor for administrators only', async () => {
  const visitor = run('/', { payload, input: { user: { ...admin, roles: ['ROLE_USER'] } } })
  expect(visitor.effects.loadEditor.heard).toEqual([])
  const { child, editor, settle, effects } = run('/', { payload, input: { user: admin } })
  expect(effects.loadEditor.heard).toHaveLength(1)
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
  appRef.system.get('auth').send({ type: 'session.expired' })
  expect(child('editMode')).toBeUndefined()
  expect(editModeRef.getSnapshot().status).toBe('stopped')
  expect(appRef.system.get('editMode')).toBeUndefined()

  const loading = run('/', { payload, input: { user: admin } })
  loading.appRef.system.get('auth').send({ type: 'session.expired' })
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
    child('changeQueue')!.send({ type: 'said', event } as never)
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
  await heard()
  clock.increment(5_000)
  expect(effects.loadEditor.heard).toHaveLength(2)
  effects.loadEditor.settle({
    type: 'xstate.error.actor.loadEditor',
    error: failureFromStatus(503),
  })
  await heard()
  appRef.system.get('auth').send({ type: 'session.expired' })
  clock.increment(60_000)
  expect(effects.loadEditor.heard).toHaveLength(2)
})

test('ends the session once when a page is refused with 401', async () => {
  const { appRef, effects, go, settle, failure } = run('/', { payload, input: { user: admin } })
  const refused: PagePayload = { status: 401, page: null, entries: [] }
  go('/inside')
  await settle('fetchPayload', refused)
  expect(appRef.system.get('auth').getSnapshot().value).toBe('signedOut')
  await settle('fetchPayload', refused)
  expect(effects.fetchPayload.heard).toHaveLength(2)
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
  expect(effects.loadEditor.heard).toHaveLength(1)
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
        const question = fetchPayload.heard[nth % fetchPayload.heard.length]
        if (!question) return
        answered.add(question)
        question.settle(
          output instanceof Error
            ? { type: 'xstate.error.actor.fetchPayload', error: output }
            : { type: 'xstate.done.actor.fetchPayload', output },
        )
        await heard()
      }
      const wanted = (nth: number) =>
        fetchPayload.heard[nth % Math.max(fetchPayload.heard.length, 1)]?.input.path ?? '/'
      const nothing = { page: null, entries: [] }

      const take = async (one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
        if (one.does === 'go') app.go(one.path)
        if (one.does === 'pop') app.pop(one.path)
        if (one.does === 'page') await answer(one.nth, pagePayload([], { path: wanted(one.nth) }))
        if (one.does === 'redirect')
          await answer(one.nth, { ...nothing, status: 308, redirect: one.path })
        if (one.does === 'refuse') await answer(one.nth, { ...nothing, status: one.status })
        if (one.does === 'cut off') await answer(one.nth, failureFromStatus(503))
        if (one.does === 'follow' && followRedirect.heard.length > 0)
          await app.settle('followRedirect')
      }

      for (const one of steps) {
        await take(one)
        const open = fetchPayload.heard.filter(
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
