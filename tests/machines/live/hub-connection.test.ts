import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type HubEvent, hubConnectionMachine, isOpen } from '#machines/live/hub-connection.ts'
import {
  pathsOf,
  transitionTable,
  uncrossed,
  unreachable,
  controlledCallback,
} from '../../support/machines/paths.ts'

const hub = 'https://example.org/.well-known/mercure'
const message = (id: string) => ({
  type: 'message.received' as const,
  id,
  data: { '@id': '/component/titles/1' },
})

const paths = [
  { hub, lastEventId: null },
  { hub: null, lastEventId: null },
].flatMap((input) =>
  pathsOf(hubConnectionMachine, {
    input,
    events: [
      { type: 'hub.discovered', url: hub },
      { type: 'session.changed' },
      { type: 'network.restored' },
      { type: 'connection.opened' },
      { type: 'connection.lost' },
      message('1'),
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → connecting",
      "connecting | session.changed → connecting",
      "connecting | connection.opened → open (says connection.opened)",
      "connecting | connection.lost → retrying (says connection.lost)",
      "open | session.changed → connecting",
      "open | connection.lost → retrying (says connection.lost)",
      "open | message.received → open (says message.received)",
      "retrying | session.changed → connecting",
      "retrying | network.restored → connecting",
      "retrying | retryDelay over → connecting",
      "start → waiting",
      "waiting | hub.discovered → connecting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(hubConnectionMachine, paths)).toEqual([])
  expect(uncrossed(hubConnectionMachine, paths)).toEqual([])
})

const run = (input: { hub: string | null; lastEventId: string | null }) => {
  const line = controlledCallback<HubEvent, { url: string; lastEventId: string | null }>()
  const clock = new SimulatedClock()
  const told: string[] = []
  const ref = createActor(hubConnectionMachine.provide({ actors: { openHub: line.logic } }), {
    input,
    clock,
  })
  ref.on('message.received', ({ id }) => told.push(id))
  ref.start()
  return { ref, line, clock, told, now: () => ref.getSnapshot() }
}

test('waits for a hub to be discovered, and starts at the event the page was rendered at', () => {
  const { ref, line } = run({ hub: null, lastEventId: '41' })
  ref.send({ type: 'hub.discovered', url: hub })
  expect(line.heard).toEqual([{ url: hub, lastEventId: '41' }])
})

test('ignores a hub that is known already', () => {
  const { ref, line } = run({ hub, lastEventId: null })
  line.say({ type: 'connection.opened' })
  ref.send({ type: 'hub.discovered', url: hub })
  expect(line.heard).toHaveLength(1)
  expect(isOpen(ref.getSnapshot())).toBe(true)
})

test('reconnects with growing delays, from the last received event', () => {
  const { line, clock, told } = run({ hub, lastEventId: null })
  line.say({ type: 'connection.opened' })
  line.say(message('42'))
  expect(told).toEqual(['42'])
  line.say({ type: 'connection.lost' })
  clock.increment(999)
  expect(line.heard).toHaveLength(1)
  clock.increment(1)
  expect(line.heard.at(-1)).toEqual({ url: hub, lastEventId: '42' })
  line.say({ type: 'connection.lost' })
  clock.increment(1_999)
  expect(line.heard).toHaveLength(2)
  clock.increment(1)
  expect(line.heard).toHaveLength(3)
})

test('waits thirty seconds at most, and resets the delay once connected', () => {
  const { line, clock } = run({ hub, lastEventId: null })
  for (let loss = 1; loss <= 12; loss += 1) {
    line.say({ type: 'connection.lost' })
    clock.increment(30_000)
    expect(line.heard).toHaveLength(loss + 1)
  }
  line.say({ type: 'connection.opened' })
  line.say({ type: 'connection.lost' })
  clock.increment(1_000)
  expect(line.heard).toHaveLength(14)
})

test('reconnects at once when the network is restored', () => {
  const { ref, line } = run({ hub, lastEventId: null })
  line.say({ type: 'connection.lost' })
  ref.send({ type: 'network.restored' })
  expect(line.heard).toHaveLength(2)
})

test('disconnects before it reconnects for another user', () => {
  const { ref, line } = run({ hub, lastEventId: null })
  line.say({ type: 'connection.opened' })
  ref.send({ type: 'session.changed' })
  expect(line.open()).toBe(1)
  expect(line.heard).toHaveLength(2)
})
