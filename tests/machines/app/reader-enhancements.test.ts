import { expect, test } from 'vitest'
import { locationOf } from '#content/page/location.ts'
import { Failure } from '#content/model/failure.ts'
import { readerEnhancementsMachine } from '#machines/app/reader-enhancements.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { pathsOf, transitionTable, uncrossed, unreachable } from '../../support/machines/paths.ts'

const { assembledPage: page } = resourcesAt('/')
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(readerEnhancementsMachine, {
  input: undefined,
  events: [
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
    { type: 'page.unloaded' },
    { type: 'page.loaded', token: 1, page: page! },
    { type: 'page.failed', token: 1, failure: new Failure('offline') },
    { type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } },
    { type: 'connection.lost' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'session.started' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.enableOfflinePages' },
    { type: 'xstate.error.actor.enableOfflinePages', error: new Error('not here') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | page.requested → idle (tells progress page.requested, tells prefetch page.requested, tells buildCheck page.requested)",
      "idle | page.unloaded → idle (tells progress page.unloaded, tells prefetch page.unloaded, tells buildCheck page.unloaded)",
      "idle | page.loaded → idle (tells progress page.loaded, tells prefetch page.loaded)",
      "idle | page.failed → idle (tells progress page.failed, tells prefetch page.failed)",
      "idle | message.received → idle (tells prefetch message.received)",
      "idle | connection.lost → idle (tells network connection.lost, tells prefetch connection.lost, tells buildCheck connection.lost)",
      "idle | connection.opened → idle (tells network connection.opened, tells buildCheck connection.opened, retryPage, says server.reachable)",
      "idle | network.restored → idle (says network.restored, retryPage, says server.reachable)",
      "idle | session.started → idle (clearOfflinePages, tells prefetch session.changed)",
      "idle | session.ended → idle (clearOfflinePages, tells prefetch session.changed)",
      "idle | offlinePagesDelay over → enablingOffline",
      "enablingOffline | page.requested → enablingOffline (tells progress page.requested, tells prefetch page.requested, tells buildCheck page.requested)",
      "enablingOffline | page.unloaded → enablingOffline (tells progress page.unloaded, tells prefetch page.unloaded, tells buildCheck page.unloaded)",
      "enablingOffline | page.loaded → enablingOffline (tells progress page.loaded, tells prefetch page.loaded)",
      "enablingOffline | page.failed → enablingOffline (tells progress page.failed, tells prefetch page.failed)",
      "enablingOffline | message.received → enablingOffline (tells prefetch message.received)",
      "enablingOffline | connection.lost → enablingOffline (tells network connection.lost, tells prefetch connection.lost, tells buildCheck connection.lost)",
      "enablingOffline | connection.opened → enablingOffline (tells network connection.opened, tells buildCheck connection.opened, retryPage, says server.reachable)",
      "enablingOffline | network.restored → enablingOffline (says network.restored, retryPage, says server.reachable)",
      "enablingOffline | session.started → enablingOffline (clearOfflinePages, tells prefetch session.changed)",
      "enablingOffline | session.ended → enablingOffline (clearOfflinePages, tells prefetch session.changed)",
      "enablingOffline | enableOfflinePages done → offlineEnabled",
      "enablingOffline | enableOfflinePages failed → offlineUnavailable",
      "offlineEnabled | page.requested → offlineEnabled (tells progress page.requested, tells prefetch page.requested, tells buildCheck page.requested)",
      "offlineEnabled | page.unloaded → offlineEnabled (tells progress page.unloaded, tells prefetch page.unloaded, tells buildCheck page.unloaded)",
      "offlineEnabled | page.loaded → offlineEnabled (tells progress page.loaded, tells prefetch page.loaded)",
      "offlineEnabled | page.failed → offlineEnabled (tells progress page.failed, tells prefetch page.failed)",
      "offlineEnabled | message.received → offlineEnabled (tells prefetch message.received)",
      "offlineEnabled | connection.lost → offlineEnabled (tells network connection.lost, tells prefetch connection.lost, tells buildCheck connection.lost)",
      "offlineEnabled | connection.opened → offlineEnabled (tells network connection.opened, tells buildCheck connection.opened, retryPage, says server.reachable)",
      "offlineEnabled | network.restored → offlineEnabled (says network.restored, retryPage, says server.reachable)",
      "offlineEnabled | session.started → offlineEnabled (clearOfflinePages, tells prefetch session.changed)",
      "offlineEnabled | session.ended → offlineEnabled (clearOfflinePages, tells prefetch session.changed)",
      "offlineUnavailable | page.requested → offlineUnavailable (tells progress page.requested, tells prefetch page.requested, tells buildCheck page.requested)",
      "offlineUnavailable | page.unloaded → offlineUnavailable (tells progress page.unloaded, tells prefetch page.unloaded, tells buildCheck page.unloaded)",
      "offlineUnavailable | page.loaded → offlineUnavailable (tells progress page.loaded, tells prefetch page.loaded)",
      "offlineUnavailable | page.failed → offlineUnavailable (tells progress page.failed, tells prefetch page.failed)",
      "offlineUnavailable | message.received → offlineUnavailable (tells prefetch message.received)",
      "offlineUnavailable | connection.lost → offlineUnavailable (tells network connection.lost, tells prefetch connection.lost, tells buildCheck connection.lost)",
      "offlineUnavailable | connection.opened → offlineUnavailable (tells network connection.opened, tells buildCheck connection.opened, retryPage, says server.reachable)",
      "offlineUnavailable | network.restored → offlineUnavailable (says network.restored, retryPage, says server.reachable)",
      "offlineUnavailable | session.started → offlineUnavailable (clearOfflinePages, tells prefetch session.changed)",
      "offlineUnavailable | session.ended → offlineUnavailable (clearOfflinePages, tells prefetch session.changed)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(readerEnhancementsMachine, paths)).toEqual([])
  expect(uncrossed(readerEnhancementsMachine, paths)).toEqual([])
})

test('enables offline pages only after more urgent work', () => {
  const { reading, clock } = startApp('/login')
  clock.increment(1_999)
  expect(reading.effects.enableOfflinePages.heard).toHaveLength(0)
  clock.increment(1)
  expect(reading.effects.enableOfflinePages.heard).toHaveLength(1)
})

test('clears offline and prefetched pages when the session changes', async () => {
  const { appRef, effects, reading } = startApp('/login', { input: { user: admin } })
  appRef.getSnapshot().children.auth!.send({ type: 'signOut.requested' })
  effects.signOut.settle({ type: 'xstate.done.actor.signOut' })
  await Promise.resolve()
  expect(reading.done).toEqual(['forget visited', 'drop all'])
})

test('forwards hub messages to prefetch', () => {
  const { hub: line, reading } = startApp('/login', { input: { hub } })
  line.say({ type: 'connection.opened' })
  line.say({ type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } })
  line.say({ type: 'connection.lost' })
  expect(reading.done).toEqual(['drop /component/titles/1', 'drop all'])
})

test('forwards a restored network to the hub connection and to pending edits', () => {
  const { appRef, hub: line, reading } = startApp('/login', { input: { hub } })
  const told: string[] = []
  appRef.system.get('deferred').on('*', ({ type }: { type: string }) => told.push(type))
  line.say({ type: 'connection.opened' })
  reading.says.network.say({ type: 'network.lost' })
  line.say({ type: 'connection.lost' })
  reading.says.network.say({ type: 'network.restored' })
  expect(line.heard).toHaveLength(2)
  line.say({ type: 'connection.opened' })
  expect(told).toEqual(['server.reachable', 'server.reachable', 'server.reachable'])
})
