import { expect, test, vi } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { PageSearchResult } from '#content/links/address-input.ts'
import {
  pageSearchMachine,
  selectMessage,
  selectPage,
} from '#machines/editing/rich-text/page-search.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const about: PageSearchResult = { path: '/about', title: null }
const blog: PageSearchResult = { path: '/blog', title: 'The blog' }

const paths = pathsOf(pageSearchMachine, {
  input: undefined,
  events: [
    { type: 'address.changed', address: 'about' },
    { type: 'address.changed', address: 'https://example.org' },
    { type: 'search.requested', address: '' },
    { type: 'option.moved', by: 1 },
    { type: 'search.dismissed' },
    { type: 'xstate.done.actor.searchPages', output: [about] },
    { type: 'xstate.error.actor.searchPages', error: new Error('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle.closed",
      "pageSearch | address.changed [hasQuery] → debouncing {query}",
      "pageSearch | address.changed → idle.closed {pages}",
      "pageSearch | search.dismissed → idle.closed {pages}",
      "idle | search.requested [isSiteAddress] → searching",
      "debouncing | debounce elapsed → searching",
      "searching | searchPages done → found {pages}",
      "searching | searchPages failed → idle.failed",
      "found | option.moved {index}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageSearchMachine, paths)).toEqual([])
  expect(untakenTransitions(pageSearchMachine, paths)).toEqual([])
})

const start = () => {
  const search = controlledPromise<PageSearchResult[], { query: string }>()
  const clock = new SimulatedClock()
  const machine = pageSearchMachine.provide({ actors: { searchPages: search.logic } })
  const ref = createActor(machine, { clock }).start()
  return { ref, clock, search }
}

test('searches once after a pause, and forgets an answer to what is typed no more', () => {
  const { ref, clock, search } = start()
  for (const address of ['b', 'bl', 'Blog post']) {
    ref.send({ type: 'address.changed', address })
    clock.increment(200)
  }
  expect(search.calls).toEqual([])
  clock.increment(50)
  expect(search.calls.map(({ input }) => input.query)).toEqual(['Blog post'])
  ref.send({ type: 'address.changed', address: 'example.com' })
  expect(search.calls[0]!.signal.aborted).toBe(true)
  expect(ref.getSnapshot().value).toEqual({ idle: 'closed' })
})

test('the keys go from the field through the pages and back to it', async () => {
  const { ref, search } = start()
  ref.send({ type: 'search.requested', address: '' })
  search.settle({ type: 'xstate.done.actor.searchPages', output: [about, blog] })
  await vi.waitFor(() => expect(selectMessage(ref.getSnapshot())).toBe('2 pages'))
  const reached = ([1, 1, 1, -1, -1, -1] as const).map((by) => {
    ref.send({ type: 'option.moved', by })
    return selectPage(ref.getSnapshot())?.path
  })
  expect(reached).toEqual(['/about', '/blog', undefined, '/blog', '/about', undefined])
})

test('searches for what the field has when it is opened, and not for what was typed before', () => {
  const { ref, search } = start()
  ref.send({ type: 'address.changed', address: 'Blog post' })
  ref.send({ type: 'search.dismissed' })
  ref.send({ type: 'search.requested', address: '/about' })
  expect(search.calls.map(({ input }) => input.query)).toEqual(['/about'])
})
