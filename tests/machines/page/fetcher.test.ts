import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type Location, locationOf } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Route } from '#content/model/resource.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { fetcherMachine, selectCurrentPage } from '#machines/page/fetcher.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import { resolvedEffect, inertActor } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { assembledPage: page } = resourcesAt('/about')
const failure = new Failure('offline')

const paths = pathsOf(fetcherMachine, {
  input: { page },
  events: [
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
    { type: 'page.requested', location: locationOf('/other'), token: 3, bypassCache: false },
    { type: 'page.requested', location: locationOf('/about?page=2'), token: 2, bypassCache: false },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.loadChain', output: inertActor as typeof fetchChainMachine },
    { type: 'xstate.error.actor.loadChain', error: failure },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'loaded', page } },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'redirected', to: '/new' } },
    { type: 'xstate.done.actor.fetchChain', output: { kind: 'failed', failure } },
    { type: 'xstate.error.actor.fetchChain', error: failure },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "fetcher | page.requested [isCurrentPage] → idle (emits page.loaded)",
      "fetcher | page.requested → loading {request}",
      "fetcher | page.unloaded → idle {currentPage}",
      "idle | page.requested [isQueryChange] {search} (emits page.loaded)",
      "loading | loadChain done → fetching",
      "loading | loadChain failed → idle (emits page.failed)",
      "fetching | page.requested [isCurrentPage] → idle (sends chain.aborted to fetchChain, emits page.loaded)",
      "fetching | page.requested → loading {request} (sends chain.aborted to fetchChain)",
      "fetching | page.unloaded → idle {currentPage} (sends chain.aborted to fetchChain)",
      "fetching | fetchChain done [hasOutcome] → idle (emits page.loaded)",
      "fetching | fetchChain done [hasOutcome] → idle (emits page.redirected)",
      "fetching | fetchChain done [hasOutcome] → idle (emits page.failed)",
      "fetching | fetchChain failed → idle (emits page.failed)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(fetcherMachine, paths)).toEqual([])
  expect(untakenTransitions(fetcherMachine, paths)).toEqual([])
})

interface Request {
  path: string
  signal: AbortSignal
  answer: (payload: PagePayload) => void
  fail: (failure: Failure) => void
}

/** Runs a fetcher whose pages are answered by the test. */
const run = () => {
  const requests: Request[] = []
  /** The state of each chain, by its token. */
  const chainStates = new Map<number, unknown>()
  const saved: string[] = []
  const emitted: EmittedBy<'fetcher'>[] = []
  const chain = fetchChainMachine.provide({
    actors: {
      fetchPayload: fromPromise<PagePayload | null, Location>(
        ({ input, signal }) =>
          new Promise((answer, fail) => {
            requests.push({ path: input.path, signal, answer, fail })
          }),
      ),
    },
    actions: { saveResources: (_, { items }) => saved.push((items[0]!.resource as Route).path) },
  })
  const ref = createActor(
    fetcherMachine.provide({ actors: { loadChain: resolvedEffect(chain) } }),
    {
      input: { page: null },
      inspect: ({ type, actorRef }) => {
        const chainRef = actorRef as ActorRefFrom<typeof fetchChainMachine>
        if (type !== '@xstate.snapshot' || chainRef.id !== 'fetchChain') return
        const { context, value } = chainRef.getSnapshot()
        chainStates.set(context.token, value)
      },
    },
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  let token = 0
  const requestPage = (path: string) =>
    ref.send({
      type: 'page.requested',
      location: locationOf(path),
      token: (token += 1),
      bypassCache: false,
    })
  return { ref, requests, saved, emitted, requestPage, chainStates }
}

const payloadOf = (path: string): PagePayload => {
  const { assembledPage: shown, items } = resourcesAt(path)
  return { status: 200, page: shown, entries: items }
}

test('aborts the page that is superseded by another request', () => {
  const { requests, requestPage } = run()
  requestPage('/slow')
  expect(requests[0]!.signal.aborted).toBe(false)
  requestPage('/about')
  expect(requests.map(({ path, signal }) => [path, signal.aborted])).toEqual([
    ['/slow', true],
    ['/about', false],
  ])
})

test('each chain is fetching, until it is superseded, redirected or done', async () => {
  const { ref, requests, emitted, requestPage, chainStates } = run()
  requestPage('/slow')
  expect([...chainStates]).toEqual([[1, { fetching: 'payload' }]])
  requestPage('/old')
  expect([...chainStates]).toEqual([
    [1, 'aborted'],
    [2, { fetching: 'payload' }],
  ])
  requests[1]!.answer({ status: 308, redirect: '/about', page: null, entries: [] })
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  requestPage('/about')
  requests[2]!.answer(payloadOf('/about'))
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  requestPage('/elsewhere')
  ref.send({ type: 'page.unloaded' })
  expect([...chainStates]).toEqual([
    [1, 'aborted'],
    [2, 'aborted'],
    [3, 'success'],
    [4, 'aborted'],
  ])
  expect(emitted.map(({ type, token }) => [type, token])).toEqual([
    ['page.redirected', 2],
    ['page.loaded', 3],
  ])
})

test('keeps the current page until the next one has loaded completely, and when that fails', async () => {
  const { ref, requests, emitted, requestPage } = run()
  requestPage('/about')
  requests[0]!.answer(payloadOf('/about'))
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  requestPage('/missing')
  requests[1]!.fail(new Failure('notFound'))
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  expect(selectCurrentPage(ref.getSnapshot())?.path).toBe('/about')
  expect(emitted.map(({ type, token }) => [type, token])).toEqual([
    ['page.loaded', 1],
    ['page.failed', 2],
  ])
})

test('returns to the current page without a request, unless the session has changed', async () => {
  const { ref, requests, emitted, requestPage } = run()
  requestPage('/about')
  await flushPromises()
  requests[0]!.answer(payloadOf('/about'))
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  requestPage('/slow')
  await flushPromises()
  requestPage('/about')
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true])
  expect(emitted.at(-1)).toMatchObject({ type: 'page.loaded', token: 3, page: { path: '/about' } })

  ref.send({ type: 'page.requested', location: locationOf('/slow'), token: 4, bypassCache: true })
  await flushPromises()
  requestPage('/about')
  await flushPromises()
  expect(requests.map(({ path }) => path)).toEqual(['/about', '/slow', '/slow', '/about'])
})

