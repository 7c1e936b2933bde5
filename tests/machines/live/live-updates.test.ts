import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { ResourceUpdate, UpdateBatch } from '#content/page/update-queue.ts'
import { type HubStreamEvent, hubConnectionMachine } from '#machines/live/hub-connection.ts'
import { hasUpdates, liveUpdatesMachine } from '#machines/live/live-updates.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import { controlledPromise, controlledCallback } from '#charts/paths/controlled-effects.ts'
import {
  coveringPaths,
  pathsOf,
  untakenTransitions,
  unreachableStates,
} from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const home = resourcesAt('/')
const about = resourcesAt('/about')
const input = { hub: 'https://example.org/hub', lastEventId: null, page: home.assembledPage }

const message = (id: string, resource: Resource) => ({ id, data: resource })
const changed = { ...home.title, title: 'Changed' }
const staged: ResourceUpdate = { iri: changed['@id'], item: { resource: changed } }

const paths = coveringPaths(
  pathsOf(liveUpdatesMachine, {
    input,
    events: [
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'message.received', ...message('1', changed) },
      { type: 'requests.busy' },
      { type: 'requests.idle' },
      { type: 'page.requested', location: locationOf(about.assembledPage.path) },
      { type: 'page.loaded', page: about.assembledPage },
      { type: 'page.unloaded' },
      { type: 'change.saved', saved: { resource: changed } },
      { type: 'change.undone', saved: { resource: changed } },
      { type: 'change.redone', saved: { resource: changed } },
      { type: 'change.failed' },
      { type: 'undo.failed' },
      { type: 'resource.removed', iri: changed['@id'] },
      { type: 'update.requested' },
      { type: 'xstate.done.actor.prepareUpdate', output: [staged] },
      { type: 'xstate.done.actor.prepareUpdate', output: [{ ...staged, isInvisible: true }] },
      { type: 'xstate.error.actor.prepareUpdate', error: new Failure('offline') },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "queue | session.started → queue.idle",
      "queue | session.ended → queue.idle",
      "queue | message.received [hasUnresolved] → queue.debouncing {messages}",
      "queue | page.loaded → queue.idle {path, shownIris}",
      "queue | page.unloaded → queue.idle {path, shownIris}",
      "queue | change.saved → queue.idle {isPendingOutdated}",
      "queue | change.undone → queue.idle {isPendingOutdated}",
      "queue | change.redone → queue.idle {isPendingOutdated}",
      "queue | change.failed → queue.idle {isPendingOutdated}",
      "queue | undo.failed → queue.idle {isPendingOutdated}",
      "queue | resource.removed → queue.idle {shownIris}",
      "queue | update.requested [hasPendingUpdates] → queue.idle {pendingUpdates} (applyUpdate)",
      "queue.debouncing | debounce elapsed [areRequestsIdle] → queue.resolving.recent {batch, messages}",
      "queue.resolving | prepareUpdate done [areRequestsIdle] → queue.idle {batch, pendingUpdates}",
      "queue.resolving | prepareUpdate done [areRequestsIdle, areUpdatesInvisible] → queue.idle {batch} (applyUpdate)",
      "queue.resolving | prepareUpdate failed → queue.backingOff {batch, messages}",
      "queue.resolving | prepareUpdate done → queue.waitingForRequests {batch, messages}",
      "queue.resolving.recent | minAgeToAbort elapsed → queue.resolving.overdue",
      "queue.resolving.overdue | page.requested [isOtherPage] → queue.backingOff {batch, messages}",
      "queue.backingOff | retryDelay elapsed [areRequestsIdle] → queue.resolving.recent {batch, messages}",
      "requests.idle | requests.busy → requests.busy",
      "requests.busy | requests.idle → requests.idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(liveUpdatesMachine, paths)).toEqual([])
  expect(untakenTransitions(liveUpdatesMachine, paths)).toEqual([])
})

/** Runs live updates of the home page, connected to the hub. */
const run = () => {
  const connection = controlledCallback<
    HubStreamEvent,
    { url: string; lastEventId: string | null }
  >()
  const preparing = controlledPromise<ResourceUpdate[], UpdateBatch>()
  const applied: ResourceUpdate[][] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    liveUpdatesMachine.provide({
      actors: {
        hubConnection: hubConnectionMachine.provide({
          actors: { openHub: connection.logic },
          actions: { logMissingHub: () => {} },
        }),
        prepareUpdate: preparing.logic,
      },
      actions: { applyUpdate: (_, { pendingUpdates: update }) => applied.push(update) },
    }),
    { input, clock },
  ).start()
  connection.send({ type: 'connection.opened' })
  const receive = (id: string, resource: Resource = changed) =>
    connection.send({ type: 'message.received', ...message(id, resource) })
  const debounce = () => clock.increment(250)
  const answer = async (output: ResourceUpdate[]) => {
    preparing.settle({ type: 'xstate.done.actor.prepareUpdate', output })
    await waitFor(ref, (at) => !at.matches({ queue: 'resolving' }))
  }
  return {
    ref,
    connection,
    preparing,
    applied,
    clock,
    receive,
    debounce,
    answer,
    snapshot: () => ref.getSnapshot(),
  }
}

