/** Refuses a time at which a draft is to be published by itself, until one is in the future. */
import { type SnapshotFrom, setup } from 'xstate'
import { withEvent } from '../with-event.ts'

interface Submission {
  /** The time in ISO 8601, UTC; null if none was entered, or one that is not in the future. */
  publishedAt: string | null
}

type ScheduleFormEvent = { type: 'time.submitted' } & Submission

export const scheduleFormMachine = setup({
  types: {} as { events: ScheduleFormEvent },
  guards: { isFuture: (_, { publishedAt }: Submission) => publishedAt !== null },
}).createMachine({
  id: 'scheduleForm',
  meta: {
    guards: {
      isFuture: 'The time is in the future.',
    },
  },
  initial: 'filling',
  on: {
    'time.submitted': [
      { guard: withEvent('isFuture'), target: '.filling' },
      { target: '.refused' },
    ],
  },
  states: {
    filling: { description: 'No time was refused.' },
    refused: { description: 'The time that was sent was not in the future.' },
  },
})

export const isRefused = (snapshot: SnapshotFrom<typeof scheduleFormMachine>) =>
  snapshot.matches('refused')
