/**
 * Lists what visitors have sent by forms, for the query in the URL, deletes one of them after a confirmation, and sends a
 * test by a form.
 */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import type { SubmissionList } from '#content/forms/form-submission.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'
import { type ListInput, locationGuards, locationGuardDescriptions } from './url-list.ts'

type SubmissionsEvent =
  | { type: 'location.committed'; location: Location }
  | { type: 'retry.requested' }
  | { type: 'deletion.requested'; iri: Iri }
  | { type: 'deletion.confirmed' | 'deletion.canceled' }
  /** Sends a test by the form that is listed. */
  | { type: 'test.requested'; form: Iri }

interface Context extends ListInput {
  /** Null until it is read. */
  list: SubmissionList | null
  /** The submission that is to be deleted, or null. */
  deleted: Iri | null
  /** The form by which a test is sent, or null. */
  tested: Iri | null
  /** True once the last test is sent. */
  isSent: boolean
  /** The failure of the last request. */
  failure: Failure | null
}

export const submissionsMachine = setup({
  types: {} as { input: ListInput; context: Context; events: SubmissionsEvent; tags: 'busy' },
  actors: {
    readSubmissions: promiseEffect<SubmissionList, { search: string }>(),
    /** Stores sample values by a form, and mails them to its recipients. */
    sendTest: promiseEffect<void, { form: Iri }>(),
    deleteSubmission: promiseEffect<void, { iri: Iri }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    listener,
  },
  actions: {
    setSearch: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      return { search: event.location.search, failure: null }
    }),
    setList: assign((_, { output }: { output: SubmissionList }) => ({ list: output })),
    setDeleted: assign((_, { iri }: { iri: Iri }) => ({ deleted: iri, failure: null })),
    setTested: assign((_, { form }: { form: Iri }) => ({
      tested: form,
      isSent: false,
      failure: null,
    })),
    setSent: assign({ isSent: true }),
    /** Nothing waits to be deleted or sent any more. */
    clearTask: assign({ deleted: null, tested: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...locationGuards,
    ...renewalGuards,
    isDeleting: ({ context }) => context.deleted !== null,
    isTesting: ({ context }) => context.tested !== null,
    isRead: ({ context }) => context.list !== null,
  },
}).createMachine({
  id: 'submissions',
  meta: {
    guards: {
      ...locationGuardDescriptions,
      ...renewalGuardDescriptions,
      isDeleting: 'A submission was to be deleted.',
      isTesting: 'A test was to be sent.',
      isRead: 'The list was read before.',
    },
  },
  context: ({ input }) => ({
    ...input,
    list: null,
    deleted: null,
    tested: null,
    isSent: false,
    failure: null,
  }),
  invoke: listenTo<SubmissionsEvent>({ navigation: ['location.committed'] }),
  initial: 'reading',
  on: {
    'location.committed': {
      guard: and(['isSamePath', not('isSameSearch')]),
      target: '.reading',
      actions: ['setSearch', 'clearTask'],
      reenter: true,
    },
  },
  states: {
    reading: {
      description: 'The list is being read.',
      tags: 'busy',
      invoke: {
        id: 'readSubmissions',
        src: 'readSubmissions',
        input: ({ context: { search } }) => ({ search }),
        onDone: {
          target: 'ready',
          actions: [withEvent('setList'), 'clearFailure'],
        },
        onError: renewOr('failed'),
      },
    },
    ready: {
      description: 'The list is shown.',
      on: {
        'deletion.requested': {
          target: 'confirming',
          actions: withEvent('setDeleted'),
        },
        'test.requested': { target: 'testing', actions: withEvent('setTested') },
      },
    },
    failed: {
      description: 'The list could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    confirming: {
      description: 'The user is asked whether the submission is to be deleted.',
      on: {
        'deletion.confirmed': 'deleting',
        'deletion.canceled': { target: 'ready', actions: 'clearTask' },
      },
    },
    deleting: {
      description: 'The server is asked to delete the submission.',
      tags: 'busy',
      invoke: {
        id: 'deleteSubmission',
        src: 'deleteSubmission',
        input: ({ context }) => ({ iri: context.deleted! }),
        onDone: { target: 'reading', actions: ['clearTask', 'clearFailure'] },
        onError: renewOr('refused'),
      },
    },
    testing: {
      description: 'Sample values are being sent by the form.',
      tags: 'busy',
      invoke: {
        id: 'sendTest',
        src: 'sendTest',
        input: ({ context }) => ({ form: context.tested! }),
        onDone: { target: 'reading', actions: ['setSent', 'clearTask', 'clearFailure'] },
        onError: renewOr('refused'),
      },
    },
    /** It could not be deleted or sent. */
    refused: {
      description: 'The deletion or the test has failed, and the list is shown again.',
      always: { target: 'ready', actions: 'clearTask' },
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
        { guard: 'isDeleting', target: 'deleting' },
        { guard: 'isTesting', target: 'testing' },
        { target: 'reading' },
      ],
    },
    signedOut: {
      description: 'Nobody has signed in again; decides what is shown.',
      entry: 'clearTask',
      always: [{ guard: 'isRead', target: 'ready' }, { target: 'failed' }],
    },
  },
})

export type SubmissionsRef = ActorRefFrom<typeof submissionsMachine>
type Snapshot = SnapshotFrom<typeof submissionsMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isTesting = (snapshot: Snapshot) => snapshot.matches('testing')
export const isSent = ({ context }: Snapshot) => context.isSent
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
/** True where nothing can be shown until the list is read again. */
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const selectList = (snapshot: Snapshot) => snapshot.context.list
export const selectSearch = (snapshot: Snapshot) => snapshot.context.search
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
