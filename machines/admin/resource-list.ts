/**
 * Lists resources of one type for the query in the URL of its screen. Deletes one of them after a confirmation, changes
 * those that are selected together, and undoes the last such change.
 */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import type { BulkAction, UndoableChange } from '#content/admin/bulk-change.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import {
  type RowSelection,
  type SelectedRow,
  noSelection,
  requestFor,
  selectAll,
  selectRow,
  stillListed,
} from '#content/admin/row-selection.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'
import { type BulkChangeOutcome, bulkChangeMachine } from './bulk-change.ts'
import { undoGuards, undoGuardDescriptions } from './undo-guards.ts'
import { type ListInput, locationGuards, locationGuardDescriptions } from './url-list.ts'

type ResourceListEvent =
  | { type: 'location.committed'; location: Location }
  | { type: 'retry.requested' | 'reload.requested' }
  | { type: 'deletion.requested'; iri: Iri }
  | { type: 'deletion.confirmed' | 'deletion.canceled' }
  | ({ type: 'row.selected' } & SelectedRow)
  | { type: 'rows.selected' | 'selection.cleared' }
  | { type: 'bulk.requested'; action: BulkAction }
  | { type: 'undo.requested' }
  | EmittedBy<'notifications'>

interface ResourceListInput extends ListInput {
  /** The path of the screen of the list, which names it; another one than `path` where it is shown elsewhere. */
  listPath: string
  /** The last change on this list, or of one of its items, that can be undone. */
  undoable?: UndoableChange | null
}

/** A request for a page of a list. */
export interface ResourceListRequest {
  path: string
  search: string
}

interface Changed {
  output: BulkChangeOutcome
}

interface Context extends ResourceListInput {
  selection: RowSelection
  /** The change that is asked for, or made. */
  action: BulkAction
  undoable: UndoableChange | null
  /** The failure of the last change of several resources, or of its undoing. */
  bulkFailure: Failure | null
  /** Null until it is read. */
  list: ResourceListPage | null
  /** The resource that is to be deleted, or null. */
  deleted: Iri | null
  /** The failure of the last request. */
  failure: Failure | null
}

