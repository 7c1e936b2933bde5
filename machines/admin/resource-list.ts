/** Lists resources of one type for the query in the URL of its screen, and deletes one of them after a confirmation. */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { renewOr, renewSession, renewalGuards } from '../session/renew-session.ts'
import { type ListInput, locationGuards } from './url-list.ts'

type ResourceListEvent =
  | { type: 'location.committed'; location: Location }
  | { type: 'retry.requested' | 'reload.requested' }
  | { type: 'deletion.requested'; iri: Iri }
  | { type: 'deletion.confirmed' | 'deletion.canceled' }

interface ResourceListInput extends ListInput {
  /** The path of the screen of the list, which names it; another one than `path` where it is shown elsewhere. */
  listPath: string
}

/** A request for a page of a list. */
export interface ResourceListRequest {
  path: string
  search: string
}

interface Context extends ResourceListInput {
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
  },
  actors: {
    readList: promiseEffect<ResourceListPage, ResourceListRequest>(),
    deleteListed: promiseEffect<void, { iri: Iri }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    listener,
  },
  actions: {
    setSearch: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      return { search: event.location.search, failure: null }
    }),
    setList: assign((_, { output }: { output: ResourceListPage }) => ({ list: output })),
    setDeleted: assign((_, { iri }: { iri: Iri }) => ({ deleted: iri, failure: null })),
    clearDeleted: assign({ deleted: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    ...renewalGuards,
    isDeleting: ({ context }) => context.deleted !== null,
    isRead: ({ context }) => context.list !== null,
  },
}).createMachine({
  id: 'resourceList',
  context: ({ input }) => ({ ...input, list: null, deleted: null, failure: null }),
  invoke: listenTo<ResourceListEvent>({ navigation: ['location.committed'] }),
  initial: 'reading',
  on: {
    // A request that is under way is given up, so that its response cannot take the place of a later one.
    'location.committed': {
      guard: and(['isSamePath', not('isSameSearch')]),
      target: '.reading',
      actions: ['setSearch', 'clearDeleted'],
      reenter: true,
    },
  },
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readList',
        src: 'readList',
        input: ({ context: { listPath: path, search } }) => ({ path, search }),
        onDone: { target: 'ready', actions: [withEvent('setList'), 'clearFailure'] },
        onError: renewOr('failed'),
      },
      on: { 'reload.requested': { target: 'reading', reenter: true } },
    },
    ready: {
      on: {
        'deletion.requested': { target: 'confirming', actions: withEvent('setDeleted') },
        'reload.requested': { target: 'reading', actions: 'clearFailure' },
      },
    },
    failed: { on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } } },
    confirming: {
      on: {
        'deletion.confirmed': 'deleting',
        'deletion.canceled': { target: 'ready', actions: 'clearDeleted' },
      },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deleteListed',
        src: 'deleteListed',
        input: ({ context }) => ({ iri: context.deleted! }),
        onDone: { target: 'reading', actions: ['clearDeleted', 'clearFailure'] },
        onError: renewOr('refused'),
      },
    },
    /** It could not be deleted. */
    refused: { always: { target: 'ready', actions: 'clearDeleted' } },
    /** The session has ended. */
    renewing: {
      tags: 'busy',
      invoke: renewSession('renewed', 'signedOut'),
    },
    renewed: { always: [{ guard: 'isDeleting', target: 'deleting' }, { target: 'reading' }] },
    signedOut: {
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
export const selectDeleted = (snapshot: Snapshot) => snapshot.context.deleted
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
