/**
 * Reports a problem: has what happens in the app recorded, says what of it would stand in a file, and saves that file once its
 * reader agrees.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { ReportFacts } from '#content/admin/problem-report.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type ProblemReportEvent = {
  type: 'report.requested' | 'report.confirmed' | 'report.dismissed' | 'retry.requested'
}

interface Context {
  /** The facts about the file; null until it is written. */
  facts: ReportFacts | null
}

const closed = { 'report.dismissed': 'closed' } as const

export const problemReportMachine = setup({
  types: {} as { context: Context; events: ProblemReportEvent; tags: 'busy' | 'open' },
  actors: {
    /** Records what the actors of the app do, from now on. */
    startRecorder: promiseEffect<void>(),
    /** Writes the file, and keeps it until it is saved. */
    writeReport: promiseEffect<ReportFacts>(),
  },
  actions: {
    setFacts: assign((_, { output }: { output: ReportFacts }) => ({ facts: output })),
    /** Has the browser save the file that was written last. */
    saveReport: actionEffect(),
  },
}).createMachine({
  id: 'problemReport',
  context: { facts: null },
  invoke: {
    id: 'startRecorder',
    src: 'startRecorder',
    // It is started once more when a report is written.
    onError: {},
  },
  initial: 'closed',
  states: {
    closed: { description: 'Nobody reports a problem.', on: { 'report.requested': 'writing' } },
    writing: {
      description: 'The file is being written, and is not saved yet.',
      tags: ['busy', 'open'],
      invoke: {
        id: 'writeReport',
        src: 'writeReport',
        onDone: { target: 'asking', actions: withEvent('setFacts') },
        onError: 'failed',
      },
      on: closed,
    },
    asking: {
      description: 'The user is told what is in the file, and is asked whether to save it.',
      tags: 'open',
      on: { 'report.confirmed': { target: 'saved', actions: 'saveReport' }, ...closed },
    },
    saved: { description: 'The browser has got the file.', tags: 'open', on: closed },
    failed: {
      description: 'Writing the file has failed.',
      tags: 'open',
      on: { 'retry.requested': 'writing', ...closed },
    },
  },
})

export type ProblemReportRef = ActorRefFrom<typeof problemReportMachine>
type Snapshot = SnapshotFrom<typeof problemReportMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isSaved = (snapshot: Snapshot) => snapshot.matches('saved')
/** Returns the facts about the file that is not saved yet; null while there is none. */
export const selectFacts = (snapshot: Snapshot) =>
  snapshot.matches('asking') ? snapshot.context.facts : null
