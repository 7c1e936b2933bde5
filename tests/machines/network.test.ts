import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type NetworkEvent, isOffline, isReconnecting, networkMachine } from '#machines/network.ts'
import { pathsOf, tableOf, uncrossed, unreachable, voice } from '../support/paths.ts'

const paths = pathsOf(networkMachine, {
  input: undefined,
  events: [
    { type: 'network.lost' },
    { type: 'network.returned' },
    { type: 'line.lost' },
    { type: 'line.opened' },
    { type: 'xstate.error.actor.watchNetwork', error: new Error('no window') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → reachable",
      "reachable | network.lost → offline",
      "reachable | line.lost → faltering",
      "reachable | watchNetwork failed → reachable",
      "offline | network.returned → reachable (says network.returned)",
      "offline | watchNetwork failed → reachable",
      "faltering | network.lost → offline",
      "faltering | line.opened → reachable",
      "faltering | watchNetwork failed → reachable",
      "faltering | patience over → reconnecting",
      "reconnecting | network.lost → offline",
      "reconnecting | line.opened → reachable",
      "reconnecting | watchNetwork failed → reachable",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(networkMachine, paths)).toEqual([])
  expect(uncrossed(networkMachine, paths)).toEqual([])
})

const run = () => {
  const browser = voice<NetworkEvent>()
  const clock = new SimulatedClock()
  const logic = networkMachine.provide({ actors: { watchNetwork: browser.logic } })
  const ref = createActor(logic, { clock })
  const told: string[] = []
  ref.on('*', ({ type }) => told.push(type))
  ref.start()
  return { ref, browser, clock, told, now: () => ref.getSnapshot() }
}

test('says nothing of a line that is back at once', () => {
  const { ref, clock, now } = run()
  ref.send({ type: 'line.lost' })
  clock.increment(2_999)
  expect(isReconnecting(now())).toBe(false)
  ref.send({ type: 'line.opened' })
  clock.increment(10_000)
  expect(isReconnecting(now())).toBe(false)
})

test('says so when a line stays lost, however often it is tried, until it holds again', () => {
  const { ref, clock, now } = run()
  ref.send({ type: 'line.lost' })
  clock.increment(2_000)
  ref.send({ type: 'line.lost' })
  clock.increment(1_000)
  expect(isReconnecting(now())).toBe(true)
  ref.send({ type: 'line.lost' })
  expect(isReconnecting(now())).toBe(true)
  ref.send({ type: 'line.opened' })
  expect(isReconnecting(now())).toBe(false)
})

test('a network that is gone is more than a lost line, and its return is told', () => {
  const { ref, browser, clock, told, now } = run()
  ref.send({ type: 'line.lost' })
  clock.increment(3_000)
  browser.say({ type: 'network.lost' })
  expect([isOffline(now()), isReconnecting(now())]).toEqual([true, false])
  ref.send({ type: 'line.lost' })
  expect(isOffline(now())).toBe(true)
  browser.say({ type: 'network.returned' })
  expect(isOffline(now())).toBe(false)
  expect(told).toEqual(['network.returned'])
})
