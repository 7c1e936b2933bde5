import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf } from '#content/failure.ts'
import { locationOf } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import { type Editor, appMachine } from '#machines/app.ts'
import { selectFailure } from '#machines/error-page.ts'
import { isFetching, selectShown } from '#machines/fetcher.ts'
import { isBusy, selectLocation } from '#machines/navigation.ts'
import { selectNotes } from '#machines/notifications.ts'
import { type Options, startApp } from '../support/actors.ts'
import { component, pageOf } from '../support/page.ts'
import { admin } from '../support/pages.ts'
import { puppet, quiet, tableOf, uncrossed, unreachable } from '../support/paths.ts'
import { appPaths, payload } from '../support/root.ts'

const paths = appPaths({ editMode: quiet, writes: quiet } as Editor)

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → absent",
      "absent | session.resumed → loading",
      "absent | session.started → loading (tells later session.changed, tells navigation session.started)",
      "absent | session.started → absent (tells later session.changed, tells navigation session.started)",
      "absent | session.ended → absent (tells later session.changed, tells navigation session.ended)",
      "absent | session.kept → absent (tells notifications note.raised)",
      "absent | page.wanted → absent (tells fetcher page.wanted)",
      "absent | page.left → absent (tells fetcher page.left, tells later page.left, tells errorPage page.left)",
      "absent | page.settled → absent (tells navigation page.settled, tells later page.settled, tells errorPage page.settled)",
      "absent | page.redirected → absent (tells navigation page.redirected)",
      "absent | page.failed → absent (tells navigation page.failed, tells errorPage page.failed)",
      "absent | page.failed → absent (tells navigation page.failed, tells errorPage page.failed, tells auth session.lost)",
      "absent | requests.busy → absent (tells later requests.busy)",
      "absent | page.idle → absent (tells later page.idle)",
      "absent | hub.found → absent (tells later hub.found)",
      "absent | home.wanted → absent (tells navigation navigation.requested)",
      "absent | later failed → absent (tells errorPage page.failed)",
      "loading | session.resumed → loading",
      "loading | session.started → loading (tells later session.changed, tells navigation session.started)",
      "loading | session.ended → absent (tells later session.changed, tells navigation session.ended)",
      "loading | session.kept → loading (tells notifications note.raised)",
      "loading | page.wanted → loading (tells fetcher page.wanted)",
      "loading | page.left → loading (tells fetcher page.left, tells later page.left, tells errorPage page.left)",
      "loading | page.settled → loading (tells navigation page.settled, tells later page.settled, tells errorPage page.settled)",
      "loading | page.redirected → loading (tells navigation page.redirected)",
      "loading | page.failed → loading (tells navigation page.failed, tells errorPage page.failed)",
      "loading | page.failed → loading (tells navigation page.failed, tells errorPage page.failed, tells auth session.lost)",
      "loading | requests.busy → loading (tells later requests.busy)",
      "loading | page.idle → loading (tells later page.idle)",
      "loading | hub.found → loading (tells later hub.found)",
      "loading | home.wanted → loading (tells navigation navigation.requested)",
      "loading | later failed → loading (tells errorPage page.failed)",
      "loading | loadEditor done → present",
      "loading | loadEditor failed → retrying",
      "present | session.resumed → loading",
      "present | session.started → loading (tells later session.changed, tells navigation session.started)",
      "present | session.started → present (tells later session.changed, tells navigation session.started)",
      "present | session.ended → absent (tells later session.changed, tells navigation session.ended)",
      "present | session.kept → present (tells notifications note.raised)",
      "present | page.wanted → present (tells fetcher page.wanted)",
      "present | page.left → present (tells fetcher page.left, tells later page.left, tells errorPage page.left)",
      "present | page.settled → present (tells navigation page.settled, tells later page.settled, tells errorPage page.settled)",
      "present | page.redirected → present (tells navigation page.redirected)",
      "present | page.failed → present (tells navigation page.failed, tells errorPage page.failed)",
      "present | page.failed → present (tells navigation page.failed, tells errorPage page.failed, tells auth session.lost)",
      "present | requests.busy → present (tells later requests.busy)",
      "present | page.idle → present (tells later page.idle)",
      "present | hub.found → present (tells later hub.found)",
      "present | site.reached → present (tells editMode site.reached)",
      "present | home.wanted → present (tells navigation navigation.requested)",
      "present | location.committed → present (tells editMode location.committed)",
      "present | later failed → present (tells errorPage page.failed)",
      "present | edit.entered → present (tells navigation edit.entered)",
      "present | edit.left → present (tells navigation edit.left)",
      "present | add.started → present (tells navigation add.started)",
      "present | add.ended → present (tells navigation add.ended)",
      "present | add.discarded → present (tells editMode add.discarded)",
      "present | signOut.requested → present (tells auth signOut.requested)",
      "present | undo.requested → present (tells writes undo.requested)",
      "present | redo.requested → present (tells writes redo.requested)",
      "present | iri.replaced → present (tells editMode iri.replaced)",
      "present | resource.removed → present (tells editMode resource.removed, tells later resource.removed)",
      "present | change.saved → present (tells later change.saved)",
      "present | change.undone → present (tells later change.saved)",
      "present | change.redone → present (tells later change.saved)",
      "present | change.failed → present (tells notifications note.raised)",
      "present | change.kept → present (tells notifications note.raised)",
      "retrying | session.resumed → loading",
      "retrying | session.started → loading (tells later session.changed, tells navigation session.started)",
      "retrying | session.started → retrying (tells later session.changed, tells navigation session.started)",
      "retrying | session.ended → absent (tells later session.changed, tells navigation session.ended)",
      "retrying | session.kept → retrying (tells notifications note.raised)",
      "retrying | page.wanted → retrying (tells fetcher page.wanted)",
      "retrying | page.left → retrying (tells fetcher page.left, tells later page.left, tells errorPage page.left)",
      "retrying | page.settled → retrying (tells navigation page.settled, tells later page.settled, tells errorPage page.settled)",
      "retrying | page.redirected → retrying (tells navigation page.redirected)",
      "retrying | page.failed → retrying (tells navigation page.failed, tells errorPage page.failed)",
      "retrying | page.failed → retrying (tells navigation page.failed, tells errorPage page.failed, tells auth session.lost)",
      "retrying | requests.busy → retrying (tells later requests.busy)",
      "retrying | page.idle → retrying (tells later page.idle)",
      "retrying | hub.found → retrying (tells later hub.found)",
      "retrying | home.wanted → retrying (tells navigation navigation.requested)",
      "retrying | later failed → retrying (tells errorPage page.failed)",
      "retrying | retryDelay over → loading",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(appMachine, paths)).toEqual([])
  expect(uncrossed(appMachine, paths)).toEqual([])
})

