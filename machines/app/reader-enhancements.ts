/** Starts the actors that improve reading and can load after the page, and forwards events to them. */
import {
  type ActorRefFrom,
  type AnyActorRef,
  type EventObject,
  type MachineContext,
  emit,
  sendTo,
  setup,
} from 'xstate'
import { type BuildCheckEvent, buildCheckMachine } from './build-check.ts'
import type { HubConnectionEmitted } from '../live/hub-connection.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../effects.ts'
import type { FetcherEmitted } from '../page/fetcher.ts'
import { installPromptMachine } from './install-prompt.ts'
import type { NavigationEmitted } from '../page/navigation.ts'
import { type NetworkEmitted, type NetworkEvent, networkMachine } from '../live/network.ts'
import { type PrefetchEvent, prefetchMachine } from '../page/prefetch.ts'
import { type ProgressEvent, progressMachine } from '../page/progress.ts'
import { relay } from '../relay.ts'

export type ReaderEnhancementsEvent =
  | NavigationEmitted
  | FetcherEmitted
  | HubConnectionEmitted
  | NetworkEmitted
  | { type: 'session.started' }
  | { type: 'session.ended' }

export type ReaderEnhancementsEmitted =
  | NetworkEmitted
  /** The server can be reached again, so failed saves are retried. */
  | { type: 'server.reachable' }

interface EventByActor {
  network: NetworkEvent
  progress: ProgressEvent
  prefetch: PrefetchEvent
  buildCheck: BuildCheckEvent
}

/** Forwards the current event unchanged to a child actor. */
const forward = <Id extends keyof EventByActor>(id: Id) =>
  sendTo<MachineContext, EventByActor[Id], undefined, AnyActorRef, ReaderEnhancementsEvent>(
    id,
    ({ event }: { event: EventByActor[Id] }) => event,
  )

export const readerEnhancementsMachine = setup({
  types: {} as {
    events: ReaderEnhancementsEvent
    emitted: ReaderEnhancementsEmitted
    children: { [Id in 'network' | 'progress' | 'prefetch' | 'buildCheck' | 'installPrompt']: Id }
  },
  actors: {
    network: networkMachine,
    progress: progressMachine,
    prefetch: prefetchMachine,
    buildCheck: buildCheckMachine,
    installPrompt: installPromptMachine,
    /** Makes visited pages available offline. */
    enableOfflinePages: promiseEffect<void>('enableOfflinePages'),
    /** Keeps scroll positions across reloads. */
    saveScrollPositions: callbackEffect<EventObject>('saveScrollPositions'),
    relay,
  },
  actions: {
    clearOfflinePages: actionEffect('clearOfflinePages'),
    /** Requests a page again that failed for lack of a connection. */
    retryPage: actionEffect('retryPage'),
    evictPrefetched: sendTo('prefetch', { type: 'session.changed' } satisfies PrefetchEvent),
  },
  delays: {
    /** Leaves time for more urgent work first. */
    offlinePagesDelay: 2_000,
  },
}).createMachine({
  id: 'readerEnhancements',
  invoke: [
    { src: 'relay', input: { from: 'auth' } },
    { src: 'relay', input: { from: 'navigation' } },
    { src: 'relay', input: { from: 'fetcher' } },
    { src: 'relay', input: { from: 'hubConnection' } },
    { src: 'relay', input: { from: 'network' } },
    { id: 'network', systemId: 'network', src: 'network' },
    { id: 'progress', systemId: 'progress', src: 'progress' },
    { id: 'prefetch', systemId: 'prefetch', src: 'prefetch' },
    { id: 'buildCheck', systemId: 'buildCheck', src: 'buildCheck' },
    { id: 'installPrompt', systemId: 'installPrompt', src: 'installPrompt' },
    // Without session storage a reloaded page starts at the top.
    { id: 'saveScrollPositions', src: 'saveScrollPositions', onError: {} },
  ],
  initial: 'idle',
  on: {
    'page.requested': {
      actions: [forward('progress'), forward('prefetch'), forward('buildCheck')],
    },
    'page.unloaded': { actions: [forward('progress'), forward('prefetch'), forward('buildCheck')] },
    'page.loaded': { actions: [forward('progress'), forward('prefetch')] },
    'page.failed': { actions: [forward('progress'), forward('prefetch')] },
    'message.received': { actions: forward('prefetch') },
    'connection.lost': {
      actions: [forward('network'), forward('prefetch'), forward('buildCheck')],
    },
    'connection.opened': {
      actions: [
        forward('network'),
        forward('buildCheck'),
        'retryPage',
        emit({ type: 'server.reachable' }),
      ],
    },
    'network.restored': {
      actions: [
        emit({ type: 'network.restored' }),
        'retryPage',
        emit({ type: 'server.reachable' }),
      ],
    },
    'session.started': { actions: ['clearOfflinePages', 'evictPrefetched'] },
    'session.ended': { actions: ['clearOfflinePages', 'evictPrefetched'] },
  },
  states: {
    idle: { after: { offlinePagesDelay: 'enablingOffline' } },
    enablingOffline: {
      invoke: {
        id: 'enableOfflinePages',
        src: 'enableOfflinePages',
        onDone: 'offlineEnabled',
        onError: 'offlineUnavailable',
      },
    },
    /** Pages visited from now on are available offline. */
    offlineEnabled: {},
    /** The browser does not support offline pages or refused to store them. */
    offlineUnavailable: {},
  },
})

export type ReaderEnhancementsRef = ActorRefFrom<typeof readerEnhancementsMachine>
