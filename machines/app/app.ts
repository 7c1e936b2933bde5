/** The root actor: starts all long-lived actors and forwards events between them. */
import {
  type ActorRefFrom,
  type AnyActorRef,
  assertEvent,
  enqueueActions,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { type Location, locationOf } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { User } from '#content/model/resource.ts'
import { type AuthEmitted, type AuthEvent, authMachine, hasAdminRole } from '../session/auth.ts'
import { dialogsMachine } from './dialogs.ts'
import type { EditModeEmitted, EditModeEvent, editModeMachine } from '../editing/edit-mode.ts'
import { lazyActor, promiseEffect } from '../effects.ts'
import { type ErrorPageEmitted, type ErrorPageEvent, errorPageMachine } from '../page/error-page.ts'
import { type FetcherEmitted, type FetcherEvent, fetcherMachine } from '../page/fetcher.ts'
import { type DeferredEmitted, type DeferredEvent, deferredMachine } from './deferred.ts'
import {
  type NavigationEmitted,
  type NavigationEvent,
  navigationMachine,
} from '../page/navigation.ts'
import {
  type AppNotification,
  type NotificationsEvent,
  notificationsMachine,
  failureNotification,
} from './notifications.ts'
import { relay } from '../relay.ts'
import { type RequestTrackerEmitted, requestTrackerMachine } from './request-tracker.ts'
import type {
  ChangeQueueEmitted,
  ChangeQueueEvent,
  changeQueueMachine,
} from '../editing/change-queue.ts'

const longLived = {
  auth: authMachine,
  navigation: navigationMachine,
  fetcher: fetcherMachine,
  deferred: deferredMachine,
  requestTracker: requestTrackerMachine,
  errorPage: errorPageMachine,
  dialogs: dialogsMachine,
  notifications: notificationsMachine,
}

/** The actors of the editor, loaded once an administrator has signed in. */
export interface EditorActors {
  editMode: typeof editModeMachine
  changeQueue: typeof changeQueueMachine
}

export type AppActorId = keyof typeof longLived | keyof EditorActors

/** What the page was rendered with. */
export interface AppInput {
  location: Location
  page: AssembledPage | null
  failure: Failure | null
  user: User | null
  /** True when the hint cookie beside the session cookie says that a session may exist. */
  hasSessionHint: boolean
  hub: string | null
  /** The hub's newest event when the page was rendered. */
  lastEventId: string | null
}

type AppEvent =
  | AuthEmitted
  | NavigationEmitted
  | FetcherEmitted
  | RequestTrackerEmitted
  | ErrorPageEmitted
  | EditModeEmitted
  | ChangeQueueEmitted
  | Extract<DeferredEvent, { type: 'browser.idle' | 'hub.discovered' }>
  | DeferredEmitted
  | { type: `xstate.error.actor.${string}`; error: unknown }

interface EventByActor {
  auth: AuthEvent
  navigation: NavigationEvent
  fetcher: FetcherEvent
  deferred: DeferredEvent
  errorPage: ErrorPageEvent
  editMode: EditModeEvent
  changeQueue: ChangeQueueEvent
}

/** Forwards the current event unchanged to a child actor. */
const forward = <Id extends keyof EventByActor>(id: Id) =>
  sendTo<AppInput, EventByActor[Id], undefined, AnyActorRef, AppEvent>(
    id,
    ({ event }: { event: EventByActor[Id] }) => event,
  )

/**
 * Headings for failed changes that are reported in a notification. Typing, moving and adding report failures where
 * they happen.
 */
const failureHeadings: Partial<Record<Intent['kind'], string>> = {
  publish: 'Not published',
  delete: 'Not deleted',
}

export const appMachine = setup({
  types: {} as {
    input: AppInput
    context: AppInput
    events: AppEvent
    children: { [Id in AppActorId]: Id }
  },
  actors: {
    ...longLived,
    editMode: lazyActor<EditorActors['editMode']>('editMode'),
    changeQueue: lazyActor<EditorActors['changeQueue']>('changeQueue'),
    loadEditor: promiseEffect<EditorActors>('loadEditor'),
    relay,
  },
  actions: {
    reconnect: sendTo('deferred', { type: 'session.changed' } satisfies DeferredEvent),
    forwardSaved: sendTo('deferred', ({ event }) => {
      assertEvent(event, ['change.undone', 'change.redone'])
      return { type: 'change.saved', saved: event.saved } satisfies DeferredEvent
    }),
    notify: sendTo(
      'notifications',
      (_, notification: AppNotification) =>
        ({ type: 'notification.added', ...notification }) satisfies NotificationsEvent,
    ),
  },
  guards: { isAdmin: (_, { user }: { user: User }) => hasAdminRole(user) },
  delays: {
    /** The delay before loading the editor is retried. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  // Relays start first, so that events emitted while an actor starts are not lost.
  invoke: [
    { src: 'relay', input: { from: 'auth' } },
    { src: 'relay', input: { from: 'navigation' } },
    { src: 'relay', input: { from: 'fetcher' } },
    { src: 'relay', input: { from: 'requestTracker' } },
    { src: 'relay', input: { from: 'errorPage' } },
    { id: 'requestTracker', systemId: 'requestTracker', src: 'requestTracker' },
    { id: 'dialogs', systemId: 'dialogs', src: 'dialogs' },
    { id: 'notifications', systemId: 'notifications', src: 'notifications' },
    { id: 'errorPage', systemId: 'errorPage', src: 'errorPage', input: ({ context }) => context },
    { id: 'deferred', systemId: 'deferred', src: 'deferred', input: ({ context }) => context },
    { id: 'fetcher', systemId: 'fetcher', src: 'fetcher', input: ({ context }) => context },
    {
      id: 'navigation',
      systemId: 'navigation',
      src: 'navigation',
      input: ({ context }) => context,
    },
    { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => context },
  ],
  initial: 'unloaded',
  on: {
    'session.resumed': {
      guard: { type: 'isAdmin', params: ({ event }) => event },
      target: '.loading',
    },
    'session.started': [
      {
        guard: { type: 'isAdmin', params: ({ event }) => event },
        target: '.loading',
        actions: ['reconnect', forward('navigation')],
      },
      { target: '.unloaded', actions: ['reconnect', forward('navigation')] },
    ],
    'session.ended': { target: '.unloaded', actions: ['reconnect', forward('navigation')] },
    'signOut.failed': {
      actions: {
        type: 'notify',
        params: ({ event }) =>
          failureNotification('session', 'You are still signed in', event.failure),
      },
    },
    'page.requested': { actions: forward('fetcher') },
    'page.unloaded': { actions: [forward('fetcher'), forward('deferred'), forward('errorPage')] },
    'page.loaded': { actions: [forward('navigation'), forward('deferred'), forward('errorPage')] },
    'page.redirected': { actions: forward('navigation') },
    'page.failed': [
      {
        guard: ({ event }) => event.failure.status === 401,
        actions: [
          forward('navigation'),
          forward('errorPage'),
          sendTo('auth', { type: 'session.expired' } satisfies AuthEvent),
        ],
      },
      { actions: [forward('navigation'), forward('errorPage')] },
    ],
    'requests.*': { actions: forward('deferred') },
    'browser.idle': { actions: forward('deferred') },
    'hub.discovered': { actions: forward('deferred') },
    'home.requested': {
      actions: sendTo('navigation', {
        type: 'navigation.requested',
        to: locationOf('/'),
        source: 'code',
      } satisfies NavigationEvent),
    },
    // A crashed actor is a bug and shows the error page. Unhandled, the error would stop the whole app.
    'xstate.error.actor.*': {
      actions: sendTo('errorPage', ({ event }) => {
        const failure = Failure.from(event.error)
        return { type: 'page.failed', failure } satisfies ErrorPageEvent
      }),
    },
  },
  states: {
    /** No editor: visitors never load its code. */
    unloaded: {},
    loading: {
      invoke: {
        id: 'loadEditor',
        src: 'loadEditor',
        onDone: {
          target: 'loaded',
          // XState honors the id of logic that is passed as a value, although its types only allow ids for named logic.
          actions: enqueueActions(({ enqueue, event: { output } }) => {
            enqueue.spawnChild(output.changeQueue, {
              id: 'changeQueue' as never,
              systemId: 'changeQueue',
            })
            enqueue.spawnChild(output.editMode, { id: 'editMode' as never, systemId: 'editMode' })
          }),
        },
        onError: 'retrying',
      },
    },
    retrying: { after: { retryDelay: 'loading' } },
    loaded: {
      invoke: [
        { src: 'relay', input: { from: 'changeQueue' } },
        { src: 'relay', input: { from: 'editMode' } },
        { src: 'relay', input: { from: 'deferred' } },
      ],
      exit: [stopChild('editMode'), stopChild('changeQueue')],
      on: {
        'edit.*': { actions: forward('navigation') },
        'add.started': { actions: forward('navigation') },
        'add.ended': { actions: forward('navigation') },
        'location.committed': { actions: forward('editMode') },
        'add.discarded': { actions: forward('editMode') },
        'iri.replaced': { actions: forward('editMode') },
        'resource.removed': { actions: [forward('editMode'), forward('deferred')] },
        'server.reachable': { actions: forward('editMode') },
        'signOut.requested': { actions: forward('auth') },
        'undo.requested': { actions: forward('changeQueue') },
        'redo.requested': { actions: forward('changeQueue') },
        'change.saved': { actions: forward('deferred') },
        'change.undone': { actions: 'forwardSaved' },
        'change.redone': { actions: 'forwardSaved' },
        'change.failed': {
          guard: ({ event }) => event.intent.kind in failureHeadings,
          actions: {
            type: 'notify',
            params: ({ event: { intent, failure } }) =>
              failureNotification('change', failureHeadings[intent.kind]!, failure),
          },
        },
        'undo.failed': {
          actions: {
            type: 'notify',
            params: ({ event }) =>
              failureNotification('change', 'Nothing was undone', event.failure),
          },
        },
      },
    },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>
