/** Changes several resources of a list at once, after it has said what that does and was confirmed. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import {
  type BulkPreview,
  type BulkRequest,
  type UndoableChange,
  emptyPreview,
} from '#content/admin/bulk-change.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

export interface BulkChangeInput {
  /** The path of the screen of the list, on which the change can be undone. */
  listPath: string
  request: BulkRequest
}

/** The result: all are changed, or none, because it was canceled or has failed. */
export interface BulkChangeOutcome {
  isChanged: boolean
  /** Null if it cannot be undone. */
  undoable: UndoableChange | null
  failure: Failure | null
}

type BulkChangeEvent =
  /** The layout is the chosen one, for a change of the layout. */
  { type: 'bulk.confirmed'; layout: Iri | null } | { type: 'bulk.canceled' }

interface Context extends BulkChangeInput {
  preview: BulkPreview
  /** True once the question was answered with yes. */
  isConfirmed: boolean
  undoable: UndoableChange | null
  failure: Failure | null
}

const changeInput = ({ context: { listPath, request } }: { context: Context }) => ({
  listPath,
  request,
})

export const bulkChangeMachine = setup({
  types: {} as {
    input: BulkChangeInput
    output: BulkChangeOutcome
    context: Context
    events: BulkChangeEvent
  },
  actors: {
    previewChange: promiseEffect<BulkPreview, BulkChangeInput>(),
    /** Makes the change, and notifies of it. */
    makeChange: promiseEffect<UndoableChange | null, BulkChangeInput>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setPreview: assign((_, { output }: { output: BulkPreview }) => ({
      preview: output,
      failure: null,
    })),
    setConfirmed: assign(({ context: { request } }, { layout }: { layout: Iri | null }) => ({
      isConfirmed: true,
      request: layout === null ? request : { ...request, layout },
    })),
    setUndoable: assign((_, { output }: { output: UndoableChange | null }) => ({
      undoable: output,
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...renewalGuards,
    isConfirmed: ({ context }) => context.isConfirmed,
  },
}).createMachine({
  id: 'bulkChange',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isConfirmed: 'The user wants the change.',
    },
  },
  context: ({ input }) => ({
    ...input,
    preview: emptyPreview,
    isConfirmed: false,
    undoable: null,
    failure: null,
  }),
  initial: 'previewing',
  output: ({ context: { isConfirmed, undoable, failure } }) => ({
    isChanged: isConfirmed && failure === null,
    undoable,
    failure,
  }),
  states: {
    previewing: {
      description: 'Reads what the change would do.',
      invoke: {
        id: 'previewChange',
        src: 'previewChange',
        input: changeInput,
        onDone: { target: 'confirming', actions: withEvent('setPreview') },
        onError: renewOr('ended'),
      },
    },
    confirming: {
      description: 'The user is told what the change does, and is asked.',
      on: {
        'bulk.confirmed': { target: 'changing', actions: withEvent('setConfirmed') },
        'bulk.canceled': 'ended',
      },
    },
    changing: {
      description: 'The server is asked to make the change.',
      invoke: {
        id: 'makeChange',
        src: 'makeChange',
        input: changeInput,
        onDone: { target: 'ended', actions: withEvent('setUndoable') },
        onError: renewOr('ended'),
      },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      invoke: renewSession('renewed', 'ended'),
    },
    renewed: {
      description: 'The session is there again; decides what is to be sent again.',
      always: [{ guard: 'isConfirmed', target: 'changing' }, { target: 'previewing' }],
    },
    ended: { description: 'The change is made, was given up or has failed.', type: 'final' },
  },
})

export type BulkChangeRef = ActorRefFrom<typeof bulkChangeMachine>
type Snapshot = SnapshotFrom<typeof bulkChangeMachine>
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
export const isChanging = (snapshot: Snapshot) => snapshot.matches('changing')
export const selectPreview = (snapshot: Snapshot) => snapshot.context.preview
export const selectRequest = (snapshot: Snapshot) => snapshot.context.request
