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
import type { ConnectionEmitted } from './connection.ts'
import { listened, performed, promised } from './effects.ts'
import type { FetcherEmitted } from './fetcher.ts'
import { installMachine } from './install.ts'
import type { NavigationEmitted } from './navigation.ts'
import { type NetworkEmitted, type NetworkEvent, networkMachine } from './network.ts'
import { type PrefetchEvent, prefetchMachine } from './prefetch.ts'
import { type ProgressEvent, progressMachine } from './progress.ts'
import { relay } from './relay.ts'

export type ComfortEvent =
  | NavigationEmitted
  | FetcherEmitted
  | ConnectionEmitted
  | NetworkEmitted
  | { type: 'session.started' }
  | { type: 'session.ended' }

export type ComfortEmitted =
  | NetworkEmitted
  /** The server may answer again: what could not be saved is worth another try. */
  | { type: 'site.reached' }

interface Understood {
  network: NetworkEvent
  progress: ProgressEvent
  prefetch: PrefetchEvent
  buildCheck: BuildCheckEvent
}

/** Hands an event on as it is, to an actor that understands it. */
const pass = <Id extends keyof Understood>(id: Id) =>
  sendTo<MachineContext, Understood[Id], undefined, AnyActorRef, ComfortEvent>(
    id,
    ({ event }: { event: Understood[Id] }) => event,
  )

export const comfortMachine = setup({
  types: {} as {
    events: ComfortEvent
    emitted: ComfortEmitted
    children: { [Id in 'network' | 'progress' | 'prefetch' | 'buildCheck' | 'install']: Id }
  },
  actors: {
    network: networkMachine,
    progress: progressMachine,
    prefetch: prefetchMachine,
    buildCheck: buildCheckMachine,
    install: installMachine,
    /** Sees to it that pages somebody has visited can be read without a network. */
    keepVisited: promised<void>('keepVisited'),
    /** Where each page was scrolled to outlives the document. */
    keepPlaces: listened<EventObject>('keepPlaces'),
    relay,
  },
  actions: {
    forgetVisited: performed('forgetVisited'),
    /** A page that could not be had for want of a connection is asked for again. */
    retryPage: performed('retryPage'),
    dropPrefetched: sendTo('prefetch', { type: 'session.changed' } satisfies PrefetchEvent),
  },
  delays: {
    /** Until then there is more urgent work. */
    keepDelay: 2_000,
  },
}).createMachine({
  id: 'comfort',
  invoke: [
    { src: 'relay', input: { from: 'auth' } },
    { src: 'relay', input: { from: 'navigation' } },
    { src: 'relay', input: { from: 'fetcher' } },
    { src: 'relay', input: { from: 'connection' } },
    { src: 'relay', input: { from: 'network' } },
    { id: 'network', systemId: 'network', src: 'network' },
    { id: 'progress', systemId: 'progress', src: 'progress' },
    { id: 'prefetch', systemId: 'prefetch', src: 'prefetch' },
    { id: 'buildCheck', systemId: 'buildCheck', src: 'buildCheck' },
    { id: 'install', systemId: 'install', src: 'install' },
    // Where the browser keeps nothing, a page that was reloaded begins at its top.
    { id: 'keepPlaces', src: 'keepPlaces', onError: {} },
  ],
  initial: 'resting',
  on: {
    'page.wanted': { actions: [pass('progress'), pass('prefetch'), pass('buildCheck')] },
    'page.left': { actions: [pass('progress'), pass('prefetch'), pass('buildCheck')] },
    'page.settled': { actions: [pass('progress'), pass('prefetch')] },
    'page.failed': { actions: [pass('progress'), pass('prefetch')] },
    'message.received': { actions: pass('prefetch') },
    'line.lost': { actions: [pass('network'), pass('prefetch'), pass('buildCheck')] },
    'line.opened': {
      actions: [pass('network'), pass('buildCheck'), 'retryPage', emit({ type: 'site.reached' })],
    },
    'network.returned': {
      actions: [emit({ type: 'network.returned' }), 'retryPage', emit({ type: 'site.reached' })],
    },
    'session.started': { actions: ['forgetVisited', 'dropPrefetched'] },
    'session.ended': { actions: ['forgetVisited', 'dropPrefetched'] },
  },
  states: {
    resting: { after: { keepDelay: 'preparing' } },
    preparing: {
      invoke: { id: 'keepVisited', src: 'keepVisited', onDone: 'keeping', onError: 'forgetting' },
    },
    /** Pages that are visited from now on are there without a network. */
    keeping: {},
    /** Where the browser keeps nothing, or will not. */
    forgetting: {},
  },
})

export type ComfortRef = ActorRefFrom<typeof comfortMachine>
