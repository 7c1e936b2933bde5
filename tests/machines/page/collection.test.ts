import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import {
  type CollectionRequest,
  collectionMachine,
  isBusy,
  selectFailure,
  selectSearch,
  selectQuery,
} from '#machines/page/collection.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const input = {
  iri: '/component/collections/1',
  path: '/blog',
  search: '?page=2',
  settings: 'six entries',
}
const committed = (href: string) => ({
  type: 'location.committed' as const,
  location: locationOf(href),
})
const requested = (href: string) => ({
  type: 'page.requested' as const,
  location: locationOf(href),
})
const paths = pathsOf(collectionMachine, {
  input,
  events: [
    { type: 'query.changed', query: 'goat' },
    { type: 'query.changed', query: '' },
    { type: 'search.submitted' },
    committed('/blog?title=goat'),
    committed('/blog?page=2'),
    committed('/about'),
    requested('/blog'),
    requested('/about'),
    { type: 'retry.requested' },
    { type: 'settings.reported', settings: 'six entries' },
    { type: 'settings.reported', settings: 'two entries' },
    { type: 'xstate.done.actor.readCollection' },
    { type: 'xstate.error.actor.readCollection', error: new Failure('offline') },
  ],
  distinguishBy: ({ search, query }) => [search, query],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → search.idle results.ready",
      "search.idle | query.changed → search.typing {query}",
      "search.idle and results | location.committed [isSamePath and not isTypedQuery, isSamePath and not isCurrentSearch] → search.idle results.loading.recent {failure, query, search}",
      "search.idle | location.committed [isSamePath and not isTypedQuery] {query}",
      "search.idle and results.abandoned | location.committed [isSamePath and not isTypedQuery, isSamePath] → results.loading.recent {query}",
      "search.typing | query.changed → search.typing {query}",
      "search.typing | search.submitted → search.idle (requestQuery)",
      "search.typing | debounce elapsed → search.idle (requestQuery)",
      "search.typing | search.submitted [isCurrentQuery] → search.idle",
      "search.typing | debounce elapsed [isCurrentQuery] → search.idle",
      "results | settings.reported [areNewSettings] → search.idle results.loading.recent {failure, settings}",
      "results | location.committed [isSamePath and not isCurrentSearch] → search.idle results.loading.recent {failure, search}",
      "results.loading | readCollection done → results.ready",
      "results.loading | readCollection failed → results.failed {failure}",
      "results.loading.recent | minAgeToAbort elapsed → results.loading.overdue",
      "results.loading.overdue | page.requested [not isSameContent] → results.abandoned",
      "results.abandoned | location.committed [isSamePath] → results.loading.recent",
      "results.failed | retry.requested → results.loading.recent",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(collectionMachine, paths)).toEqual([])
  expect(untakenTransitions(collectionMachine, paths)).toEqual([])
})

const run = (search = '', path = input.path) => {
  const fetching = controlledPromise<void, CollectionRequest>()
  const clock = new SimulatedClock()
  const requestedQueries: string[] = []
  const machine = collectionMachine.provide({
    actors: { readCollection: fetching.logic },
    actions: { requestQuery: (_, params) => requestedQueries.push(params.search) },
  })
  const ref = createActor(machine, { input: { ...input, path, search }, clock }).start()
  const type = (query: string) => ref.send({ type: 'query.changed', query })
  const changeLocation = (to: string) => ref.send(committed(`/blog${to}`))
  return {
    ref,
    fetching,
    clock,
    requestedQueries,
    type,
    changeLocation,
    leave: () => ref.send(requested('/about')),
    snapshot: () => ref.getSnapshot(),
  }
}

test('commits what is typed to the URL after a pause, on the first page', () => {
  const { requestedQueries, clock, type } = run('?page=3&order[title]=asc')
  type('g')
  clock.increment(249)
  type('go')
  clock.increment(249)
  expect(requestedQueries).toEqual([])
  clock.increment(1)
  expect(requestedQueries).toEqual(['?order%5Btitle%5D=asc&title=go'])
})