test('applies an update only when it is requested', async () => {
  const { ref, receive, debounce, answer, applied, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  expect(hasUpdates(snapshot())).toBe(true)
  expect(applied).toEqual([])
  ref.send({ type: 'update.requested' })
  expect(applied).toEqual([[staged]])
  expect(hasUpdates(snapshot())).toBe(false)
})

test('drops messages about a deleted resource', () => {
  const { ref, receive, debounce, preparing } = run()
  receive('1')
  receive('2', home.group)
  debounce()
  ref.send({ type: 'resource.removed', iri: changed['@id'] })
  debounce()
  expect(preparing.calls.map(({ input: { messages } }) => messages.map(({ id }) => id))).toEqual([
    ['1', '2'],
    ['2'],
  ])
})

test('resolves messages that arrive together as one batch, the latest of each resource', () => {
  const { receive, debounce, preparing } = run()
  receive('1')
  receive('2', home.group)
  receive('3')
  debounce()
  expect(preparing.calls).toHaveLength(1)
  expect(preparing.calls[0]!.input).toEqual({
    messages: [message('2', home.group), message('3', changed)],
    pendingUpdates: [],
    shownIris: home.assembledPage.resources,
  })
})

test('waits until no request is pending', () => {
  const { ref, receive, debounce, preparing } = run()
  ref.send({ type: 'requests.busy' })
  receive('1')
  debounce()
  expect(preparing.calls).toEqual([])
  ref.send({ type: 'requests.idle' })
  expect(preparing.calls).toHaveLength(1)
})

test('receives messages while a batch is being resolved', async () => {
  const { receive, debounce, answer, preparing } = run()
  receive('1')
  debounce()
  receive('2', home.group)
  await answer([])
  debounce()
  expect(preparing.calls[1]!.input.messages).toEqual([message('2', home.group)])
})

test('has no update where a message changes nothing', async () => {
  const { receive, debounce, answer, snapshot } = run()
  receive('1')
  debounce()
  await answer([])
  expect(hasUpdates(snapshot())).toBe(false)
})

test('drops an update that is reverted', async () => {
  const { receive, debounce, answer, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  receive('2', home.title)
  debounce()
  await answer([])
  expect(hasUpdates(snapshot())).toBe(false)
})

test('resolves messages again after a failure', async () => {
  const { ref, receive, debounce, preparing, clock } = run()
  receive('1')
  debounce()
  preparing.settle({
    type: 'xstate.error.actor.prepareUpdate',
    error: new Failure('offline'),
  })
  await waitFor(ref, (at) => at.matches({ queue: 'backingOff' }))
  receive('2', home.group)
  clock.increment(5_000)
  expect(preparing.calls[1]!.input.messages).toEqual([
    message('1', changed),
    message('2', home.group),
  ])
})

test('drops updates of the former page and resolves messages for the next one', () => {
  const { ref, receive, debounce, preparing, clock } = run()
  receive('1')
  debounce()
  ref.send({ type: 'page.loaded', page: about.assembledPage })
  expect(preparing.calls[0]!.signal.aborted).toBe(true)
  clock.increment(250)
  expect(preparing.calls[1]!.input).toEqual({
    messages: [message('1', changed)],
    pendingUpdates: [],
    shownIris: about.assembledPage.resources,
  })
})

test('drops updates when the page is loaded again', async () => {
  const { ref, receive, debounce, answer, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  ref.send({ type: 'page.loaded', page: home.assembledPage })
  expect(hasUpdates(snapshot())).toBe(false)
})

test('drops updates of a resource that is saved here, and adds it to the page', async () => {
  const { ref, receive, debounce, answer, preparing, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  const draft = { ...changed, '@id': '/component/titles/draft' }
  ref.send({
    type: 'change.saved',
    saved: { resource: draft, replaced: { from: changed['@id'], to: draft['@id'] } },
  })
  expect(hasUpdates(snapshot())).toBe(false)
  receive('2', draft)
  debounce()
  expect(preparing.calls[1]!.input.shownIris).toContain(draft['@id'])
})

test('drops updates of a resource that is deleted here', async () => {
  const { ref, receive, debounce, answer, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  ref.send({ type: 'resource.removed', iri: changed['@id'] })
  expect(hasUpdates(snapshot())).toBe(false)
})

test('adds resources of an applied update to the page', async () => {
  const { ref, receive, debounce, answer, preparing } = run()
  const added = { ...home.title, '@id': '/component/titles/new' }
  receive('1', home.group)
  debounce()
  await answer([{ iri: added['@id'], item: { resource: added } }])
  ref.send({ type: 'update.requested' })
  receive('2', added)
  debounce()
  expect(preparing.calls[1]!.input.shownIris).toEqual([
    ...home.assembledPage.resources,
    added['@id'],
  ])
})

test('drops all messages for another user', async () => {
  const { ref, receive, debounce, answer, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  ref.send({ type: 'session.started' })
  expect(hasUpdates(snapshot())).toBe(false)
})

test('resolves again what was resolved while a change was being saved', async () => {
  const { ref, receive, debounce, preparing, snapshot } = run()
  receive('1')
  debounce()
  ref.send({ type: 'requests.busy' })
  preparing.settle({ type: 'xstate.done.actor.prepareUpdate', output: [staged] })
  await waitFor(ref, (at) => at.matches({ queue: 'waitingForRequests' }))
  expect(hasUpdates(snapshot())).toBe(false)
  ref.send({ type: 'change.saved', saved: { resource: changed } })
  ref.send({ type: 'requests.idle' })
  debounce()
  expect(preparing.calls[1]!.input.messages).toEqual([message('1', changed)])
})

test.each(['change.saved', 'change.failed', 'undo.failed'] as const)(
  'compares what is offered with the page again after %s',
  async (type) => {
    const { ref, receive, debounce, answer, preparing, snapshot } = run()
    receive('1')
    debounce()
    await answer([staged])
    const resource = home.group
    ref.send(type === 'change.saved' ? { type, saved: { resource } } : { type })
    expect(hasUpdates(snapshot())).toBe(true)
    debounce()
    expect(preparing.calls[1]!.input).toMatchObject({ messages: [], pendingUpdates: [staged] })
    await answer([])
    expect(hasUpdates(snapshot())).toBe(false)
    debounce()
    expect(preparing.calls).toHaveLength(2)
  },
)

test('resolves again what was being resolved when an update was applied', async () => {
  const { ref, receive, debounce, answer, preparing, snapshot } = run()
  receive('1')
  debounce()
  await answer([staged])
  receive('2', home.group)
  debounce()
  ref.send({ type: 'update.requested' })
  expect(preparing.calls[1]!.signal.aborted).toBe(true)
  debounce()
  expect(preparing.calls[2]!.input).toMatchObject({
    messages: [message('2', home.group)],
    pendingUpdates: [],
  })
  expect(hasUpdates(snapshot())).toBe(false)
})
