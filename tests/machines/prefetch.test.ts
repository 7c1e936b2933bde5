import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type PrefetchEvent, pendingLimit, prefetchMachine } from '#machines/prefetch.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable, voice } from '../support/paths.ts'

const seen = (href: string) => ({ type: 'link.seen' as const, href })

const paths = pathsOf(prefetchMachine, {
  input: undefined,
  events: [
    seen('/about'),
    seen('/blog'),
    { type: 'thrift.began' },
    { type: 'thrift.ended' },
    { type: 'page.wanted' },
    { type: 'page.settled' },
    { type: 'page.failed' },
    { type: 'page.left' },
    { type: 'message.received', data: { '@id': '/component/titles/1' } },
    { type: 'line.lost' },
    { type: 'session.changed' },
    { type: 'xstate.done.actor.readAhead' },
    { type: 'xstate.error.actor.readAhead', error: new Error('offline') },
    { type: 'xstate.error.actor.watchLinks', error: new Error('no observer') },
    { type: 'xstate.error.actor.watchThrift', error: new Error('no network information') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | thrift.began → thrifty",
      "waiting | page.wanted → yielding",
      "waiting | message.received → waiting (dropChanged)",
      "waiting | line.lost → waiting (dropAll)",
      "waiting | session.changed → waiting (dropAll)",
      "waiting | watchThrift failed → thrifty",
      "waiting | prefetchDelay over → watching.idle",
      "thrifty | thrift.ended → waiting",
      "thrifty | message.received → thrifty (dropChanged)",
      "thrifty | line.lost → thrifty (dropAll)",
      "thrifty | session.changed → thrifty (dropAll)",
      "thrifty | watchThrift failed → thrifty",
      "yielding | thrift.began → thrifty",
      "yielding | page.settled → waiting",
      "yielding | page.failed → waiting",
      "yielding | page.left → waiting",
      "yielding | message.received → yielding (dropChanged)",
      "yielding | line.lost → yielding (dropAll)",
      "yielding | session.changed → yielding (dropAll)",
      "yielding | watchThrift failed → thrifty",
      "watching.idle | link.seen → watching.reading",
      "watching.idle | thrift.began → thrifty",
      "watching.idle | page.wanted → yielding",
      "watching.idle | page.left → waiting",
      "watching.idle | message.received → watching.idle (dropChanged)",
      "watching.idle | line.lost → watching.idle (dropAll)",
      "watching.idle | session.changed → watching.idle (dropAll)",
      "watching.idle | watchLinks failed → thrifty",
      "watching.idle | watchThrift failed → thrifty",
      "watching.reading | link.seen → watching.reading",
      "watching.reading | thrift.began → thrifty",
      "watching.reading | page.wanted → yielding",
      "watching.reading | page.left → waiting",
      "watching.reading | message.received → watching.reading (dropChanged)",
      "watching.reading | line.lost → watching.reading (dropAll)",
      "watching.reading | session.changed → watching.reading (dropAll)",
      "watching.reading | readAhead done → watching.idle",
      "watching.reading | readAhead failed → watching.idle",
      "watching.reading | watchLinks failed → thrifty",
      "watching.reading | watchThrift failed → thrifty",
      "watching.reading | readAhead done → watching.reading",
      "watching.reading | readAhead failed → watching.reading",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(prefetchMachine, paths)).toEqual([])
  expect(uncrossed(prefetchMachine, paths)).toEqual([])
})

const run = () => {
  const links = voice<PrefetchEvent>()
  const thrift = voice<PrefetchEvent>()
  const reading = puppet<void, { hrefs: string[] }>()
  const dropped: string[] = []
  const clock = new SimulatedClock()
  const logic = prefetchMachine.provide({
    actors: { watchLinks: links.logic, watchThrift: thrift.logic, readAhead: reading.logic },
    actions: {
      dropChanged: (_, { iri }) => dropped.push(iri),
      dropAll: () => dropped.push('everything'),
    },
  })
  const ref = createActor(logic, { clock }).start()
  const done = async () => {
    reading.settle({ type: 'xstate.done.actor.readAhead' })
    await Promise.resolve()
  }
  const asked = () => reading.heard.map(({ input }) => input.hrefs)
  return { ref, links, thrift, reading, dropped, clock, done, asked }
}

test('looks at links only once the page has been there for a second', () => {
  const { links, clock } = run()
  clock.increment(999)
  expect(links.open()).toBe(0)
  clock.increment(1)
  expect(links.open()).toBe(1)
})

test(`reads ${pendingLimit} pages at once; the others wait`, async () => {
  const { links, clock, done, asked } = run()
  clock.increment(1_000)
  links.say(seen('/1'))
  for (const href of ['/2', '/3', '/4', '/5', '/6', '/2', '/1']) links.say(seen(href))
  expect(asked()).toEqual([['/1']])
  await done()
  expect(asked().at(-1)).toEqual(['/2', '/3', '/4', '/5'])
  await done()
  expect(asked().at(-1)).toEqual(['/6'])
})

test('gives way to the page somebody wants, and begins again a second after it is there', () => {
  const { ref, links, reading, clock } = run()
  clock.increment(1_000)
  links.say(seen('/1'))
  ref.send({ type: 'page.wanted' })
  expect(reading.heard[0]!.signal.aborted).toBe(true)
  clock.increment(5_000)
  expect(links.open()).toBe(0)
  ref.send({ type: 'page.settled' })
  clock.increment(1_000)
  expect(links.open()).toBe(1)
})

test('reads nothing while every byte is paid for', () => {
  const { ref, links, thrift, clock } = run()
  thrift.say({ type: 'thrift.began' })
  clock.increment(5_000)
  ref.send({ type: 'page.wanted' })
  ref.send({ type: 'page.settled' })
  clock.increment(5_000)
  expect(links.open()).toBe(0)
  thrift.say({ type: 'thrift.ended' })
  clock.increment(1_000)
  expect(links.open()).toBe(1)
})

test('keeps nothing that has changed, that might have, or that was for somebody else', () => {
  const { ref, dropped } = run()
  ref.send({ type: 'message.received', data: { '@id': '/component/titles/1' } })
  ref.send({ type: 'line.lost' })
  ref.send({ type: 'session.changed' })
  expect(dropped).toEqual(['/component/titles/1', 'everything', 'everything'])
})
