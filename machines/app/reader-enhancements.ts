/** What makes reading comfortable and comes after the page; it hears what happens and passes it on. */
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
  /** The server may answer again: what could not be saved is worth another try. */
  | { type: 'server.reachable' }

interface EventByActor {
  network: NetworkEvent
  progress: ProgressEvent
  prefetch: PrefetchEvent
  buildCheck: BuildCheckEvent
}

/** Hands an event on as it is, to an actor that understands it. */
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
    /** Sees to it that pages somebody has visited can be read without a network. */
    enableOfflinePages: promiseEffect<void>('enableOfflinePages'),
    /** Where each page was scrolled to outlives the document. */
    saveScrollPositions: callbackEffect<EventObject>('saveScrollPositions'),
    relay,
  },
  actions: {
    clearOfflinePages: actionEffect('clearOfflinePages'),
    /** A page that could not be had for want of a connection is asked for again. */
    retryPage: actionEffect('retryPage'),
    evictPrefetched: sendTo('prefetch', { type: 'session.changed' } satisfies PrefetchEvent),
  },
  delays: {
    /** Until then there is more urgent work. */
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
    // Where the browser keeps nothing, a page that was reloaded begins at its top.
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
    /** Pages that are visited from now on are there without a network. */
    offlineEnabled: {},
    /** Where the browser keeps nothing, or will not. */
    offlineUnavailable: {},
  },
})

export type ReaderEnhancementsRef = ActorRefFrom<typeof readerEnhancementsMachine>
