import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Presence, Whereabouts } from '#content/presence/presence.ts'
import { type TabEvent, presenceMachine, selectPresences } from '#machines/live/presence.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const title = '/component/titles/1'
const eve: Presence = {
  '@id': '/_/presences/1',
  user: '/users/eve',
  username: 'eve',
  path: '/',
  isTyping: false,
}
const error = new Failure('offline')

const paths = pathsOf(presenceMachine, {
  input: undefined,
  events: [
    { type: 'location.committed' },
    { type: 'selection.changed', iri: title },
    { type: 'selection.moved', iri: title },
    { type: 'text.typed' },
    { type: 'tab.hidden' },
    { type: 'tab.shown' },
    { type: 'message.received', id: '', data: { ...eve } },
    { type: 'message.received', id: '1', data: { '@id': title } },
    { type: 'connection.opened' },
    { type: 'session.renewed' },
    { type: 'xstate.done.actor.announcePresence', output: [eve] },
    { type: 'xstate.done.actor.announcePresence', output: null },
    { type: 'xstate.error.actor.announcePresence', error },
    { type: 'xstate.error.actor.watchTab', error },
    { type: 'xstate.error.actor.leaveOnStop', error },
  ],
  distinguishBy: ({ failures }) => Math.min(failures, 1),
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → typing.idle sharing.debouncing",
      "presence | location.committed {announced}",
      "presence | selection.moved {here}",
      "presence | message.received [isAboutPresence] {presences}",
      "presence | location.committed [hasMoved] → sharing.debouncing {announced}",
      "presence | selection.moved [hasMoved] → sharing.debouncing {here}",
      "typing | selection.changed → typing.idle {here}",
      "typing | selection.changed [hasMoved] → typing.idle sharing.debouncing {here}",
      "typing.idle | text.typed [hasSelection] → typing.active {here}",
      "typing.idle | text.typed [hasSelection, hasMoved] → typing.active sharing.debouncing {here}",
      "typing.active | text.typed → typing.active",
      "typing.active | typingPause elapsed → typing.idle {here}",
      "typing.active | typingPause elapsed [hasMoved] → typing.idle sharing.debouncing {here}",
      "sharing | tab.hidden → sharing.hidden",
      "sharing | connection.opened → sharing.announcing {announced}",
      "sharing | session.renewed → sharing.announcing {announced}",
      "sharing.announced | heartbeat elapsed → sharing.announcing",
      "sharing.debouncing | debounce elapsed → sharing.announcing {announced}",
      "sharing.announcing | announcePresence done [isOffered] → sharing.announced {failures, presences}",
      "sharing.announcing | announcePresence done → sharing.unavailable",
      "sharing.announcing | announcePresence failed → sharing.failed {failures}",
      "sharing.announcing | announcePresence failed [hasFailed] → sharing.failed {failures}",
      "sharing.failed | retryDelay elapsed → sharing.announcing",
      "sharing.hidden | tab.shown → sharing.announcing {announced}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(presenceMachine, paths)).toEqual([])
  expect(untakenTransitions(presenceMachine, paths)).toEqual([])
})

const run = () => {
  const announcing = controlledPromise<Presence[] | null, Whereabouts>()
  const leaving = controlledCallback<TabEvent>()
  const clock = new SimulatedClock()
  const ref = createActor(
    presenceMachine.provide({
      actors: {
        announcePresence: announcing.logic,
        watchTab: controlledCallback<TabEvent>().logic,
        leaveOnStop: leaving.logic,
      },
    }),
    { clock },
  ).start()
  const settle = async (answer: Presence[] | null | Failure) => {
    announcing.settle(
      answer instanceof Failure
        ? { type: 'xstate.error.actor.announcePresence', error: answer }
        : { type: 'xstate.done.actor.announcePresence', output: answer },
    )
    await new Promise((resolve) => setTimeout(resolve))
  }
  /** Returns what was announced, in order. */
  const announced = () => announcing.calls.map(({ input }) => input)
  return {
    ref,
    clock,
    leaving,
    announced,
    settle,
    presences: () => selectPresences(ref.getSnapshot()),
  }
}

/** A tab that has told the others where it is. */
const runAnnounced = async (answer: Presence[] | null | Failure = [eve]) => {
  const actor = run()
  actor.clock.increment(300)
  await actor.settle(answer)
  return actor
}

const nowhere = { resource: null, isTyping: false }

test('announces itself, renews its lease, and replaces what it knows by each answer', async () => {
  const { clock, announced, settle, presences } = await runAnnounced()
  expect(presences()).toEqual([eve])
  clock.increment(10_000)
  expect(announced()).toEqual([nowhere, nowhere])
  await settle([])
  expect(presences()).toEqual([])
})

test('announces a selection once, though the navigation that clears it comes with it', async () => {
  const { ref, clock, announced } = await runAnnounced()
  ref.send({ type: 'selection.changed', iri: title })
  ref.send({ type: 'location.committed' })
  ref.send({ type: 'selection.changed', iri: null })
  expect(announced()).toHaveLength(1)
  clock.increment(300)
  expect(announced()).toEqual([nowhere, nowhere])
})

test('says that it is typed in until ten seconds after the last key', async () => {
  const { ref, clock, announced, settle } = await runAnnounced()
  ref.send({ type: 'text.typed' })
  ref.send({ type: 'selection.changed', iri: title })
  ref.send({ type: 'text.typed' })
  clock.increment(300)
  await settle([eve])
  clock.increment(9_000)
  ref.send({ type: 'text.typed' })
  clock.increment(1_000)
  await settle([eve])
  clock.increment(8_999)
  expect(announced().slice(1)).toEqual([
    { resource: title, isTyping: true },
    { resource: title, isTyping: true },
  ])
  clock.increment(1)
  clock.increment(300)
  expect(announced().at(-1)).toEqual({ resource: title, isTyping: false })
})

test('announces what has changed while it was announcing', async () => {
  const { ref, clock, announced, settle } = run()
  clock.increment(300)
  ref.send({ type: 'selection.changed', iri: title })
  await settle([eve])
  clock.increment(300)
  expect(announced()).toEqual([nowhere, { resource: title, isTyping: false }])
})

test('forgets the others only once it fails again, and comes back by itself', async () => {
  const { ref, clock, announced, settle, presences } = await runAnnounced()
  clock.increment(10_000)
  await settle(error)
  expect(presences()).toEqual([eve])
  clock.increment(10_000)
  await settle(error)
  expect(presences()).toEqual([])
  ref.send({ type: 'connection.opened' })
  await settle([eve])
  expect([presences(), announced().length]).toEqual([[eve], 4])
})

test('lets its lease end while nobody looks at the tab', async () => {
  const { ref, clock, announced } = await runAnnounced()
  ref.send({ type: 'tab.hidden' })
  clock.increment(60_000)
  expect(announced()).toHaveLength(1)
  ref.send({ type: 'tab.shown' })
  expect(announced()).toHaveLength(2)
})

test('does nothing more where the API has no presence', async () => {
  const { ref, clock, announced } = await runAnnounced(null)
  ref.send({ type: 'selection.changed', iri: title })
  ref.send({ type: 'connection.opened' })
  ref.send({ type: 'tab.hidden' })
  ref.send({ type: 'tab.shown' })
  clock.increment(600_000)
  expect(announced()).toHaveLength(1)
})

test('leaves when it is stopped', () => {
  const { ref, leaving } = run()
  expect(leaving.listenerCount()).toBe(1)
  ref.stop()
  expect(leaving.listenerCount()).toBe(0)
})
