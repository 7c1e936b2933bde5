import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromCallback } from 'xstate'
import { isVisible, writeTrackerMachine } from '#machines/app/write-tracker.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(writeTrackerMachine, {
  input: undefined,
  events: [
    { type: 'write.started' },
    { type: 'write.finished' },
    { type: 'xstate.error.actor.watchWrites', error: new Error('Not loaded') },
  ],
  distinguishBy: ({ running }) => Math.min(running, 2),
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | write.started → writing.waiting {running}",
      "writing | write.started {running}",
      "writing | write.finished [isLast] → idle {running}",
      "writing | write.finished {running}",
      "writing.waiting | showDelay elapsed → writing.visible",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(writeTrackerMachine, paths)).toEqual([])
  expect(untakenTransitions(writeTrackerMachine, paths)).toEqual([])
})

test('says that something is written after 200 ms, until the last write has ended', () => {
  const clock = new SimulatedClock()
  const logic = writeTrackerMachine.provide({ actors: { watchWrites: fromCallback(() => {}) } })
  const ref = createActor(logic, { clock }).start()
  const shown = () => isVisible(ref.getSnapshot())
  ref.send({ type: 'write.started' })
  clock.increment(199)
  expect(shown()).toBe(false)
  ref.send({ type: 'write.started' })
  clock.increment(1)
  expect(shown()).toBe(true)
  ref.send({ type: 'write.finished' })
  expect(shown()).toBe(true)
  ref.send({ type: 'write.finished' })
  expect(shown()).toBe(false)
  ref.send({ type: 'write.started' })
  clock.increment(199)
  ref.send({ type: 'write.finished' })
  clock.increment(200)
  expect(shown()).toBe(false)
})
