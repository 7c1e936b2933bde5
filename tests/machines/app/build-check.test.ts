import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { buildCheckMachine } from '#machines/app/build-check.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(buildCheckMachine, {
  input: undefined,
  events: [
    { type: 'connection.lost' },
    { type: 'connection.opened' },
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.fetchLatestBuild', output: true },
    { type: 'xstate.done.actor.fetchLatestBuild', output: false },
    { type: 'xstate.error.actor.fetchLatestBuild', error: new Error('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | connection.lost → serverRestarting",
      "idle | pollInterval elapsed → checking",
      "serverRestarting | connection.opened → checking",
      "checking | fetchLatestBuild done [isOutdated] → outdated",
      "checking | fetchLatestBuild done → idle",
      "checking | fetchLatestBuild failed → idle",
      "outdated | page.requested → reloading (reloadPage)",
      "outdated | page.unloaded → reloading (reloadPage)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(buildCheckMachine, paths)).toEqual([])
  expect(untakenTransitions(buildCheckMachine, paths)).toEqual([])
})

const run = () => {
  const reading = controlledPromise<boolean, undefined>()
  let reloads = 0
  const clock = new SimulatedClock()
  const logic = buildCheckMachine.provide({
    actors: { fetchLatestBuild: reading.logic },
    actions: { reloadPage: () => (reloads += 1) },
  })
  const ref = createActor(logic, { clock }).start()
  const answer = async (output: boolean) => {
    reading.settle({ type: 'xstate.done.actor.fetchLatestBuild', output })
    await Promise.resolve()
  }
  return { ref, reading, clock, answer, reloads: () => reloads }
}

test('checks every hour while there is no newer build', async () => {
  const { reading, clock, answer } = run()
  clock.increment(3_599_999)
  expect(reading.calls).toHaveLength(0)
  clock.increment(1)
  expect(reading.calls).toHaveLength(1)
  await answer(false)
  clock.increment(3_600_000)
  expect(reading.calls).toHaveLength(2)
})

test('checks at once after the server has been unreachable', () => {
  const { ref, reading } = run()
  ref.send({ type: 'connection.opened' })
  expect(reading.calls).toHaveLength(0)
  ref.send({ type: 'connection.lost' })
  ref.send({ type: 'connection.opened' })
  expect(reading.calls).toHaveLength(1)
})

test('reloads once, at the next navigation', async () => {
  const { ref, clock, answer, reloads } = run()
  clock.increment(3_600_000)
  ref.send({ type: 'page.requested' })
  await answer(true)
  expect([ref.getSnapshot().matches('outdated'), reloads()]).toEqual([true, 0])
  ref.send({ type: 'page.requested' })
  ref.send({ type: 'page.requested' })
  expect(reloads()).toBe(1)
})