test('has no current page on a screen of the app', () => {
  const { ref, requests, requestPage } = run()
  requestPage('/about')
  ref.send({ type: 'page.unloaded' })
  expect(requests[0]!.signal.aborted).toBe(true)
  expect(selectCurrentPage(ref.getSnapshot())).toBeNull()
})

test('reports a crashed chain as a failed page', async () => {
  const broken = fetchChainMachine.provide({
    actors: {
      fetchPayload: fromPromise<PagePayload | null, Location>(() =>
        Promise.resolve(payloadOf('/about')),
      ),
    },
    actions: {
      saveResources: () => {
        throw new Error('The cache is broken.')
      },
    },
  })
  const ref = createActor(
    fetcherMachine.provide({ actors: { loadChain: resolvedEffect(broken) } }),
    {
      input: { page: null },
    },
  )
  const emitted: EmittedBy<'fetcher'>[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  ref.send({ type: 'page.requested', location: locationOf('/about'), token: 7, bypassCache: false })
  await waitFor(ref, (snapshot) => !snapshot.hasTag('busy'))
  expect(emitted).toMatchObject([
    { type: 'page.failed', token: 7, failure: { kind: 'unexpected' } },
  ])
})

/** Steps of a random run: another page is requested, or the nth request is answered or aborted. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('want' as const), path: fc.constantFrom('/a', '/b', '/c') }),
  fc.record({
    kind: fc.constantFrom('answer' as const, 'fail' as const),
    nth: fc.nat({ max: 5 }),
  }),
)

test('shows the last requested page that has loaded, in whatever order responses arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { ref, requests, saved, emitted, requestPage } = run()
      let requestedPath = ''
      /** The page that was still shown when it was requested again. */
      let reusedPages = 0
      let shown: string | undefined
      const answered = new Set<Request>()
      for (const doing of steps) {
        if (doing.kind === 'want') {
          requestedPath = doing.path
          if (requestedPath === shown) reusedPages += 1
          requestPage(requestedPath)
        } else if (requests.length > 0) {
          const request = requests[doing.nth % requests.length]!
          const isOpen = ref.getSnapshot().hasTag('busy') && request === requests.at(-1)
          if (doing.kind === 'answer') request.answer(payloadOf(request.path))
          else request.fail(new Failure('offline'))
          answered.add(request)
          if (isOpen && doing.kind === 'answer') shown = requestedPath
        }
        await flushPromises()
        expect(selectCurrentPage(ref.getSnapshot())?.path).toBe(shown)
      }
      const open = requests.filter((request) => !request.signal.aborted && !answered.has(request))
      expect(open).toEqual(ref.getSnapshot().hasTag('busy') ? [requests.at(-1)] : [])
      expect(saved.at(-1)).toBe(shown)
      expect(saved.length + reusedPages).toBe(
        emitted.filter(({ type }) => type === 'page.loaded').length,
      )
    }),
  )
})

/** Lets settled promises run their callbacks. */
const flushPromises = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}