test('searches at once when the button is clicked, and not again for the same query', () => {
  const { ref, requestedQueries, type, clock } = run('?title=goat')
  type('goat ')
  ref.send({ type: 'search.submitted' })
  expect(requestedQueries).toEqual([])
  type('lamp')
  ref.send({ type: 'search.submitted' })
  clock.increment(1_000)
  expect(requestedQueries).toEqual(['?title=lamp'])
})

test('fetches the results for the query of the URL, and ignores an outdated response', async () => {
  const { ref, fetching, changeLocation, snapshot } = run()
  changeLocation('?page=2')
  changeLocation('?page=3')
  expect(fetching.calls.map((one) => one.input.search)).toEqual(['?page=2', '?page=3'])
  expect(fetching.calls[0]!.signal.aborted).toBe(true)
  fetching.calls[0]!.settle({ type: 'xstate.done.actor.readCollection' })
  await Promise.resolve()
  expect(isBusy(snapshot())).toBe(true)
  fetching.settle({ type: 'xstate.done.actor.readCollection' })
  await waitFor(ref, (at) => !isBusy(at))
  expect(selectSearch(snapshot())).toBe('?page=3')
})

test('gives up a request of more than a second when the page is left, and repeats it on return', () => {
  const { fetching, clock, leave, changeLocation, snapshot } = run()
  changeLocation('?page=2')
  clock.increment(999)
  leave()
  expect(fetching.calls[0]!.signal.aborted).toBe(false)
  clock.increment(1)
  leave()
  expect(fetching.calls[0]!.signal.aborted).toBe(true)
  expect([isBusy(snapshot()), selectFailure(snapshot())]).toEqual([true, null])
  changeLocation('?page=2')
  expect(fetching.calls.map((one) => one.input.search)).toEqual(['?page=2', '?page=2'])
})

test('ignores the query of another page, which is still loading', () => {
  const { ref, fetching, snapshot } = run()
  ref.send(committed('/about?title=one'))
  expect(fetching.calls).toEqual([])
  expect([selectSearch(snapshot()), selectQuery(snapshot())]).toEqual(['', ''])
})

test('keeps its request where the same page is requested by its IRI', () => {
  const { ref, fetching, clock } = run('', '/_cwa/%2F_%2Fpages%2F1')
  ref.send(committed('/_cwa/%2F_%2Fpages%2F1?page=2'))
  clock.increment(1_000)
  ref.send(requested('/_/pages/1?page=2'))
  expect(fetching.calls[0]!.signal.aborted).toBe(false)
  ref.send(requested('/_/pages/2'))
  expect(fetching.calls[0]!.signal.aborted).toBe(true)
})

test('shows the query of the URL, except while the user is typing', () => {
  const { changeLocation, type, snapshot } = run()
  type('two ')
  changeLocation('?title=one')
  expect(selectQuery(snapshot())).toBe('two ')
})

test('keeps a trailing space in the search text', () => {
  const { changeLocation, type, clock, snapshot } = run()
  type('two ')
  clock.increment(250)
  changeLocation('?title=two')
  expect(selectQuery(snapshot())).toBe('two ')
  changeLocation('')
  expect(selectQuery(snapshot())).toBe('')
})

test('reports why a request failed until it is retried', async () => {
  const { ref, fetching, changeLocation, snapshot } = run()
  changeLocation('?page=2')
  fetching.settle({
    type: 'xstate.error.actor.readCollection',
    error: new Failure('offline'),
  })
  await waitFor(ref, (at) => selectFailure(at) !== null)
  ref.send({ type: 'retry.requested' })
  expect(selectFailure(snapshot())).toBeNull()
  fetching.settle({ type: 'xstate.done.actor.readCollection' })
  await waitFor(ref, (at) => !isBusy(at))
})

test('fetches the results again once other settings are saved, and not for the same ones', () => {
  const { ref, fetching, snapshot } = run('?page=2')
  ref.send({ type: 'settings.reported', settings: 'six entries' })
  expect(isBusy(snapshot())).toBe(false)
  ref.send({ type: 'settings.reported', settings: 'two entries' })
  ref.send({ type: 'settings.reported', settings: 'three entries' })
  expect(fetching.calls.map(({ input: { search }, signal }) => [search, signal.aborted])).toEqual([
    ['?page=2', true],
    ['?page=2', false],
  ])
})
