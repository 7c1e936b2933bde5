import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { isVisible, isFinishing, progressMachine } from '#machines/page/progress.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(progressMachine, {
  input: undefined,
  events: [
    { type: 'page.requested' },
    { type: 'page.loaded' },
    { type: 'page.failed' },
    { type: 'page.unloaded' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → hidden",
      "hidden | page.requested → waiting",
      "waiting | page.loaded → hidden",
      "waiting | page.failed → hidden",
      "waiting | page.unloaded → hidden",
      "waiting | showDelay elapsed → visible",
      "visible | page.loaded → finishing",
      "visible | page.failed → finishing",
      "visible | page.unloaded → finishing",
      "finishing | page.requested → visible",
      "finishing | finishDelay elapsed → hidden",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(progressMachine, paths)).toEqual([])
  expect(untakenTransitions(progressMachine, paths)).toEqual([])
})

const run = () => {
  const clock = new SimulatedClock()
  const ref = createActor(progressMachine, { clock }).start()
  const drawn = () => isVisible(ref.getSnapshot())
  return { ref, clock, drawn }
}

test('shows no bar for a page that loads at once', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.requested' })
  clock.increment(199)
  ref.send({ type: 'page.loaded' })
  clock.increment(1_000)
  expect(drawn()).toBe(false)
})

test('shows the bar while a page loads slowly, and full for a moment after', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.requested' })
  clock.increment(200)
  expect(drawn()).toBe(true)
  ref.send({ type: 'page.loaded' })
  expect(isFinishing(ref.getSnapshot())).toBe(true)
  clock.increment(99)
  expect(drawn()).toBe(true)
  clock.increment(1)
  expect(drawn()).toBe(false)
})

test('continues for a newer request', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.requested' })
  clock.increment(200)
  ref.send({ type: 'page.requested' })
  ref.send({ type: 'page.failed' })
  ref.send({ type: 'page.requested' })
  clock.increment(1_000)
  expect(drawn()).toBe(true)
})
