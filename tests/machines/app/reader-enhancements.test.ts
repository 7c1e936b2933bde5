import { expect, test } from 'vitest'
import { locationOf } from '#content/page/location.ts'
import { Failure } from '#content/model/failure.ts'
import { readerEnhancementsMachine } from '#machines/app/reader-enhancements.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import {
  pathsOf,
  transitionTable,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'

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
      "idle | page.requested → idle (sends page.requested to progress, sends page.requested to prefetch, sends page.requested to buildCheck)",
      "idle | page.unloaded → idle (sends page.unloaded to progress, sends page.unloaded to prefetch, sends page.unloaded to buildCheck)",
      "idle | page.loaded → idle (sends page.loaded to progress, sends page.loaded to prefetch)",
      "idle | page.failed → idle (sends page.failed to progress, sends page.failed to prefetch)",
      "idle | message.received → idle (sends message.received to prefetch)",
      "idle | connection.lost → idle (sends connection.lost to network, sends connection.lost to prefetch, sends connection.lost to buildCheck)",
      "idle | connection.opened → idle (sends connection.opened to network, sends connection.opened to buildCheck, retryPage, emits server.reachable)",
      "idle | network.restored → idle (emits network.restored, retryPage, emits server.reachable)",
      "idle | session.started → idle (clearOfflinePages, sends session.changed to prefetch)",
      "idle | session.ended → idle (clearOfflinePages, sends session.changed to prefetch)",
      "idle | offlinePagesDelay elapsed → enablingOffline",
      "enablingOffline | page.requested → enablingOffline (sends page.requested to progress, sends page.requested to prefetch, sends page.requested to buildCheck)",
      "enablingOffline | page.unloaded → enablingOffline (sends page.unloaded to progress, sends page.unloaded to prefetch, sends page.unloaded to buildCheck)",
      "enablingOffline | page.loaded → enablingOffline (sends page.loaded to progress, sends page.loaded to prefetch)",
      "enablingOffline | page.failed → enablingOffline (sends page.failed to progress, sends page.failed to prefetch)",
      "enablingOffline | message.received → enablingOffline (sends message.received to prefetch)",
      "enablingOffline | connection.lost → enablingOffline (sends connection.lost to network, sends connection.lost to prefetch, sends connection.lost to buildCheck)",
      "enablingOffline | connection.opened → enablingOffline (sends connection.opened to network, sends connection.opened to buildCheck, retryPage, emits server.reachable)",
      "enablingOffline | network.restored → enablingOffline (emits network.restored, retryPage, emits server.reachable)",
      "enablingOffline | session.started → enablingOffline (clearOfflinePages, sends session.changed to prefetch)",
      "enablingOffline | session.ended → enablingOffline (clearOfflinePages, sends session.changed to prefetch)",
      "enablingOffline | enableOfflinePages done → offlineEnabled",
      "enablingOffline | enableOfflinePages failed → offlineUnavailable",
      "offlineEnabled | page.requested → offlineEnabled (sends page.requested to progress, sends page.requested to prefetch, sends page.requested to buildCheck)",
      "offlineEnabled | page.unloaded → offlineEnabled (sends page.unloaded to progress, sends page.unloaded to prefetch, sends page.unloaded to buildCheck)",
      "offlineEnabled | page.loaded → offlineEnabled (sends page.loaded to progress, sends page.loaded to prefetch)",
      "offlineEnabled | page.failed → offlineEnabled (sends page.failed to progress, sends page.failed to prefetch)",
      "offlineEnabled | message.received → offlineEnabled (sends message.received to prefetch)",
      "offlineEnabled | connection.lost → offlineEnabled (sends connection.lost to network, sends connection.lost to prefetch, sends connection.lost to buildCheck)",
      "offlineEnabled | connection.opened → offlineEnabled (sends connection.opened to network, sends connection.opened to buildCheck, retryPage, emits server.reachable)",
      "offlineEnabled | network.restored → offlineEnabled (emits network.restored, retryPage, emits server.reachable)",
      "offlineEnabled | session.started → offlineEnabled (clearOfflinePages, sends session.changed to prefetch)",
      "offlineEnabled | session.ended → offlineEnabled (clearOfflinePages, sends session.changed to prefetch)",
      "offlineUnavailable | page.requested → offlineUnavailable (sends page.requested to progress, sends page.requested to prefetch, sends page.requested to buildCheck)",
      "offlineUnavailable | page.unloaded → offlineUnavailable (sends page.unloaded to progress, sends page.unloaded to prefetch, sends page.unloaded to buildCheck)",
      "offlineUnavailable | page.loaded → offlineUnavailable (sends page.loaded to progress, sends page.loaded to prefetch)",
      "offlineUnavailable | page.failed → offlineUnavailable (sends page.failed to progress, sends page.failed to prefetch)",
      "offlineUnavailable | message.received → offlineUnavailable (sends message.received to prefetch)",
      "offlineUnavailable | connection.lost → offlineUnavailable (sends connection.lost to network, sends connection.lost to prefetch, sends connection.lost to buildCheck)",
      "offlineUnavailable | connection.opened → offlineUnavailable (sends connection.opened to network, sends connection.opened to buildCheck, retryPage, emits server.reachable)",
      "offlineUnavailable | network.restored → offlineUnavailable (emits network.restored, retryPage, emits server.reachable)",
      "offlineUnavailable | session.started → offlineUnavailable (clearOfflinePages, sends session.changed to prefetch)",
      "offlineUnavailable | session.ended → offlineUnavailable (clearOfflinePages, sends session.changed to prefetch)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(readerEnhancementsMachine, paths)).toEqual([])
  expect(untakenTransitions(readerEnhancementsMachine, paths)).toEqual([])
})

test('enables offline pages only after more urgent work', () => {
  const { enhancements, clock } = startApp('/login')
  clock.increment(1_999)
  expect(enhancements.effects.enableOfflinePages.calls).toHaveLength(0)
  clock.increment(1)
  expect(enhancements.effects.enableOfflinePages.calls).toHaveLength(1)
})

test('clears offline and prefetched pages when the session changes', async () => {
  const { appRef, effects, enhancements } = startApp('/login', { input: { user: admin } })
  appRef.getSnapshot().children.auth!.send({ type: 'signOut.requested' })
  effects.signOut.settle({ type: 'xstate.done.actor.signOut' })
  await Promise.resolve()
  expect(enhancements.actions).toEqual(['forget visited', 'drop all'])
})

test('forwards hub messages to prefetch', () => {
  const { hub: connection, enhancements } = startApp('/login', { input: { hub } })
  connection.send({ type: 'connection.opened' })
  connection.send({ type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } })
  connection.send({ type: 'connection.lost' })
  expect(enhancements.actions).toEqual(['drop /component/titles/1', 'drop all'])
})

test('forwards a restored network to the hub connection and to pending edits', () => {
  const { appRef, hub: connection, enhancements } = startApp('/login', { input: { hub } })
  const emitted: string[] = []
  appRef.system.get('deferred').on('*', ({ type }: { type: string }) => emitted.push(type))
  connection.send({ type: 'connection.opened' })
  enhancements.callbacks.network.send({ type: 'network.lost' })
  connection.send({ type: 'connection.lost' })
  enhancements.callbacks.network.send({ type: 'network.restored' })
  expect(connection.inputs).toHaveLength(2)
  connection.send({ type: 'connection.opened' })
  expect(emitted).toEqual(['server.reachable', 'server.reachable', 'server.reachable'])
})
