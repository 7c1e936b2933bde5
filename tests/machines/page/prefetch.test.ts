import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type PrefetchEvent, pendingLimit, prefetchMachine } from '#machines/page/prefetch.ts'
import {
  pathsOf,
  controlledPromise,
  transitionTable,
  untakenTransitions,
  unreachableStates,
  controlledCallback,
} from '../../support/machines/paths.ts'

const linkVisible = (href: string) => ({ type: 'link.visible' as const, href })

const paths = pathsOf(prefetchMachine, {
  input: undefined,
  events: [
    linkVisible('/about'),
    linkVisible('/blog'),
    { type: 'saveData.enabled' },
    { type: 'saveData.disabled' },
    { type: 'page.requested' },
    { type: 'page.loaded' },
    { type: 'page.failed' },
    { type: 'page.unloaded' },
    { type: 'message.received', data: { '@id': '/component/titles/1' } },
    { type: 'connection.lost' },
    { type: 'session.changed' },
    { type: 'xstate.done.actor.prefetchPages' },
    { type: 'xstate.error.actor.prefetchPages', error: new Error('offline') },
    { type: 'xstate.error.actor.watchLinks', error: new Error('no observer') },
    { type: 'xstate.error.actor.watchSaveData', error: new Error('no network information') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | saveData.enabled → saveDataOn",
      "waiting | page.requested → paused",
      "waiting | message.received → waiting (evictChanged)",
      "waiting | connection.lost → waiting (evictAll)",
      "waiting | session.changed → waiting (evictAll)",
      "waiting | watchSaveData failed → saveDataOn",
      "waiting | prefetchDelay elapsed → watching.idle",
      "saveDataOn | saveData.disabled → waiting",
      "saveDataOn | message.received → saveDataOn (evictChanged)",
      "saveDataOn | connection.lost → saveDataOn (evictAll)",
      "saveDataOn | session.changed → saveDataOn (evictAll)",
      "saveDataOn | watchSaveData failed → saveDataOn",
      "paused | saveData.enabled → saveDataOn",
      "paused | page.loaded → waiting",
      "paused | page.failed → waiting",
      "paused | page.unloaded → waiting",
      "paused | message.received → paused (evictChanged)",
      "paused | connection.lost → paused (evictAll)",
      "paused | session.changed → paused (evictAll)",
      "paused | watchSaveData failed → saveDataOn",
      "watching.idle | link.visible → watching.fetching",
      "watching.idle | saveData.enabled → saveDataOn",
      "watching.idle | page.requested → paused",
      "watching.idle | page.unloaded → waiting",
      "watching.idle | message.received → watching.idle (evictChanged)",
      "watching.idle | connection.lost → watching.idle (evictAll)",
      "watching.idle | session.changed → watching.idle (evictAll)",
      "watching.idle | watchLinks failed → saveDataOn",
      "watching.idle | watchSaveData failed → saveDataOn",
      "watching.fetching | link.visible → watching.fetching",
      "watching.fetching | saveData.enabled → saveDataOn",
      "watching.fetching | page.requested → paused",
      "watching.fetching | page.unloaded → waiting",
      "watching.fetching | message.received → watching.fetching (evictChanged)",
      "watching.fetching | connection.lost → watching.fetching (evictAll)",
      "watching.fetching | session.changed → watching.fetching (evictAll)",
      "watching.fetching | prefetchPages done → watching.idle",
      "watching.fetching | prefetchPages failed → watching.idle",
      "watching.fetching | watchLinks failed → saveDataOn",
      "watching.fetching | watchSaveData failed → saveDataOn",
      "watching.fetching | prefetchPages done → watching.fetching",
      "watching.fetching | prefetchPages failed → watching.fetching",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(prefetchMachine, paths)).toEqual([])
  expect(untakenTransitions(prefetchMachine, paths)).toEqual([])
})

const run = () => {
  const links = controlledCallback<PrefetchEvent>()
  const saveData = controlledCallback<PrefetchEvent>()
  const fetching = controlledPromise<void, { hrefs: string[] }>()
  const evicted: string[] = []
  const clock = new SimulatedClock()
  const logic = prefetchMachine.provide({
    actors: {
      watchLinks: links.logic,
      watchSaveData: saveData.logic,
      prefetchPages: fetching.logic,
    },
    actions: {
      evictChanged: (_, { iri }) => evicted.push(iri),
      evictAll: () => evicted.push('everything'),
    },
  })
  const ref = createActor(logic, { clock }).start()
  const done = async () => {
    fetching.settle({ type: 'xstate.done.actor.prefetchPages' })
    await Promise.resolve()
  }
  const requestedBatches = () => fetching.calls.map(({ input }) => input.hrefs)
  return { ref, links, saveData, fetching, evicted, clock, done, requestedBatches }
}

test('watches links from one second after the page has loaded', () => {
  const { links, clock } = run()
  clock.increment(999)
  expect(links.listenerCount()).toBe(0)
  clock.increment(1)
  expect(links.listenerCount()).toBe(1)
})

test(`fetches ${pendingLimit} pages at a time and queues the rest`, async () => {
  const { links, clock, done, requestedBatches } = run()
  clock.increment(1_000)
  links.send(linkVisible('/1'))
  for (const href of ['/2', '/3', '/4', '/5', '/6', '/2', '/1']) links.send(linkVisible(href))
  expect(requestedBatches()).toEqual([['/1']])
  await done()
  expect(requestedBatches().at(-1)).toEqual(['/2', '/3', '/4', '/5'])
  await done()
  expect(requestedBatches().at(-1)).toEqual(['/6'])
})

test('pauses during a navigation and continues one second after it', () => {
  const { ref, links, fetching, clock } = run()
  clock.increment(1_000)
  links.send(linkVisible('/1'))
  ref.send({ type: 'page.requested' })
  expect(fetching.calls[0]!.signal.aborted).toBe(true)
  clock.increment(5_000)
  expect(links.listenerCount()).toBe(0)
  ref.send({ type: 'page.loaded' })
  clock.increment(1_000)
  expect(links.listenerCount()).toBe(1)
})

test('fetches nothing while data is saved', () => {
  const { ref, links, saveData, clock } = run()
  saveData.send({ type: 'saveData.enabled' })
  clock.increment(5_000)
  ref.send({ type: 'page.requested' })
  ref.send({ type: 'page.loaded' })
  clock.increment(5_000)
  expect(links.listenerCount()).toBe(0)
  saveData.send({ type: 'saveData.disabled' })
  clock.increment(1_000)
  expect(links.listenerCount()).toBe(1)
})

test('evicts pages that have changed, may have changed, or belong to another user', () => {
  const { ref, evicted } = run()
  ref.send({ type: 'message.received', data: { '@id': '/component/titles/1' } })
  ref.send({ type: 'connection.lost' })
  ref.send({ type: 'session.changed' })
  expect(evicted).toEqual(['/component/titles/1', 'everything', 'everything'])
})
