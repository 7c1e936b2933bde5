/** Refuses a time at which a draft is to be published by itself, until one is in the future. */
import { type SnapshotFrom, emit, setup } from 'xstate'
import { publicationTimeOf } from '#content/change/publication-time.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { eventOf } from '../event-of.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** A time in the future was submitted; in ISO 8601, UTC. */
    scheduleForm: { type: 'time.accepted'; publishedAt: string }
  }
}

interface Submission {
  /** A time in the time zone of the browser. */
  entered: string
  submittedAt: number
}

type ScheduleFormEvent = { type: 'time.submitted' } & Submission

const timeOf = ({ entered, submittedAt }: Submission) => publicationTimeOf(entered, submittedAt)

export const scheduleFormMachine = setup({
  types: {} as { events: ScheduleFormEvent; emitted: EmittedBy<'scheduleForm'> },
  actions: {
    emitAccepted: emit((_, submission: Submission) => ({
      type: 'time.accepted',
      publishedAt: timeOf(submission)!,
    })),
  },
  guards: { isFuture: (_, submission: Submission) => timeOf(submission) !== null },
}).createMachine({
  id: 'scheduleForm',
  initial: 'filling',
  on: {
    'time.submitted': [
      {
        guard: { type: 'isFuture', params: eventOf },
        target: '.filling',
        actions: { type: 'emitAccepted', params: eventOf },
      },
      { target: '.refused' },
    ],
  },
  states: { filling: {}, refused: {} },
})

export const isRefused = (snapshot: SnapshotFrom<typeof scheduleFormMachine>) =>
  snapshot.matches('refused')
