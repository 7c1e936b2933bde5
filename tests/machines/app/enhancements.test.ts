import { expect, test } from 'vitest'
import { enhancementsMachine } from '#machines/app/enhancements.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { enhancementsPaths } from '../../support/machines/enhancements-paths.ts'
import { untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const hub = 'https://example.org/.well-known/mercure'

test('has this transition table', () => {
  expect(transitionTable(enhancementsPaths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "enhancements | session.started (clearOfflinePages)",
      "enhancements | session.ended (clearOfflinePages)",
      "idle | preloadDelay elapsed → loadingFetchChain",
      "loadingFetchChain | loadFetchChain done → waitingToLoadAuthorization",
      "loadingFetchChain | loadFetchChain failed → waitingToLoadAuthorization",
      "waitingToLoadAuthorization | waitForIdle done → loadingAuthorization",
      "waitingToLoadAuthorization | waitForIdle failed → loadingAuthorization",
      "loadingAuthorization | loadAuthorization done → waitingToLoadViews",
      "loadingAuthorization | loadAuthorization failed → waitingToLoadViews",
      "waitingToLoadViews | waitForIdle done → loadingViews",
      "waitingToLoadViews | waitForIdle failed → loadingViews",
      "loadingViews | loadViews done → preloaded",
      "loadingViews | loadViews failed → preloaded",
      "preloaded | offlinePagesDelay elapsed → enablingOffline",
      "enablingOffline | enableOfflinePages done → offlineEnabled",
      "enablingOffline | enableOfflinePages failed → offlineUnavailable",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(enhancementsMachine, enhancementsPaths)).toEqual([])
  expect(untakenTransitions(enhancementsMachine, enhancementsPaths)).toEqual([])
})

test('loads the code of the next steps part by part, each once the browser is idle, and then enables offline pages', async () => {
  const { enhancements, clock } = startApp('/login')
  const { loadFetchChain, loadAuthorization, loadViews, waitForIdle, enableOfflinePages } =
    enhancements.effects
  const settle = async (effect: typeof loadFetchChain) => {
    effect.settle({ type: 'xstate.done.actor.effect' })
    await Promise.resolve()
  }
  const counts = () =>
    [loadFetchChain, loadAuthorization, loadViews].map(({ calls }) => calls.length).join(' ')
  clock.increment(999)
  expect(counts()).toBe('0 0 0')
  clock.increment(1)
  expect(counts()).toBe('1 0 0')
  await settle(loadFetchChain)
  expect(counts()).toBe('1 0 0')
  await settle(waitForIdle)
  expect(counts()).toBe('1 1 0')
  await settle(loadAuthorization)
  expect(counts()).toBe('1 1 0')
  await settle(waitForIdle)
  expect(counts()).toBe('1 1 1')
  clock.increment(10_000)
  await settle(loadViews)
  clock.increment(999)
  expect(enableOfflinePages.calls).toHaveLength(0)
  clock.increment(1)
  expect(enableOfflinePages.calls).toHaveLength(1)
})

test('clears offline and prefetched pages when the session changes', async () => {
  const { appRef, effects, enhancements } = startApp('/login', { input: { user: admin } })
  appRef.getSnapshot().children.auth!.send({ type: 'signOut.requested' })
  effects.signOut.settle({ type: 'xstate.done.actor.signOut' })
  await Promise.resolve()
  expect(enhancements.actions).toEqual(['forget visited', 'drop all'])
})

test('prefetch hears the hub', () => {
  const { hub: connection, enhancements } = startApp('/login', { input: { hub } })
  connection.send({ type: 'connection.opened' })
  connection.send({ type: 'message.received', id: '1', data: { '@id': '/component/titles/1' } })
  connection.send({ type: 'connection.lost' })
  expect(enhancements.actions).toEqual(['drop /component/titles/1', 'drop all'])
})

test('a restored network connects to the hub at once', () => {
  const { hub: connection, enhancements } = startApp('/login', { input: { hub } })
  connection.send({ type: 'connection.opened' })
  enhancements.callbacks.network.send({ type: 'network.lost' })
  connection.send({ type: 'connection.lost' })
  enhancements.callbacks.network.send({ type: 'network.restored' })
  expect(connection.inputs).toHaveLength(2)
})
