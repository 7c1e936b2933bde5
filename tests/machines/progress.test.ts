import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { isDrawn, isFinishing, progressMachine } from '#machines/progress.ts'
import { pathsOf, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const paths = pathsOf(progressMachine, {
  input: undefined,
  events: [
    { type: 'page.wanted' },
    { type: 'page.settled' },
    { type: 'page.failed' },
    { type: 'page.left' },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → hidden",
      "hidden | page.wanted → waiting",
      "waiting | page.settled → hidden",
      "waiting | page.failed → hidden",
      "waiting | page.left → hidden",
      "waiting | flashTime over → shown",
      "shown | page.settled → finishing",
      "shown | page.failed → finishing",
      "shown | page.left → finishing",
      "finishing | page.wanted → shown",
      "finishing | finishDelay over → hidden",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(progressMachine, paths)).toEqual([])
  expect(uncrossed(progressMachine, paths)).toEqual([])
})

const run = () => {
  const clock = new SimulatedClock()
  const ref = createActor(progressMachine, { clock }).start()
  const drawn = () => isDrawn(ref.getSnapshot())
  return { ref, clock, drawn }
}

test('draws nothing for a page that comes at once', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.wanted' })
  clock.increment(199)
  ref.send({ type: 'page.settled' })
  clock.increment(1_000)
  expect(drawn()).toBe(false)
})

test('draws while a page takes its time, and a moment longer, full', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.wanted' })
  clock.increment(200)
  expect(drawn()).toBe(true)
  ref.send({ type: 'page.settled' })
  expect(isFinishing(ref.getSnapshot())).toBe(true)
  clock.increment(99)
  expect(drawn()).toBe(true)
  clock.increment(1)
  expect(drawn()).toBe(false)
})

test('goes on for the page that is wanted instead', () => {
  const { ref, clock, drawn } = run()
  ref.send({ type: 'page.wanted' })
  clock.increment(200)
  ref.send({ type: 'page.wanted' })
  ref.send({ type: 'page.failed' })
  ref.send({ type: 'page.wanted' })
  clock.increment(1_000)
  expect(drawn()).toBe(true)
})
