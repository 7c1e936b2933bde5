import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  type LocationChanged,
  collectionMachine,
  isBusy,
  selectFailure,
  selectSearch,
  selectQuery,
} from '#machines/page/collection.ts'
import {
  pathsOf,
  controlledPromise,
  transitionTable,
  uncrossed,
  unreachable,
  controlledCallback,
} from '../../support/machines/paths.ts'

const input = { iri: '/component/collections/1', search: '?page=2' }
const paths = pathsOf(collectionMachine, {
  input,
  events: [
    { type: 'query.changed', query: 'goat' },
    { type: 'query.changed', query: '' },
    { type: 'search.submitted' },
    { type: 'location.changed', search: '?title=goat' },
    { type: 'location.changed', search: '?page=2' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readCollection' },
    { type: 'xstate.error.actor.readCollection', error: new Failure('offline') },
  ],
  distinguishBy: ({ search, query }) => [search, query],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → search.idle results.ready",
      "search.idle results.ready | query.changed → search.typing results.ready",
      "search.idle results.ready | location.changed → search.idle results.loading",
      "search.typing results.ready | query.changed → search.typing results.ready",
      "search.typing results.ready | search.submitted → search.idle results.ready (requestQuery)",
      "search.typing results.ready | location.changed → search.idle results.loading",
      "search.typing results.ready | debounce over → search.idle results.ready (requestQuery)",
      "search.typing results.ready | search.submitted → search.idle results.ready",
      "search.typing results.ready | debounce over → search.idle results.ready",
      "search.idle results.loading | query.changed → search.typing results.loading",
      "search.idle results.loading | location.changed → search.idle results.loading",
      "search.idle results.loading | readCollection done → search.idle results.ready",
      "search.idle results.loading | readCollection failed → search.idle results.failed",
      "search.idle results.ready | location.changed → search.idle results.ready",
      "search.typing results.loading | query.changed → search.typing results.loading",
      "search.typing results.loading | search.submitted → search.idle results.loading",
      "search.typing results.loading | location.changed → search.idle results.loading",
      "search.typing results.loading | readCollection done → search.typing results.ready",
      "search.typing results.loading | readCollection failed → search.typing results.failed",
      "search.typing results.loading | debounce over → search.idle results.loading",
      "search.typing results.loading | search.submitted → search.idle results.loading (requestQuery)",
      "search.typing results.loading | debounce over → search.idle results.loading (requestQuery)",
      "search.idle results.failed | query.changed → search.typing results.failed",
      "search.idle results.failed | location.changed → search.idle results.loading",
      "search.idle results.failed | retry.requested → search.idle results.loading",
      "search.idle results.failed | location.changed → search.idle results.failed",
      "search.typing results.failed | query.changed → search.typing results.failed",
      "search.typing results.failed | search.submitted → search.idle results.failed",
      "search.typing results.failed | location.changed → search.idle results.loading",
      "search.typing results.failed | retry.requested → search.typing results.loading",
      "search.typing results.failed | debounce over → search.idle results.failed",
      "search.typing results.failed | search.submitted → search.idle results.failed (requestQuery)",
      "search.typing results.failed | debounce over → search.idle results.failed (requestQuery)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(collectionMachine, paths)).toEqual([])
  const silent = 'collection xstate.error.actor.watchLocation'
  expect(uncrossed(collectionMachine, paths).filter((one) => one !== silent)).toEqual([])
})

const run = (search = '') => {
  const reading = controlledPromise<void, { iri: string; search: string }>()
  const watching = controlledCallback<LocationChanged>()
  const clock = new SimulatedClock()
  const asked: string[] = []
  const machine = collectionMachine.provide({
    actors: { readCollection: reading.logic, watchLocation: watching.logic },
    actions: { requestQuery: (_, params) => asked.push(params.search) },
  })
  const ref = createActor(machine, { input: { ...input, search }, clock }).start()
  const type = (query: string) => ref.send({ type: 'query.changed', query })
  const address = (to: string) => watching.say({ type: 'location.changed', search: to })
  return { ref, reading, clock, asked, type, address, now: () => ref.getSnapshot() }
}

test('commits what is typed to the URL after a pause, on the first page', () => {
  const { asked, clock, type } = run('?page=3&order[title]=asc')
  type('g')
  clock.increment(249)
  type('go')
  clock.increment(249)
  expect(asked).toEqual([])
  clock.increment(1)
  expect(asked).toEqual(['?order%5Btitle%5D=asc&title=go'])
})

test('searches at once when the button is clicked, and not again for the same query', () => {
  const { ref, asked, type, clock } = run('?title=goat')
  type('goat ')
  ref.send({ type: 'search.submitted' })
  expect(asked).toEqual([])
  type('lamp')
  ref.send({ type: 'search.submitted' })
  clock.increment(1_000)
  expect(asked).toEqual(['?title=lamp'])
})

test('fetches the results for the query of the URL, and ignores an outdated response', async () => {
  const { ref, reading, address, now } = run()
  address('?page=2')
  address('?page=3')
  expect(reading.heard.map((one) => one.input.search)).toEqual(['?page=2', '?page=3'])
  expect(reading.heard[0]!.signal.aborted).toBe(true)
  reading.heard[0]!.settle({ type: 'xstate.done.actor.readCollection' })
  await Promise.resolve()
  expect(isBusy(now())).toBe(true)
  reading.settle({ type: 'xstate.done.actor.readCollection' })
  await waitFor(ref, (at) => !isBusy(at))
  expect(selectSearch(now())).toBe('?page=3')
})

test('shows the query of the URL, except while the user is typing', () => {
  const { address, type, now } = run()
  type('two ')
  address('?title=one')
  expect(selectQuery(now())).toBe('two ')
})

test('keeps a trailing space in the search text', () => {
  const { address, type, clock, now } = run()
  type('two ')
  clock.increment(250)
  address('?title=two')
  expect(selectQuery(now())).toBe('two ')
  address('')
  expect(selectQuery(now())).toBe('')
})

test('reports why a request failed until it is retried', async () => {
  const { ref, reading, address, now } = run()
  address('?page=2')
  reading.settle({
    type: 'xstate.error.actor.readCollection',
    error: new Failure('offline'),
  })
  await waitFor(ref, (at) => selectFailure(at) !== null)
  ref.send({ type: 'retry.requested' })
  expect(selectFailure(now())).toBeNull()
  reading.settle({ type: 'xstate.done.actor.readCollection' })
  await waitFor(ref, (at) => !isBusy(at))
})
