/** The root actor: starts all actors that live as long as the page, and loads the editor for administrators. */
import { type ActorRefFrom, type SnapshotFrom, enqueueActions, sendTo, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { User } from '#content/model/resource.ts'
import type { Location } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import type { SignInAttempt } from '#content/model/sign-in-attempt.ts'
import type { editorActors } from '../editing/editor-actors.ts'
import type { NavigationGuardEvent } from '../editing/navigation-guard.ts'
import { loadedActor, promiseEffect } from '../declare-effects.ts'
import { invokeAll } from '../invoke-all.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { type ErrorPageEvent, errorPageMachine } from '../page/error-page.ts'
import { fetcherMachine } from '../page/fetcher.ts'
import { navigationMachine } from '../page/navigation.ts'
import { pageRequestMachine } from '../page/page-request.ts'
import { authMachine, hasAdminRole } from '../session/auth.ts'
import { deferredMachine } from './deferred.ts'
import { editorBuildMachine } from './editor-build.ts'
import { requestTrackerMachine } from './request-tracker.ts'
import { staleBuildMachine } from './stale-build.ts'

/**
 * The actors that live as long as the page, in the order in which they start: one that emits at its start comes after
 * those that listen to it. A machine that is added here is started, and found by `useAppActor`.
 */
const pageActors = {
  requestTracker: requestTrackerMachine,
  errorPage: errorPageMachine,
  staleBuild: staleBuildMachine,
  editorBuild: editorBuildMachine,
  deferred: deferredMachine,
  fetcher: fetcherMachine,
  pageRequest: pageRequestMachine,
  navigation: navigationMachine,
  auth: authMachine,
}

/** The actors of the editor. Only their types are known before its code is loaded. */
export type EditorActors = typeof editorActors

/** The code of the editor, once it is loaded. */
export interface EditorBundle {
  actors: EditorActors
  /** The components, which `src/app` renders. Machines do not know React, so this has no type here. */
  views: unknown
}

export type AppActorId = keyof typeof pageActors | keyof EditorActors

/** The state that the page was rendered with. */
export interface AppInput {
  location: Location
  page: AssembledPage | null
  failure: Failure | null
  /** The sign-in without scripts that the page is the response to. */
  signInAttempt?: SignInAttempt | undefined
  /** The form of an account screen, sent without scripts, that the page is the response to. */
  accountAttempt?: AccountAttempt | undefined
  user: User | null
  /** True when the hint cookie beside the session cookie says that a session may exist. */
  hasSessionHint: boolean
  hub: string | null
  /** The hub's newest event when the page was rendered. */
  lastEventId: string | null
}

type AppEvent =
  | { type: 'session.resumed'; user: User }
  | { type: 'session.started'; user: User }
  | { type: 'session.ended' }
  | { type: `xstate.error.actor.${string}`; error: unknown }

export const appMachine = setup({
  types: {} as {
    input: AppInput
    context: AppInput & {
      /** Null while it is not loaded. */
      editor: EditorBundle | null
    }
    events: AppEvent
    children: { [Id in AppActorId]: Id }
  },
  actors: {
    ...pageActors,
    ...({} as EditorActors),
    loadEditor: promiseEffect<EditorBundle>(),
    listener,
  },
  actions: {
    spawnEditor: enqueueActions(({ enqueue }, { output: editor }: { output: EditorBundle }) => {
      enqueue.assign({ editor })
      for (const [id, machine] of Object.entries(editor.actors))
        enqueue.spawnChild(machine, loadedActor(id))
    }),
    stopEditor: enqueueActions(({ enqueue, context: { editor } }) => {
      enqueue.assign({ editor: null })
      // The guard restores the URL now, because it is stopped before it would receive the event from `auth`.
      enqueue.sendTo('navigationGuard', { type: 'editor.stopped' } satisfies NavigationGuardEvent)
      for (const id of Object.keys(editor!.actors).toReversed()) enqueue.stopChild(id)
    }),
    showError: sendTo('errorPage', (_, { error }: { error: unknown }) => {
      const failure = Failure.from(error)
      return { type: 'page.failed', failure } satisfies ErrorPageEvent
    }),
  },
  guards: { isAdmin: (_, { user }: { user: User }) => hasAdminRole(user) },
  delays: {
    /** The delay before loading the editor is retried. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'app',
  meta: {
    guards: {
      isAdmin: 'The user may edit.',
    },
  },
  context: ({ input }) => ({ ...input, editor: null }),
  invoke: [
    listenTo<AppEvent>({ auth: ['session.resumed', 'session.started', 'session.ended'] }),
    ...invokeAll(pageActors, ({ context }: { context: AppInput }) => context),
  ],
  initial: 'unloaded',
  on: {
    'session.resumed': {
      guard: withEvent('isAdmin'),
      target: '.loading',
    },
    'session.started': [
      { guard: withEvent('isAdmin'), target: '.loading' },
      { target: '.unloaded' },
    ],
    'session.ended': '.unloaded',
    // A crashed actor is a bug and shows the error page. Unhandled, the error would stop the whole app.
    'xstate.error.actor.*': { actions: withEvent('showError') },
  },
  states: {
    /** No editor: visitors never load its code. */
    unloaded: { description: 'Nobody who may edit is signed in, so the editor is not loaded.' },
    loading: {
      description: 'The code of the editor is being fetched.',
      invoke: {
        id: 'loadEditor',
        src: 'loadEditor',
        onDone: { target: 'loaded', actions: withEvent('spawnEditor') },
        onError: 'retrying',
      },
    },
    retrying: {
      description: 'The code of the editor could not be fetched, which is tried again in a moment.',
      after: { retryDelay: 'loading' },
    },
    loaded: { description: 'The editor runs beside the page.', exit: 'stopEditor' },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>
type Snapshot = SnapshotFrom<typeof appMachine>
/** Returns the editor's components, of which the machine knows no type; null while the editor is not loaded. */
export const selectEditorViews = (snapshot: Snapshot) => snapshot.context.editor?.views ?? null
