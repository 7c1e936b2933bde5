import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ActorRefFrom, AnyEventObject } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import { type Location, locationOf } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { fetcherMachine } from '#machines/page/fetcher.ts'
import type { PageOutcome } from '#content/page/fetching/payload.ts'
import type { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { type Gestures, type OpenApp, settlePage, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise, inertActor } from '#charts/paths/controlled-effects.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(fetcherMachine)
const at = (path: string) =>
  pagePayload([component('Title', 'hello', { title: `This is ${path}` })], { path })
const first = at('/')
const next = at('/about')
const failure = failureFromStatus(500)

const paths = pathsOf(fetcherMachine, {
  input: { page: first.page },
  events: [
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
    { type: 'page.requested', location: locationOf('/'), token: 2, bypassCache: false },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.loadChain', output: inertActor as typeof fetchChainMachine },
    { type: 'xstate.error.actor.loadChain', error: failure },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'loaded', page: next.page! } },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'redirected', to: '/new' } },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'failed', failure } },
    { type: 'xstate.error.actor.fetchChain', error: failure },
  ],
})

const emptyPayload = { page: null, entries: [] }

const gestures: Gestures = {
  'page.requested': async ({ pop }, { location }: { location: Location }) => {
    // By way of another page, so that the page is requested even if it was before.
    await pop('/elsewhere')
    await pop(location.path)
  },
  'page.unloaded': ({ pop }) => pop('/login'),
  'xstate.done.actor.fetchChain': (app, { output }: { output: PageOutcome }) => {
    if (output.kind === 'loaded') return settlePage(app, next)
    if (output.kind === 'failed') return settlePage(app, { status: 500, ...emptyPayload })
    return settlePage(app, { status: 308, redirect: output.to, ...emptyPayload })
  },
  // A malformed payload fails when it is saved to the cache.
  'xstate.error.actor.fetchChain': (app: OpenApp) =>
    settlePage(app, { ...next, entries: null as never }),
}

const headingAfter = (last: AnyEventObject | undefined, shown: AssembledPage | null) => {
  const hasFailed = last?.type.includes('error') || last?.['output']?.kind === 'failed'
  if (hasFailed) return 'Internal Server Error'
  if (last?.type === 'page.unloaded') return 'Sign in'
  return shown ? `This is ${shown.path}` : undefined
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const chain = controlledPromise<typeof fetchChainMachine, undefined>()
  const app = openApp('/', { payload: first, inspect: coverage.inspect, loading: { chain } })
  const fetcherRef = app.appRef.getSnapshot().children.fetcher!
  await walkPath(app, fetcherRef, path, {
    ...gestures,
    'xstate.done.actor.loadChain': (
      { happen, fetchChain }: OpenApp,
      { type }: { type: 'xstate.done.actor.loadChain' },
    ) => happen(() => chain.settle({ type, output: fetchChain })),
    'xstate.error.actor.loadChain': ({ happen }: OpenApp, event: Answer) =>
      happen(() => chain.settle(event)),
  })
  const { currentPage: shown } = path.next.context
  expect(fetcherRef.getSnapshot().context.currentPage).toEqual(shown)
  expect(screen.queryByRole('heading')?.textContent).toBe(headingAfter(path.events.at(-1), shown))
})

test('the old page stays until the next one has loaded', async () => {
  const app = openApp('/', { payload: first })
  await app.pop('/about')
  expect(screen.getByRole('heading').textContent).toBe('This is /')
  await settlePage(app, next)
  expect(screen.getByRole('heading').textContent).toBe('This is /about')
})

test('going back while the next page is fetched aborts its chain', async () => {
  const app = openApp('/', { payload: first, inspect: coverage.inspect })
  const chain = (): ActorRefFrom<typeof fetchChainMachine> | undefined =>
    app.appRef.system.get('fetchChain')
  await app.pop('/about')
  const superseded = chain()!
  await app.pop('/')
  expect(superseded.getSnapshot().value).toBe('aborted')
  expect(app.effects.fetchPayload.calls.map(({ signal }) => signal.aborted)).toEqual([true])
  expect(chain()).toBeUndefined()
  expect(screen.getByRole('heading').textContent).toBe('This is /')
})

test('changing only the query does not refetch the page', async () => {
  const app = openApp('/', { payload: first, inspect: coverage.inspect })
  await app.pop('/?page=2')
  expect(app.location()).toMatchObject({ path: '/', search: '?page=2' })
  expect(app.effects.fetchPayload.calls).toEqual([])
  expect(screen.getByRole('heading').textContent).toBe('This is /')
})

coverage.expectAll()
