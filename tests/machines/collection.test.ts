import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/failure.ts'
import {
  type QueryChanged,
  collectionMachine,
  isBusy,
  selectFailure,
  selectSearch,
  selectWords,
} from '#machines/collection.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable, voice } from '../support/paths.ts'

const input = { iri: '/component/collections/1', search: '?page=2' }
const paths = pathsOf(collectionMachine, {
  input,
  events: [
    { type: 'words.changed', words: 'goat' },
    { type: 'words.changed', words: '' },
    { type: 'search.requested' },
    { type: 'query.changed', search: '?title=goat' },
    { type: 'query.changed', search: '?page=2' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readCollection' },
    { type: 'xstate.error.actor.readCollection', error: new Failure('offline') },
  ],
  tellApart: ({ search, words }) => [search, words],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → box.resting list.ready",
      "box.resting list.ready | words.changed → box.typing list.ready",
      "box.resting list.ready | query.changed → box.resting list.loading",
      "box.typing list.ready | words.changed → box.typing list.ready",
      "box.typing list.ready | search.requested → box.resting list.ready (askFor)",
      "box.typing list.ready | query.changed → box.resting list.loading",
      "box.typing list.ready | pause over → box.resting list.ready (askFor)",
      "box.typing list.ready | search.requested → box.resting list.ready",
      "box.typing list.ready | pause over → box.resting list.ready",
      "box.resting list.loading | words.changed → box.typing list.loading",
      "box.resting list.loading | query.changed → box.resting list.loading",
      "box.resting list.loading | readCollection done → box.resting list.ready",
      "box.resting list.loading | readCollection failed → box.resting list.failed",
      "box.resting list.ready | query.changed → box.resting list.ready",
      "box.typing list.loading | words.changed → box.typing list.loading",
      "box.typing list.loading | search.requested → box.resting list.loading",
      "box.typing list.loading | query.changed → box.resting list.loading",
      "box.typing list.loading | readCollection done → box.typing list.ready",
      "box.typing list.loading | readCollection failed → box.typing list.failed",
      "box.typing list.loading | pause over → box.resting list.loading",
      "box.typing list.loading | search.requested → box.resting list.loading (askFor)",
      "box.typing list.loading | pause over → box.resting list.loading (askFor)",
      "box.resting list.failed | words.changed → box.typing list.failed",
      "box.resting list.failed | query.changed → box.resting list.loading",
      "box.resting list.failed | retry.requested → box.resting list.loading",
      "box.resting list.failed | query.changed → box.resting list.failed",
      "box.typing list.failed | words.changed → box.typing list.failed",
      "box.typing list.failed | search.requested → box.resting list.failed",
      "box.typing list.failed | query.changed → box.resting list.loading",
      "box.typing list.failed | retry.requested → box.typing list.loading",
      "box.typing list.failed | pause over → box.resting list.failed",
      "box.typing list.failed | search.requested → box.resting list.failed (askFor)",
      "box.typing list.failed | pause over → box.resting list.failed (askFor)",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(collectionMachine, paths)).toEqual([])
  const silent = 'collection xstate.error.actor.watchQuery'
  expect(uncrossed(collectionMachine, paths).filter((one) => one !== silent)).toEqual([])
})

const run = (search = '') => {
  const reading = puppet<void, { iri: string; search: string }>()
  const watching = voice<QueryChanged>()
  const clock = new SimulatedClock()
  const asked: string[] = []
  const machine = collectionMachine.provide({
    actors: { readCollection: reading.logic, watchQuery: watching.logic },
    actions: { askFor: (_, params) => asked.push(params.search) },
  })
  const ref = createActor(machine, { input: { ...input, search }, clock }).start()
  const type = (words: string) => ref.send({ type: 'words.changed', words })
  const address = (to: string) => watching.say({ type: 'query.changed', search: to })
  return { ref, reading, clock, asked, type, address, now: () => ref.getSnapshot() }
}

test('what is typed becomes the address a moment after the last key, on its first page', () => {
  const { asked, clock, type } = run('?page=3&order[title]=asc')
  type('g')
  clock.increment(249)
  type('go')
  clock.increment(249)
  expect(asked).toEqual([])
  clock.increment(1)
  expect(asked).toEqual(['?order%5Btitle%5D=asc&title=go'])
})

test('who presses the button need not wait, and asks for nothing that is there', () => {
  const { ref, asked, type, clock } = run('?title=goat')
  type('goat ')
  ref.send({ type: 'search.requested' })
  expect(asked).toEqual([])
  type('lamp')
  ref.send({ type: 'search.requested' })
  clock.increment(1_000)
  expect(asked).toEqual(['?title=lamp'])
})

test('reads what the address asks for, and of two answers the later address counts', async () => {
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

test('the box says what the address says, unless somebody is writing in it', () => {
  const { address, type, now } = run()
  type('two ')
  address('?title=one')
  expect(selectWords(now())).toBe('two ')
})

test('a space at the end of what was searched for is not taken away', () => {
  const { address, type, clock, now } = run()
  type('two ')
  clock.increment(250)
  address('?title=two')
  expect(selectWords(now())).toBe('two ')
  address('')
  expect(selectWords(now())).toBe('')
})

test('without an answer it says why until it is tried again', async () => {
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
