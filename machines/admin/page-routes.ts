/** Shows the route of a page and the redirects to it; creates, changes and deletes them. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import {
  type PageRoutes,
  enteredPath,
  pathProblem,
  suggestedPath,
} from '#content/admin/page-routes.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import type { PageRoutesEvent } from './page-route-events.ts'
import { routeChangesMachine, selectRouteUndoRef } from './route-changes.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

interface PageRoutesInput {
  /** The page, or the data of one. */
  owner: Iri
}

/** The request that saves a path: of the route, or of a redirect to it. */
export interface PathSave {
  routes: PageRoutes
  edited: 'route' | 'redirect'
  path: string
  isCascading: boolean
}

interface Context extends PageRoutesInput {
  /** Null until they are read. */
  routes: PageRoutes | null
  edited: PathSave['edited']
  /** The path as it is entered. */
  path: string
  isCascading: boolean
  /** The reason why the entered path cannot be saved, or null. */
  problem: string | null
  /** The route or redirect that is to be deleted, or null. */
  deleted: Iri | null
  /** The last deletion, while it can be undone. */
  undoable: UndoableChange | null
  /** The request that is sent again once the session is renewed. */
  task: 'read' | 'save' | 'generate' | 'delete'
  failure: Failure | null
}

interface Failed {
  error: unknown
}

const setFailure = withEvent('setFailure')
const setUndoable = withEvent('setUndoable')
const toTask = (task: Context['task']) => ({ type: 'setTask', params: { task } }) as const
const readInput = ({ context: { owner } }: { context: Context }) => ({ owner })
/** Routes are read again once they are changed elsewhere, such as when a page below this one appears. */
const followChanges = {
  id: 'routeChanges',
  src: 'routeChanges',
  input: ({ context: { undoable } }: { context: Context }) => ({ undoable }),
} as const
const read = { id: 'readRoutes', src: 'readRoutes', input: readInput } as const