export const resourceListMachine = setup({
  types: {} as {
    input: ResourceListInput
    context: Context
    events: ResourceListEvent
    tags: 'busy'
    children: { bulkChange: 'bulkChange' }
  },
  actors: {
    readList: promiseEffect<ResourceListPage, ResourceListRequest>(),
    /** Resolves with the deletion if it can be undone. */
    deleteListed: promiseEffect<UndoableChange | null, { iri: Iri; listPath: string }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    bulkChange: bulkChangeMachine,
    /** Undoes a change, and notifies of that. */
    undoChange: promiseEffect<void, { listPath: string; change: UndoableChange }>(),
    listener,
  },
  actions: {
    setSearch: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      return { search: event.location.search, selection: noSelection, failure: null }
    }),
    setList: assign(({ context }, { output }: { output: ResourceListPage }) => ({
      list: output,
      selection: stillListed(output, context.selection),
    })),
    selectRow: assign(({ context: { list, selection } }, row: SelectedRow) => ({
      selection: selectRow(list!, selection, row),
    })),
    selectAll: assign(({ context: { list, selection } }) => ({
      selection: selectAll(list!, selection),
    })),
    clearSelection: assign({ selection: noSelection }),
    setAction: assign((_, { action }: { action: BulkAction }) => ({ action, bulkFailure: null })),
    applyChange: assign((_, { output: { undoable } }: Changed) => ({
      undoable,
      selection: noSelection,
    })),
    setUndoable: assign((_, { output }: { output: UndoableChange | null }) => ({
      undoable: output,
    })),
    setBulkFailure: assign((_, { output }: Changed) => ({ bulkFailure: output.failure })),
    clearUndoable: assign({ undoable: null, bulkFailure: null }),
    setUndoFailure: assign((_, { error }: { error: unknown }) => ({
      bulkFailure: Failure.from(error),
    })),
    setDeleted: assign((_, { iri }: { iri: Iri }) => ({ deleted: iri, failure: null })),
    clearDeleted: assign({ deleted: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    ...renewalGuards,
    ...undoGuards,
    isDeleting: ({ context }) => context.deleted !== null,
    isRead: ({ context }) => context.list !== null,
    hasSelection: ({ context }) => context.selection.selected.length > 0,
    isChanged: (_, { output }: Changed) => output.isChanged,
    /** True where the list is not as it was shown. */
    isOutdated: (_, { output }: Changed) => output.failure?.status === 412,
  },
}).createMachine({
  id: 'resourceList',
  meta: {
    guards: {
      ...locationGuardDescriptions,
      ...renewalGuardDescriptions,
      ...undoGuardDescriptions,
      isDeleting: 'A resource was to be deleted.',
      isRead: 'The list was read before.',
      hasSelection: 'At least one row is selected.',
      isChanged: 'The change was made.',
      isOutdated: 'The list is not as it was when the user confirmed.',
    },
  },
  context: ({ input }) => ({
    ...input,
    list: null,
    selection: noSelection,
    action: 'delete',
    undoable: input.undoable ?? null,
    bulkFailure: null,
    deleted: null,
    failure: null,
  }),
  invoke: listenTo<ResourceListEvent>({
    navigation: ['location.committed'],
    notifications: ['notification.accepted'],
  }),
  initial: 'reading',
  on: {
    // A request that is under way is given up, so that its response cannot take the place of a later one.
    'location.committed': {
      guard: and(['isSamePath', not('isSameSearch')]),
      target: '.reading',
      actions: ['setSearch', 'clearDeleted'],
      reenter: true,
    },
    'row.selected': { guard: 'isRead', actions: withEvent('selectRow') },
    'rows.selected': { guard: 'isRead', actions: 'selectAll' },
    'selection.cleared': { guard: 'hasSelection', actions: 'clearSelection' },
  },
  states: {
    reading: {
      description: 'The list is being read.',
      tags: 'busy',
      invoke: {
        id: 'readList',
        src: 'readList',
        input: ({ context: { listPath: path, search } }) => ({ path, search }),
        onDone: { target: 'ready', actions: [withEvent('setList'), 'clearFailure'] },
        onError: renewOr('failed'),
      },
      on: {
        'reload.requested': { target: 'reading', reenter: true },
        // The notification leaves with the answer, and is shown from before the list is read again.
        'notification.accepted': { guard: withEvent('isUndo'), target: 'undoing' },
      },
    },
    ready: {
      description: 'The list is shown.',
      on: {
        'deletion.requested': { target: 'confirming', actions: withEvent('setDeleted') },
        'reload.requested': { target: 'reading', actions: 'clearFailure' },
        'bulk.requested': {
          guard: 'hasSelection',
          target: 'changing',
          actions: withEvent('setAction'),
        },
        'undo.requested': { guard: 'canUndo', target: 'undoing' },
        'notification.accepted': { guard: withEvent('isUndo'), target: 'undoing' },
      },
    },
    failed: {
      description: 'The list could not be read, and can be tried again.',
      on: {
        'retry.requested': { target: 'reading', actions: 'clearFailure' },
        'notification.accepted': { guard: withEvent('isUndo'), target: 'undoing' },
      },
    },
    confirming: {
      description: 'The user is asked whether the resource is to be deleted.',
      on: {
        'deletion.confirmed': 'deleting',
        'deletion.canceled': { target: 'ready', actions: 'clearDeleted' },
      },
    },
    deleting: {
      description: 'The server is asked to delete the resource.',
      tags: 'busy',
      invoke: {
        id: 'deleteListed',
        src: 'deleteListed',
        input: ({ context: { deleted, listPath } }) => ({ iri: deleted!, listPath }),
        onDone: {
          target: 'reading',
          actions: [withEvent('setUndoable'), 'clearDeleted', 'clearFailure'],
        },
        onError: renewOr('refused'),
      },
    },
    changing: {
      description: 'Several resources are being changed together, which asks first.',
      invoke: {
        id: 'bulkChange',
        src: 'bulkChange',
        input: ({ context: { listPath, list, selection, action } }) => ({
          listPath,
          request: requestFor(list!, selection, action),
        }),
        onDone: [
          { guard: withEvent('isChanged'), target: 'reading', actions: withEvent('applyChange') },
          {
            guard: withEvent('isOutdated'),
            target: 'reading',
            actions: withEvent('setBulkFailure'),
          },
          { target: 'ready', actions: withEvent('setBulkFailure') },
        ],
      },
    },
    undoing: {
      description: 'The last change is being undone.',
      tags: 'busy',
      invoke: {
        id: 'undoChange',
        src: 'undoChange',
        input: ({ context: { listPath, undoable } }) => ({ listPath, change: undoable! }),
        onDone: { target: 'reading', actions: 'clearUndoable' },
        onError: [
          { guard: 'isRead', target: 'ready', actions: withEvent('setUndoFailure') },
          { target: 'reading', actions: withEvent('setUndoFailure') },
        ],
      },
    },
    /** It could not be deleted. */
    refused: {
      description: 'The deletion has failed, and the list is shown again.',
      always: { target: 'ready', actions: 'clearDeleted' },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('renewed', 'signedOut'),
    },
    renewed: {
      description: 'The session is there again; decides what is to be sent again.',
      always: [{ guard: 'isDeleting', target: 'deleting' }, { target: 'reading' }],
    },
    signedOut: {
      description: 'Nobody has signed in again; decides what is shown.',
      entry: 'clearDeleted',
      always: [{ guard: 'isRead', target: 'ready' }, { target: 'failed' }],
    },
  },
})

export type ResourceListRef = ActorRefFrom<typeof resourceListMachine>
type Snapshot = SnapshotFrom<typeof resourceListMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
/** True where nothing can be shown until the list is read again. */
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const selectList = (snapshot: Snapshot) => snapshot.context.list
/** Returns the path of the screen of the list, which names it. */
export const selectListPath = (snapshot: Snapshot) => snapshot.context.listPath
export const selectSearch = (snapshot: Snapshot) => snapshot.context.search
export const selectSelected = (snapshot: Snapshot) => snapshot.context.selection.selected
export const selectBulkChangeRef = ({ children }: Snapshot) => children.bulkChange
export const selectBulkFailure = (snapshot: Snapshot) => snapshot.context.bulkFailure
export const canUndo = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
export const selectDeleted = (snapshot: Snapshot) => snapshot.context.deleted
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