/** Lets promises that are settled be heard. */
const heard = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}

const run = (href: string, options?: Options) => {
  const app = startApp(href, options)
  const { appRef, effects } = app
  const { navigation, fetcher, errorPage } = appRef.getSnapshot().children
  return {
    ...app,
    child: (id: 'editMode' | 'writes') => appRef.getSnapshot().children[id],
    go: (to: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(to), source: 'link' }),
    pop: (to: string) => navigation!.send({ type: 'history.popped', to: locationOf(to) }),
    path: () => selectLocation(navigation!.getSnapshot()).path,
    isFetching: () => isFetching(fetcher!.getSnapshot()),
    busy: () => isBusy(navigation!.getSnapshot()),
    shown: () => selectShown(fetcher!.getSnapshot())?.path,
    failure: () => selectFailure(errorPage!.getSnapshot()),
    settle: async (effect: keyof typeof effects, output?: unknown) => {
      effects[effect].settle({ type: 'xstate.done.actor.effect', output })
      await heard()
    },
  }
}

test('asks at once for a page that it did not come with', async () => {
  const { effects, settle, shown, busy } = run('/about')
  expect(effects.fetchPayload.heard.map(({ input }) => input.path)).toEqual(['/about'])
  await settle('fetchPayload', pageOf([], { path: '/about' }))
  expect(shown()).toBe('/about')
  expect(busy()).toBe(false)
})

