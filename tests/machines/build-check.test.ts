import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { buildCheckMachine, isOutdated } from '#machines/build-check.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const paths = pathsOf(buildCheckMachine, {
  input: undefined,
  events: [
    { type: 'line.lost' },
    { type: 'line.opened' },
    { type: 'page.wanted' },
    { type: 'page.left' },
    { type: 'xstate.done.actor.readLatest', output: true },
    { type: 'xstate.done.actor.readLatest', output: false },
    { type: 'xstate.error.actor.readLatest', error: new Error('offline') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → resting",
      "resting | line.lost → doubting",
      "resting | pollInterval over → asking",
      "doubting | line.opened → asking",
      "asking | readLatest done → outdated",
      "asking | readLatest done → resting",
      "asking | readLatest failed → resting",
      "outdated | page.wanted → reloading (reloadPage)",
      "outdated | page.left → reloading (reloadPage)",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(buildCheckMachine, paths)).toEqual([])
  expect(uncrossed(buildCheckMachine, paths)).toEqual([])
})

const run = () => {
  const reading = puppet<boolean, undefined>()
  let reloads = 0
  const clock = new SimulatedClock()
  const logic = buildCheckMachine.provide({
    actors: { readLatest: reading.logic },
    actions: { reloadPage: () => (reloads += 1) },
  })
  const ref = createActor(logic, { clock }).start()
  const answer = async (output: boolean) => {
    reading.settle({ type: 'xstate.done.actor.readLatest', output })
    await Promise.resolve()
  }
  return { ref, reading, clock, answer, reloads: () => reloads }
}

test('asks every hour, and goes on asking while nothing is new', async () => {
  const { reading, clock, answer } = run()
  clock.increment(3_599_999)
  expect(reading.heard).toHaveLength(0)
  clock.increment(1)
  expect(reading.heard).toHaveLength(1)
  await answer(false)
  clock.increment(3_600_000)
  expect(reading.heard).toHaveLength(2)
})

test('asks at once when the server has been away', () => {
  const { ref, reading } = run()
  ref.send({ type: 'line.opened' })
  expect(reading.heard).toHaveLength(0)
  ref.send({ type: 'line.lost' })
  ref.send({ type: 'line.opened' })
  expect(reading.heard).toHaveLength(1)
})

test('disturbs nobody who reads; the next navigation loads the new build, once', async () => {
  const { ref, clock, answer, reloads } = run()
  clock.increment(3_600_000)
  ref.send({ type: 'page.wanted' })
  await answer(true)
  expect([isOutdated(ref.getSnapshot()), reloads()]).toEqual([true, 0])
  ref.send({ type: 'page.wanted' })
  ref.send({ type: 'page.wanted' })
  expect(reloads()).toBe(1)
})
