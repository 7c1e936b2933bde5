import { expect, test, vi } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type HubStreamEvent, hubConnectionMachine } from '#machines/live/hub-connection.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

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
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'session.renewed' },
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
      "start → waiting (logMissingHub)",
      "hubConnection | session.started → connecting",
      "hubConnection | session.ended → connecting",
      "hubConnection | session.renewed → connecting",
      "hubConnection | connection.lost → retrying {losses} (emits connection.lost)",
      "hubConnection | hub.discovered [isNewUrl, hasHub] → connecting {url}",
      "waiting | session.started (logMissingHub)",
      "waiting | session.ended (logMissingHub)",
      "connecting | connection.opened → open (emits connection.opened)",
      "open | message.received {lastEventId} (emits message.received)",
      "retrying | network.restored → connecting",
      "retrying | retryDelay elapsed → connecting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(hubConnectionMachine, paths)).toEqual([])
  expect(untakenTransitions(hubConnectionMachine, paths)).toEqual([])
})

const run = (input: { hub: string | null; lastEventId: string | null }) => {
  const connection = controlledCallback<
    HubStreamEvent,
    { url: string; lastEventId: string | null }
  >()
  const clock = new SimulatedClock()
  const emitted: string[] = []
  const logMissingHub = vi.fn()
  const machine = hubConnectionMachine.provide({
    actors: { openHub: connection.logic },
    actions: { logMissingHub },
  })
  const ref = createActor(machine, { input, clock })
  ref.on('message.received', ({ id }) => emitted.push(id))
  ref.start()
  return { ref, connection, clock, emitted, logMissingHub, snapshot: () => ref.getSnapshot() }
}

test('waits for a hub to be discovered, and starts at the event the page was rendered at', () => {
  const { ref, connection } = run({ hub: null, lastEventId: '41' })
  ref.send({ type: 'hub.discovered', url: hub })
  expect(connection.inputs).toEqual([{ url: hub, lastEventId: '41' }])
})

test('reports a missing hub at the start and after each sign-in, until one is discovered', () => {
  const { ref, logMissingHub } = run({ hub: null, lastEventId: null })
  expect(logMissingHub).toHaveBeenCalledTimes(1)
  ref.send({ type: 'session.started' })
  expect(logMissingHub).toHaveBeenCalledTimes(2)
  ref.send({ type: 'hub.discovered', url: hub })
  ref.send({ type: 'session.started' })
  expect(logMissingHub).toHaveBeenCalledTimes(2)
})

test('reports nothing when a hub is known from the start', () => {
  const { logMissingHub } = run({ hub, lastEventId: null })
  expect(logMissingHub).not.toHaveBeenCalled()
})

test('ignores a hub that is known already', () => {
  const { ref, connection } = run({ hub, lastEventId: null })
  connection.send({ type: 'connection.opened' })
  ref.send({ type: 'hub.discovered', url: hub })
  expect(connection.inputs).toHaveLength(1)
  expect(ref.getSnapshot().matches('open')).toBe(true)
})

test('reconnects with growing delays, from the last received event', () => {
  const { connection, clock, emitted } = run({ hub, lastEventId: null })
  connection.send({ type: 'connection.opened' })
  connection.send(message('42'))
  expect(emitted).toEqual(['42'])
  connection.send({ type: 'connection.lost' })
  clock.increment(999)
  expect(connection.inputs).toHaveLength(1)
  clock.increment(1)
  expect(connection.inputs.at(-1)).toEqual({ url: hub, lastEventId: '42' })
  connection.send({ type: 'connection.lost' })
  clock.increment(1_999)
  expect(connection.inputs).toHaveLength(2)
  clock.increment(1)
  expect(connection.inputs).toHaveLength(3)
})

test('waits thirty seconds at most, and resets the delay once connected', () => {
  const { connection, clock } = run({ hub, lastEventId: null })
  for (let loss = 1; loss <= 12; loss += 1) {
    connection.send({ type: 'connection.lost' })
    clock.increment(30_000)
    expect(connection.inputs).toHaveLength(loss + 1)
  }
  connection.send({ type: 'connection.opened' })
  connection.send({ type: 'connection.lost' })
  clock.increment(1_000)
  expect(connection.inputs).toHaveLength(14)
})

test('reconnects once the session is renewed, for the messages of its topics', () => {
  const { ref, connection } = run({ hub, lastEventId: null })
  connection.send({ type: 'connection.opened' })
  ref.send({ type: 'session.renewed' })
  expect(connection.inputs).toHaveLength(2)
})

test('reconnects at once when the network is restored', () => {
  const { ref, connection } = run({ hub, lastEventId: null })
  connection.send({ type: 'connection.lost' })
  ref.send({ type: 'network.restored' })
  expect(connection.inputs).toHaveLength(2)
})

test('disconnects before it reconnects for another user', () => {
  const { ref, connection } = run({ hub, lastEventId: null })
  connection.send({ type: 'connection.opened' })
  ref.send({ type: 'session.started' })
  expect(connection.listenerCount()).toBe(1)
  expect(connection.inputs).toHaveLength(2)
})
