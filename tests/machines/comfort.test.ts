import { expect, test } from 'vitest'
import { locationOf } from '#content/location.ts'
import { Failure } from '#content/failure.ts'
import { comfortMachine } from '#machines/comfort.ts'
import { admin, siteAt } from '../support/pages.ts'
import { startApp } from '../support/actors.ts'
import { pathsOf, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const { shown: page } = siteAt('/')
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(comfortMachine, {
  input: undefined,
  events: [
    { type: 'page.wanted', location: locationOf('/about'), token: 1, afresh: false },
    { type: 'page.left' },
    { type: 'page.settled', token: 1, page: page! },
    { type: 'page.failed', token: 1, failure: new Failure('offline') },
    { type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } },
    { type: 'line.lost' },
    { type: 'line.opened' },
    { type: 'network.returned' },
    { type: 'session.started' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.keepVisited' },
    { type: 'xstate.error.actor.keepVisited', error: new Error('not here') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → resting",
      "resting | page.wanted → resting (tells progress page.wanted, tells prefetch page.wanted, tells buildCheck page.wanted)",
      "resting | page.left → resting (tells progress page.left, tells prefetch page.left, tells buildCheck page.left)",
      "resting | page.settled → resting (tells progress page.settled, tells prefetch page.settled)",
      "resting | page.failed → resting (tells progress page.failed, tells prefetch page.failed)",
      "resting | message.received → resting (tells prefetch message.received)",
      "resting | line.lost → resting (tells network line.lost, tells prefetch line.lost, tells buildCheck line.lost)",
      "resting | line.opened → resting (tells network line.opened, tells buildCheck line.opened, retryPage, says site.reached)",
      "resting | network.returned → resting (says network.returned, retryPage, says site.reached)",
      "resting | session.started → resting (forgetVisited, tells prefetch session.changed)",
      "resting | session.ended → resting (forgetVisited, tells prefetch session.changed)",
      "resting | keepDelay over → preparing",
      "preparing | page.wanted → preparing (tells progress page.wanted, tells prefetch page.wanted, tells buildCheck page.wanted)",
      "preparing | page.left → preparing (tells progress page.left, tells prefetch page.left, tells buildCheck page.left)",
      "preparing | page.settled → preparing (tells progress page.settled, tells prefetch page.settled)",
      "preparing | page.failed → preparing (tells progress page.failed, tells prefetch page.failed)",
      "preparing | message.received → preparing (tells prefetch message.received)",
      "preparing | line.lost → preparing (tells network line.lost, tells prefetch line.lost, tells buildCheck line.lost)",
      "preparing | line.opened → preparing (tells network line.opened, tells buildCheck line.opened, retryPage, says site.reached)",
      "preparing | network.returned → preparing (says network.returned, retryPage, says site.reached)",
      "preparing | session.started → preparing (forgetVisited, tells prefetch session.changed)",
      "preparing | session.ended → preparing (forgetVisited, tells prefetch session.changed)",
      "preparing | keepVisited done → keeping",
      "preparing | keepVisited failed → forgetting",
      "keeping | page.wanted → keeping (tells progress page.wanted, tells prefetch page.wanted, tells buildCheck page.wanted)",
      "keeping | page.left → keeping (tells progress page.left, tells prefetch page.left, tells buildCheck page.left)",
      "keeping | page.settled → keeping (tells progress page.settled, tells prefetch page.settled)",
      "keeping | page.failed → keeping (tells progress page.failed, tells prefetch page.failed)",
      "keeping | message.received → keeping (tells prefetch message.received)",
      "keeping | line.lost → keeping (tells network line.lost, tells prefetch line.lost, tells buildCheck line.lost)",
      "keeping | line.opened → keeping (tells network line.opened, tells buildCheck line.opened, retryPage, says site.reached)",
      "keeping | network.returned → keeping (says network.returned, retryPage, says site.reached)",
      "keeping | session.started → keeping (forgetVisited, tells prefetch session.changed)",
      "keeping | session.ended → keeping (forgetVisited, tells prefetch session.changed)",
      "forgetting | page.wanted → forgetting (tells progress page.wanted, tells prefetch page.wanted, tells buildCheck page.wanted)",
      "forgetting | page.left → forgetting (tells progress page.left, tells prefetch page.left, tells buildCheck page.left)",
      "forgetting | page.settled → forgetting (tells progress page.settled, tells prefetch page.settled)",
      "forgetting | page.failed → forgetting (tells progress page.failed, tells prefetch page.failed)",
      "forgetting | message.received → forgetting (tells prefetch message.received)",
      "forgetting | line.lost → forgetting (tells network line.lost, tells prefetch line.lost, tells buildCheck line.lost)",
      "forgetting | line.opened → forgetting (tells network line.opened, tells buildCheck line.opened, retryPage, says site.reached)",
      "forgetting | network.returned → forgetting (says network.returned, retryPage, says site.reached)",
      "forgetting | session.started → forgetting (forgetVisited, tells prefetch session.changed)",
      "forgetting | session.ended → forgetting (forgetVisited, tells prefetch session.changed)",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(comfortMachine, paths)).toEqual([])
  expect(uncrossed(comfortMachine, paths)).toEqual([])
})

test('keeps what has been visited only once nothing more urgent is to be done', () => {
  const { reading, clock } = startApp('/login')
  clock.increment(1_999)
  expect(reading.effects.keepVisited.heard).toHaveLength(0)
  clock.increment(1)
  expect(reading.effects.keepVisited.heard).toHaveLength(1)
})

test('whoever comes or goes leaves nothing to read behind', async () => {
  const { appRef, effects, reading } = startApp('/login', { input: { user: admin } })
  appRef.getSnapshot().children.auth!.send({ type: 'signOut.requested' })
  effects.signOut.settle({ type: 'xstate.done.actor.signOut' })
  await Promise.resolve()
  expect(reading.done).toEqual(['forget visited', 'drop all'])
})

test('what the hub says of a page that was read ahead is heard', () => {
  const { hub: line, reading } = startApp('/login', { input: { hub } })
  line.say({ type: 'connection.opened' })
  line.say({ type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } })
  line.say({ type: 'connection.lost' })
  expect(reading.done).toEqual(['drop /component/titles/1', 'drop all'])
})

test('a network that returns is told to the line, and to those who wait to save', () => {
  const { appRef, hub: line, reading } = startApp('/login', { input: { hub } })
  const told: string[] = []
  appRef.system.get('later').on('*', ({ type }: { type: string }) => told.push(type))
  line.say({ type: 'connection.opened' })
  reading.says.network.say({ type: 'network.lost' })
  line.say({ type: 'connection.lost' })
  reading.says.network.say({ type: 'network.returned' })
  expect(line.heard).toHaveLength(2)
  line.say({ type: 'connection.opened' })
  expect(told).toEqual(['site.reached', 'site.reached', 'site.reached'])
})
