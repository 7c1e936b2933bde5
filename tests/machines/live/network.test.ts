import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import {
  type NetworkEvent,
  isOffline,
  isReconnecting,
  networkMachine,
} from '#machines/live/network.ts'
import {
  pathsOf,
  transitionTable,
  uncrossed,
  unreachable,
  controlledCallback,
} from '../../support/machines/paths.ts'

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
      "online | network.lost → offline",
      "online | connection.lost → degraded",
      "online | watchNetwork failed → online",
      "offline | network.restored → online (says network.restored)",
      "offline | watchNetwork failed → online",
      "degraded | network.lost → offline",
      "degraded | connection.opened → online",
      "degraded | watchNetwork failed → online",
      "degraded | gracePeriod over → reconnecting",
      "reconnecting | network.lost → offline",
      "reconnecting | connection.opened → online",
      "reconnecting | watchNetwork failed → online",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(networkMachine, paths)).toEqual([])
  expect(uncrossed(networkMachine, paths)).toEqual([])
})

const run = () => {
  const browser = controlledCallback<NetworkEvent>()
  const clock = new SimulatedClock()
  const logic = networkMachine.provide({ actors: { watchNetwork: browser.logic } })
  const ref = createActor(logic, { clock })
  const told: string[] = []
  ref.on('*', ({ type }) => told.push(type))
  ref.start()
  return { ref, browser, clock, told, now: () => ref.getSnapshot() }
}

test('ignores a connection that is back within the grace period', () => {
  const { ref, clock, now } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(2_999)
  expect(isReconnecting(now())).toBe(false)
  ref.send({ type: 'connection.opened' })
  clock.increment(10_000)
  expect(isReconnecting(now())).toBe(false)
})

test('reports a lost connection until it is restored', () => {
  const { ref, clock, now } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(2_000)
  ref.send({ type: 'connection.lost' })
  clock.increment(1_000)
  expect(isReconnecting(now())).toBe(true)
  ref.send({ type: 'connection.lost' })
  expect(isReconnecting(now())).toBe(true)
  ref.send({ type: 'connection.opened' })
  expect(isReconnecting(now())).toBe(false)
})

test('reports an offline network, and emits when it is restored', () => {
  const { ref, browser, clock, told, now } = run()
  ref.send({ type: 'connection.lost' })
  clock.increment(3_000)
  browser.say({ type: 'network.lost' })
  expect([isOffline(now()), isReconnecting(now())]).toEqual([true, false])
  ref.send({ type: 'connection.lost' })
  expect(isOffline(now())).toBe(true)
  browser.say({ type: 'network.restored' })
  expect(isOffline(now())).toBe(false)
  expect(told).toEqual(['network.restored'])
})