export const pageRoutesMachine = setup({
  types: {} as {
    input: PageRoutesInput
    context: Context
    events: PageRoutesEvent
    tags: 'busy'
    children: { routeChanges: 'routeChanges' }
  },
  actors: {
    routeChanges: routeChangesMachine,
    readRoutes: promiseEffect<PageRoutes, PageRoutesInput>(),
    savePath: promiseEffect<void, PathSave>(),
    /** Gives the page a route by its title. The one that it has becomes a redirect. */
    generateRoute: promiseEffect<void, PageRoutesInput>(),
    /** Resolves with the deletion if it can be undone. */
    deleteRoute: promiseEffect<UndoableChange | null, { iri: Iri }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setRoutes: assign((_, { output }: { output: PageRoutes }) => ({ routes: output })),
    startRoute: assign(({ context: { routes } }) => ({
      edited: 'route' as const,
      path: routes!.route?.path ?? suggestedPath(routes!),
      isCascading: false,
      problem: null,
    })),
    startRedirect: assign({ edited: 'redirect', path: '', isCascading: false, problem: null }),
    setPath: assign((_, { path }: { path: string }) => ({ path, problem: null })),
    setCascading: assign((_, { isCascading }: { isCascading: boolean }) => ({ isCascading })),
    setProblem: assign(({ context }) => ({ problem: pathProblem(context.path) })),
    setDeleted: assign((_, { iri }: { iri: Iri }) => ({ deleted: iri })),
    clearDeleted: assign({ deleted: null }),
    setUndoable: assign((_, { output }: { output: UndoableChange | null }) => ({
      undoable: output,
    })),
    setTask: assign((_, { task }: { task: Context['task'] }) => ({ task })),
    clearFailure: assign({ failure: null }),
    /** A reason that concerns the path is shown at its field. */
    setFailure: assign((_, { error }: Failed) => {
      const failure = Failure.from(error)
      const problem = failure.violations.find(({ propertyPath }) => propertyPath === 'path')
      return { failure: problem ? null : failure, problem: problem?.message ?? null }
    }),
  },
  guards: {
    ...renewalGuards,
    hasProblem: ({ context }) => pathProblem(context.path) !== null,
    isOutdated: (_, { error }: Failed) => Failure.from(error).kind === 'conflict',
    isSaving: ({ context }) => context.task === 'save',
    isGenerating: ({ context }) => context.task === 'generate',
    isDeleting: ({ context }) => context.task === 'delete',
    isRead: ({ context }) => context.routes !== null,
  },
}).createMachine({
  id: 'pageRoutes',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      hasProblem: 'The path cannot be that of a page.',
      isOutdated: 'Somebody else has changed the routes meanwhile.',
      isSaving: 'A path was to be saved.',
      isGenerating: 'A route was to be made of the title.',
      isDeleting: 'A route was to be deleted.',
      isRead: 'The routes were read before.',
    },
  },
  context: ({ input }) => ({
    ...input,
    routes: null,
    edited: 'route',
    path: '',
    isCascading: false,
    problem: null,
    deleted: null,
    undoable: null,
    task: 'read',
    failure: null,
  }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The route of the page and its redirects are being read.',
      tags: 'busy',
      entry: ['clearDeleted', toTask('read')],
      invoke: {
        ...read,
        onDone: { target: 'ready', actions: [withEvent('setRoutes'), 'clearFailure'] },
        onError: renewOr('failed'),
      },
    },
    failed: {
      description: 'The routes could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    ready: {
      description: 'The routes are shown.',
      invoke: { ...followChanges, onDone: { target: 'reading', actions: setUndoable } },
      on: {
        'edit.requested': { target: 'editing', actions: ['startRoute', 'clearFailure'] },
        'redirect.requested': { target: 'editing', actions: ['startRedirect', 'clearFailure'] },
        'generation.requested': { target: 'generating', actions: 'clearFailure' },
        'deletion.requested': {
          target: 'confirming',
          actions: [withEvent('setDeleted'), 'clearFailure'],
        },
      },
    },
    editing: {
      description: 'The user enters a path.',
      invoke: { ...followChanges, onDone: { target: 'rereading', actions: setUndoable } },
      on: {
        'path.changed': { actions: withEvent('setPath') },
        'cascade.changed': { actions: withEvent('setCascading') },
        'save.requested': [
          { guard: 'hasProblem', actions: 'setProblem' },
          { target: 'saving', actions: 'clearFailure' },
        ],
        'edit.canceled': { target: 'ready', actions: 'clearFailure' },
      },
    },
    saving: {
      description: 'The path is on its way to the server.',
      tags: 'busy',
      entry: toTask('save'),
      invoke: {
        id: 'savePath',
        src: 'savePath',
        input: ({ context: { routes, edited, path, isCascading } }) => ({
          routes: routes!,
          edited,
          path: enteredPath(path),
          isCascading,
        }),
        onDone: 'reading',
        onError: [
          { guard: withEvent('isOutdated'), target: 'rereading', actions: setFailure },
          ...renewOr('editing'),
        ],
      },
    },
    /** Somebody else has changed routes. Theirs are shown, and the entered path stays until it is saved. */
    rereading: {
      description:
        'Somebody else has changed routes, which are read again; what was entered stays.',
      tags: 'busy',
      invoke: {
        ...read,
        onDone: { target: 'editing', actions: withEvent('setRoutes') },
        onError: { target: 'editing', actions: setFailure },
      },
    },
    generating: {
      description: 'The server is asked to make a route of the title.',
      tags: 'busy',
      entry: toTask('generate'),
      invoke: {
        id: 'generateRoute',
        src: 'generateRoute',
        input: readInput,
        onDone: 'reading',
        onError: renewOr('ready'),
      },
    },
    confirming: {
      description: 'The user is asked whether the route or the redirect is to be deleted.',
      on: {
        'deletion.confirmed': 'deleting',
        'deletion.canceled': { target: 'ready', actions: 'clearDeleted' },
      },
    },
    deleting: {
      description: 'The server is asked to delete the route or the redirect.',
      tags: 'busy',
      entry: toTask('delete'),
      invoke: {
        id: 'deleteRoute',
        src: 'deleteRoute',
        input: ({ context }) => ({ iri: context.deleted! }),
        onDone: { target: 'reading', actions: setUndoable },
        onError: renewOr('ready'),
      },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('renewed', 'signedOut'),
    },
    renewed: {
      description: 'The session is there again; decides what is to be sent again.',
      always: [
        { guard: 'isSaving', target: 'saving' },
        { guard: 'isGenerating', target: 'generating' },
        { guard: 'isDeleting', target: 'deleting' },
        { target: 'reading' },
      ],
    },
    signedOut: {
      description: 'Nobody has signed in again; decides what is shown.',
      always: [
        { guard: 'isSaving', target: 'editing' },
        { guard: 'isRead', target: 'ready' },
        { target: 'failed' },
      ],
    },
  },
})

export type PageRoutesRef = ActorRefFrom<typeof pageRoutesMachine>
type Snapshot = SnapshotFrom<typeof pageRoutesMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
/** True while a path is entered, or saved. */
export const isEditing = (snapshot: Snapshot) =>
  snapshot.matches('editing') ||
  snapshot.matches('saving') ||
  snapshot.matches('rereading') ||
  (snapshot.matches('renewing') && snapshot.context.task === 'save')
export const selectRoutes = (snapshot: Snapshot) => snapshot.context.routes
export const selectEdited = (snapshot: Snapshot) => snapshot.context.edited
export const selectPath = (snapshot: Snapshot) => snapshot.context.path
export const isCascading = (snapshot: Snapshot) => snapshot.context.isCascading
export const selectProblem = (snapshot: Snapshot) => snapshot.context.problem
export const selectDeleted = (snapshot: Snapshot) => snapshot.context.deleted
export const canUndo = (snapshot: Snapshot) => snapshot.context.undoable !== null
/** Returns the actor that undoes the last deletion; undefined while the routes are read or changed. */
export const selectUndoRef = ({ children: { routeChanges } }: Snapshot) =>
  routeChanges && selectRouteUndoRef(routeChanges.getSnapshot())
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
