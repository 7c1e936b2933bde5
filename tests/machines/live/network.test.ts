import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import {
  type NetworkEvent,
  isOffline,
  isReconnecting,
  networkMachine,
} from '#machines/live/network.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(networkMachine, {
  input: undefined,
  events: [
    { type: 'network.lost' },
    { type: 'network.restored' },
    { type: 'connection.lost' },
    { type: 'connection.opened' },
    { type: 'xstate.error.actor.watchNetwork', error: new Error('no window') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → online",
      "network | network.lost → offline",
      "network | watchNetwork failed → online",
      "online | connection.lost → degraded",
      "degraded | connection.opened → online",
      "degraded | gracePeriod elapsed → reconnecting",
      "reconnecting | connection.opened → online",
      "offline | network.restored → online (emits network.restored)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(networkMachine, paths)).toEqual([])
  expect(untakenTransitions(networkMachine, paths)).toEqual([])
})

const run = () => {
  const browser = controlledCallback<NetworkEvent>()
  const clock = new SimulatedClock()
  const logic = networkMachine.provide({ actors: { watchNetwork: browser.logic } })
  const ref = createActor(logic, { clock })
  const emitted: string[] = []
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  return { ref, browser, clock, emitted, snapshot: () => ref.getSnapshot() }
}

test('ignores a connection that is back within the grace period', () => {
  const { ref, clock, snapshot } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(2_999)
  expect(isReconnecting(snapshot())).toBe(false)
  ref.send({ type: 'connection.opened' })
  clock.increment(10_000)
  expect(isReconnecting(snapshot())).toBe(false)
})

test('reports a lost connection until it is restored', () => {
  const { ref, clock, snapshot } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(2_000)
  ref.send({ type: 'connection.lost' })
  clock.increment(1_000)
  expect(isReconnecting(snapshot())).toBe(true)
  ref.send({ type: 'connection.lost' })
  expect(isReconnecting(snapshot())).toBe(true)
  ref.send({ type: 'connection.opened' })
  expect(isReconnecting(snapshot())).toBe(false)
})

test('reports an offline network, and emits when it is restored', () => {
  const { ref, browser, clock, emitted, snapshot } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(3_000)
  browser.send({ type: 'network.lost' })
  expect([isOffline(snapshot()), isReconnecting(snapshot())]).toEqual([true, false])
  ref.send({ type: 'connection.lost' })
  expect(isOffline(snapshot())).toBe(true)
  browser.send({ type: 'network.restored' })
  expect(isOffline(snapshot())).toBe(false)
  expect(emitted).toEqual(['network.restored'])
})
