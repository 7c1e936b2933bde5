import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type PrefetchEvent, pendingLimit, prefetchMachine } from '#machines/page/prefetch.ts'
import { controlledPromise, controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

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
    { type: 'session.started' },
    { type: 'session.ended' },
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
      "prefetch | saveData.enabled → saveDataOn {pending, queue}",
      "prefetch | message.received (evictChanged)",
      "prefetch | connection.lost (evictAll)",
      "prefetch | session.started (evictAll)",
      "prefetch | session.ended (evictAll)",
      "prefetch | watchSaveData failed → saveDataOn {pending, queue}",
      "waiting | page.requested → paused",
      "waiting | prefetchDelay elapsed → watching.idle",
      "watching | link.visible [isNew, hasQueue] → watching.fetching {pending}",
      "watching | page.requested → paused {pending, queue}",
      "watching | page.unloaded → waiting {pending, queue}",
      "watching | watchLinks failed → saveDataOn {pending, queue}",
      "watching | link.visible [isNew] {queue}",
      "watching.fetching | prefetchPages done → watching.idle {pending}",
      "watching.fetching | prefetchPages failed → watching.idle {pending}",
      "watching.fetching | prefetchPages done [hasQueue] → watching.fetching {pending, queue}",
      "watching.fetching | prefetchPages failed [hasQueue] → watching.fetching {pending, queue}",
      "paused | page.loaded → waiting",
      "paused | page.failed → waiting",
      "paused | page.unloaded → waiting",
      "saveDataOn | saveData.disabled → waiting",
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
  ref.send({ type: 'session.started' })
  expect(evicted).toEqual(['/component/titles/1', 'everything', 'everything'])
})
