/** The root: starts every long-lived actor and passes on what one must know about another. */
import {
  type ActorRefFrom,
  type AnyActorRef,
  assertEvent,
  enqueueActions,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import type { Intent } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import { type Location, locationOf } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import type { User } from '#content/resource.ts'
import { type AuthEmitted, type AuthEvent, authMachine, hasAdminRole } from './auth.ts'
import { dialogsMachine } from './dialogs.ts'
import type { EditModeEmitted, EditModeEvent, editModeMachine } from './edit-mode.ts'
import { loaded, promised } from './effects.ts'
import { type ErrorPageEmitted, type ErrorPageEvent, errorPageMachine } from './error-page.ts'
import { type FetcherEmitted, type FetcherEvent, fetcherMachine } from './fetcher.ts'
import { type LaterEmitted, type LaterEvent, laterMachine } from './later.ts'
import { type NavigationEmitted, type NavigationEvent, navigationMachine } from './navigation.ts'
import {
  type Note,
  type NotificationsEvent,
  notificationsMachine,
  refusal,
} from './notifications.ts'
import { relay } from './relay.ts'
import { type RequestsEmitted, requestsMachine } from './requests.ts'
import type { WritesEmitted, WritesEvent, writesMachine } from './writes.ts'

const longLived = {
  auth: authMachine,
  navigation: navigationMachine,
  fetcher: fetcherMachine,
  later: laterMachine,
  requests: requestsMachine,
  errorPage: errorPageMachine,
  dialogs: dialogsMachine,
  notifications: notificationsMachine,
}

/** The actors of the editor, absent until an administrator is known and their code has come. */
export interface Editor {
  editMode: typeof editModeMachine
  writes: typeof writesMachine
}

export type LongLived = keyof typeof longLived | keyof Editor

/** What the page was made with. */
export interface AppInput {
  location: Location
  page: ShownPage | null
  failure: Failure | null
  user: User | null
  /** The mark beside the session cookie says that there may be a session. */
  possible: boolean
  hub: string | null
  /** The hub's newest event when the page was made. */
  lastEventId: string | null
}

type AppEvent =
  | AuthEmitted
  | NavigationEmitted
  | FetcherEmitted
  | RequestsEmitted
  | ErrorPageEmitted
  | EditModeEmitted
  | WritesEmitted
  | Extract<LaterEvent, { type: 'page.idle' | 'hub.found' }>
  | LaterEmitted
  | { type: `xstate.error.actor.${string}`; error: unknown }

interface Understood {
  auth: AuthEvent
  navigation: NavigationEvent
  fetcher: FetcherEvent
  later: LaterEvent
  errorPage: ErrorPageEvent
  editMode: EditModeEvent
  writes: WritesEvent
}

/** Hands an event on as it is, to an actor that understands it. */
const pass = <Id extends keyof Understood>(id: Id) =>
  sendTo<AppInput, Understood[Id], undefined, AnyActorRef, AppEvent>(
    id,
    ({ event }: { event: Understood[Id] }) => event,
  )

/** What nobody else says when it is refused; what is typed, moved or added says so itself, where it is. */
const unsaid: Partial<Record<Intent['kind'], string>> = {
  publish: 'Not published',
  delete: 'Not deleted',
}

export const appMachine = setup({
  types: {} as {
    input: AppInput
    context: AppInput
    events: AppEvent
    children: { [Id in LongLived]: Id }
  },
  actors: {
    ...longLived,
    editMode: loaded<Editor['editMode']>('editMode'),
    writes: loaded<Editor['writes']>('writes'),
    loadEditor: promised<Editor>('loadEditor'),
    relay,
  },
  actions: {
    reconnect: sendTo('later', { type: 'session.changed' } satisfies LaterEvent),
    tellSaved: sendTo('later', ({ event }) => {
      assertEvent(event, ['change.undone', 'change.redone'])
      return { type: 'change.saved', saved: event.saved } satisfies LaterEvent
    }),
    note: sendTo(
      'notifications',
      (_, note: Note) => ({ type: 'note.raised', ...note }) satisfies NotificationsEvent,
    ),
  },
  guards: { isAdmin: (_, { user }: { user: User }) => hasAdminRole(user) },
  delays: {
    /** Until the editor's code is asked for again that could not be had. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  // The relays come first, so that nothing is missed that an actor says as it starts.
  invoke: [
    { src: 'relay', input: { from: 'auth' } },
    { src: 'relay', input: { from: 'navigation' } },
    { src: 'relay', input: { from: 'fetcher' } },
    { src: 'relay', input: { from: 'requests' } },
    { src: 'relay', input: { from: 'errorPage' } },
    { id: 'requests', systemId: 'requests', src: 'requests' },
    { id: 'dialogs', systemId: 'dialogs', src: 'dialogs' },
    { id: 'notifications', systemId: 'notifications', src: 'notifications' },
    { id: 'errorPage', systemId: 'errorPage', src: 'errorPage', input: ({ context }) => context },
    { id: 'later', systemId: 'later', src: 'later', input: ({ context }) => context },
    { id: 'fetcher', systemId: 'fetcher', src: 'fetcher', input: ({ context }) => context },
    {
      id: 'navigation',
      systemId: 'navigation',
      src: 'navigation',
      input: ({ context }) => context,
    },
    { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => context },
  ],
  initial: 'absent',
  on: {
    'session.resumed': {
      guard: { type: 'isAdmin', params: ({ event }) => event },
      target: '.loading',
    },
    'session.started': [
      {
        guard: { type: 'isAdmin', params: ({ event }) => event },
        target: '.loading',
        actions: ['reconnect', pass('navigation')],
      },
      { actions: ['reconnect', pass('navigation')] },
    ],
    'session.ended': { target: '.absent', actions: ['reconnect', pass('navigation')] },
    'session.kept': {
      actions: {
        type: 'note',
        params: ({ event }) => refusal('session', 'You are still signed in', event.failure),
      },
    },
    'page.wanted': { actions: pass('fetcher') },
    'page.left': { actions: [pass('fetcher'), pass('later'), pass('errorPage')] },
    'page.settled': { actions: [pass('navigation'), pass('later'), pass('errorPage')] },
    'page.redirected': { actions: pass('navigation') },
    'page.failed': [
      {
        guard: ({ event }) => event.failure.status === 401,
        actions: [
          pass('navigation'),
          pass('errorPage'),
          sendTo('auth', { type: 'session.lost' } satisfies AuthEvent),
        ],
      },
      { actions: [pass('navigation'), pass('errorPage')] },
    ],
    'requests.*': { actions: pass('later') },
    'page.idle': { actions: pass('later') },
    'hub.found': { actions: pass('later') },
    'home.wanted': {
      actions: sendTo('navigation', {
        type: 'navigation.requested',
        to: locationOf('/'),
        source: 'code',
      } satisfies NavigationEvent),
    },
    // What breaks is a bug, and is seen as one; unheard it would stop everything.
    'xstate.error.actor.*': {
      actions: sendTo('errorPage', ({ event }) => {
        const failure = Failure.from(event.error)
        return { type: 'page.failed', failure } satisfies ErrorPageEvent
      }),
    },
  },
  states: {
    /** The editor is for administrators; everybody else never loads its code. */
    absent: {},
    loading: {
      invoke: {
        id: 'loadEditor',
        src: 'loadEditor',
        onDone: {
          target: 'present',
          // XState heeds the id of a logic that is given itself, though its types would have none.
          actions: enqueueActions(({ enqueue, event: { output } }) => {
            enqueue.spawnChild(output.writes, { id: 'writes' as never, systemId: 'writes' })
            enqueue.spawnChild(output.editMode, { id: 'editMode' as never, systemId: 'editMode' })
          }),
        },
        onError: 'retrying',
      },
    },
    retrying: { after: { retryDelay: 'loading' } },
    present: {
      invoke: [
        { src: 'relay', input: { from: 'writes' } },
        { src: 'relay', input: { from: 'editMode' } },
        { src: 'relay', input: { from: 'later' } },
      ],
      exit: [stopChild('editMode'), stopChild('writes')],
      on: {
        'edit.*': { actions: pass('navigation') },
        'add.started': { actions: pass('navigation') },
        'add.ended': { actions: pass('navigation') },
        'location.committed': { actions: pass('editMode') },
        'add.discarded': { actions: pass('editMode') },
        'iri.replaced': { actions: pass('editMode') },
        'resource.removed': { actions: [pass('editMode'), pass('later')] },
        'site.reached': { actions: pass('editMode') },
        'signOut.requested': { actions: pass('auth') },
        'undo.requested': { actions: pass('writes') },
        'redo.requested': { actions: pass('writes') },
        'change.saved': { actions: pass('later') },
        'change.undone': { actions: 'tellSaved' },
        'change.redone': { actions: 'tellSaved' },
        'change.failed': {
          guard: ({ event }) => event.intent.kind in unsaid,
          actions: {
            type: 'note',
            params: ({ event: { intent, failure } }) =>
              refusal('change', unsaid[intent.kind]!, failure),
          },
        },
        'change.kept': {
          actions: {
            type: 'note',
            params: ({ event }) => refusal('change', 'Nothing was undone', event.failure),
          },
        },
      },
    },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>