test('a page that came with everything asks for nothing', () => {
  const { effects, hub } = run('/', {
    payload,
    input: { hub: 'https://example.org/hub' },
    loading: { later: puppet() },
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
  expect(child('writes')?.getSnapshot().status).toBe('active')
})

test('a session that ends takes the editor with it, also one that is only loading', async () => {
  const { appRef, child, editor, settle } = run('/', { payload, input: { user: admin } })
  await settle('loadEditor', editor)
  const editModeRef = child('editMode')!
  expect(appRef.system.get('editMode')).toBe(editModeRef)
  appRef.system.get('auth').send({ type: 'session.lost' })
  expect(child('editMode')).toBeUndefined()
  expect(editModeRef.getSnapshot().status).toBe('stopped')
  expect(appRef.system.get('editMode')).toBeUndefined()

  const loading = run('/', { payload, input: { user: admin } })
  loading.appRef.system.get('auth').send({ type: 'session.lost' })
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
])('a refusal is noted unless who asked shows it: %o', async (intent, notes) => {
  const { appRef, child, editor, settle } = run('/', { payload, input: { user: admin } })
  await settle('loadEditor', editor)
  const event = { type: 'change.failed', id: '1', intent, failure: failureOf(403) }
  child('writes')!.send({ type: 'said', event } as never)
  expect(selectNotes(appRef.system.get('notifications').getSnapshot())).toHaveLength(notes)
})

test('asks again for an editor that could not be had, as long as somebody may edit', async () => {
  const { appRef, effects, clock } = run('/', { payload, input: { user: admin } })
  effects.loadEditor.settle({ type: 'xstate.error.actor.loadEditor', error: failureOf(503) })
  await heard()
  clock.increment(5_000)
  expect(effects.loadEditor.heard).toHaveLength(2)
  effects.loadEditor.settle({ type: 'xstate.error.actor.loadEditor', error: failureOf(503) })
  await heard()
  appRef.system.get('auth').send({ type: 'session.lost' })
  clock.increment(60_000)
  expect(effects.loadEditor.heard).toHaveLength(2)
})

test('a page that is refused for want of a session ends the one that was believed in, once', async () => {
  const { appRef, effects, go, settle, failure } = run('/', { payload, input: { user: admin } })
  const refused: PagePayload = { status: 401, page: null, entries: [] }
  go('/inside')
  await settle('fetchPayload', refused)
  expect(appRef.system.get('auth').getSnapshot().value).toBe('signedOut')
  await settle('fetchPayload', refused)
  expect(effects.fetchPayload.heard).toHaveLength(2)
  expect(failure()?.status).toBe(401)
})

test('who signs out leaves nothing of theirs behind, once the page without it has come', async () => {
  const draft = component('Title', 'draft', { title: 'Secret' })
  const { appRef, cache, settle } = run('/', {
    payload: pageOf([draft]),
    input: { user: admin },
  })
  appRef.system.get('auth').send({ type: 'signOut.requested' })
  await settle('signOut')
  expect(cache.read(draft['@id'])).toBeDefined()
  await settle('fetchPayload', pageOf([]))
  expect(cache.read(draft['@id'])).toBeUndefined()
})

test('signing in leads home, to a page read for who signed in', async () => {
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
/** Somebody goes somewhere, or an answer to some question comes, in whatever order. */
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

test('in whatever order answers come, fail or are cut off, the page shown is the last one asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const app = run('/', { payload: pageOf([]) })
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
        if (one.does === 'page') await answer(one.nth, pageOf([], { path: wanted(one.nth) }))
        if (one.does === 'redirect')
          await answer(one.nth, { ...nothing, status: 308, redirect: one.path })
        if (one.does === 'refuse') await answer(one.nth, { ...nothing, status: one.status })
        if (one.does === 'cut off') await answer(one.nth, failureOf(503))
        if (one.does === 'follow' && followRedirect.heard.length > 0)
          await app.settle('followRedirect')
      }

      for (const one of steps) {
        await take(one)
        const open = fetchPayload.heard.filter(
          (question) => !question.signal.aborted && !answered.has(question),
        )
        // Only the last question may be open, and it is about where we are.
        expect(open.map(({ input }) => input.path)).toEqual(app.isFetching() ? [app.path()] : [])
        const settled = !app.busy() && !app.failure()
        expect(settled ? app.shown() : app.path()).toBe(app.path())
      }
    }),
    { numRuns: 100 },
  )
})
