import { expect, test, vi } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { FoundChoices } from '#content/admin/item-form.ts'
import {
  type ChoiceRequest,
  choiceSearchMachine,
  selectMessage,
  selectOption,
} from '#machines/admin/choice-search.ts'
import { choiceSearchPaths, foundParents } from '../../support/machines/admin-paths.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(choiceSearchMachine, choiceSearchPaths)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed.resting",
      "choiceSearch | query.changed → debouncing {query}",
      "choiceSearch | search.dismissed → closed.resting {found, query}",
      "closed | search.requested → searching",
      "debouncing | debounce elapsed → searching",
      "searching | searchChoices done → found {found}",
      "searching | searchChoices failed → closed.failed",
      "found | option.moved {index}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(choiceSearchMachine, paths)).toEqual([])
  expect(untakenTransitions(choiceSearchMachine, paths)).toEqual([])
})

const start = () => {
  const search = controlledPromise<FoundChoices, ChoiceRequest>()
  const clock = new SimulatedClock()
  const machine = choiceSearchMachine.provide({ actors: { searchChoices: search.logic } })
  const ref = createActor(machine, { clock, input: choiceSearchPaths.input }).start()
  const find = async (output: FoundChoices) => {
    search.settle({ type: 'xstate.done.actor.searchChoices', output })
    await vi.waitFor(() => expect(ref.getSnapshot().value).toBe('found'))
  }
  return { ref, clock, search, find }
}

test('searches once after a pause, and forgets an answer to what is typed no more', () => {
  const { ref, clock, search } = start()
  for (const query of ['b', 'bl', 'blog']) {
    ref.send({ type: 'query.changed', query })
    clock.increment(200)
  }
  expect(search.calls).toEqual([])
  clock.increment(50)
  expect(search.calls.map(({ input }) => input.query)).toEqual(['blog'])
  ref.send({ type: 'search.dismissed' })
  expect(search.calls[0]!.signal.aborted).toBe(true)
})

test('the keys go from the field through the options and back to it', async () => {
  const { ref, find } = start()
  ref.send({ type: 'search.requested' })
  await find(foundParents)
  const reached = ([1, 1, 1, -1] as const).map((by) => {
    ref.send({ type: 'option.moved', by })
    return selectOption(ref.getSnapshot())?.label
  })
  expect(reached).toEqual(['None', '/blog – Blog', undefined, '/blog – Blog'])
})

test('says how many of all are shown', async () => {
  const messageOf = async (output: FoundChoices) => {
    const { ref, find } = start()
    ref.send({ type: 'search.requested' })
    await find(output)
    return selectMessage(ref.getSnapshot())
  }
  expect(await messageOf(foundParents)).toBe('1 found')
  expect(await messageOf({ ...foundParents, total: 100_000 })).toBe(
    '1 of 100,000. Type to find others.',
  )
  expect(await messageOf({ options: [], total: 0 })).toBe('Nothing found')
})
