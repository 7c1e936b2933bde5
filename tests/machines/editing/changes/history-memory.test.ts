import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import { emptyHistory } from '#content/change/undo/undo-history.ts'
import { Failure } from '#content/model/failure.ts'
import { historyMemoryMachine } from '#machines/editing/changes/history-memory.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const output: RememberedHistory = { history: emptyHistory, identities: emptyIdentityMap }

const paths = pathsOf(historyMemoryMachine, {
  input: undefined,
  events: [
    { type: 'history.changed', ...output },
    { type: 'xstate.done.actor.readHistory', output },
    { type: 'xstate.done.actor.readHistory', output: null },
    { type: 'xstate.error.actor.readHistory', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "historyMemory | history.changed → remembering (saveHistory)",
      "reading | readHistory done [isRemembered] → remembering (emits history.resumed)",
      "reading | readHistory done → remembering (clearHistory)",
      "reading | readHistory failed → remembering (clearHistory)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(historyMemoryMachine, paths)).toEqual([])
  expect(untakenTransitions(historyMemoryMachine, paths)).toEqual([])
})

const run = () => {
  const reading = controlledPromise<RememberedHistory | null, undefined>()
  const session = controlledCallback()
  const told: string[] = []
  const ref = createActor(
    historyMemoryMachine.provide({
      actors: { readHistory: reading.logic, clearOnStop: session.logic },
      actions: {
        saveHistory: () => void told.push('saved'),
        clearHistory: () => void told.push('forgotten'),
      },
    }),
  )
  ref.on('*', ({ type }) => told.push(type))
  ref.start()
  return { ref, reading, session, told }
}

test('gives back the history from before the document was loaded', async () => {
  const { ref, reading, told } = run()
  reading.settle({ type: 'xstate.done.actor.readHistory', output })
  await waitFor(ref, (at) => at.matches('remembering'))
  expect(told).toEqual(['history.resumed'])
})

test('does not give it back once something else was changed, which it would be older than', async () => {
  const { ref, reading, told } = run()
  ref.send({ type: 'history.changed', ...output })
  reading.settle({ type: 'xstate.done.actor.readHistory', output })
  await new Promise((resolve) => setTimeout(resolve))
  expect(told).toEqual(['saved'])
})

test('forgets what it cannot give back', async () => {
  const { ref, reading, told } = run()
  reading.settle({ type: 'xstate.done.actor.readHistory', output: null })
  await waitFor(ref, (at) => at.matches('remembering'))
  expect(told).toEqual(['forgotten'])
})

test('forgets the history with the session, for which the app stops the editor', () => {
  const { ref, session } = run()
  expect(session.listenerCount()).toBe(1)
  ref.stop()
  expect(session.listenerCount()).toBe(0)
})
