/** Asks until when a component is to be published, where the API knows an end, until one is in the future. */
import { type SnapshotFrom, setup } from 'xstate'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Submission {
  /** The time in ISO 8601, UTC; null if none was entered, or one that is not after the beginning. */
  publishedUntil: string | null
}

type PublicationEndFormEvent = { type: 'end.submitted' } & Submission

export const publicationEndFormMachine = setup({
  types: {} as { events: PublicationEndFormEvent },
  actors: {
    /** Resolves with false for an API that does not end publications. */
    knowsPublicationEnd: promiseEffect<boolean>(),
  },
  guards: {
    isKnown: (_, { output }: { output: boolean }) => output,
    isLater: (_, { publishedUntil }: Submission) => publishedUntil !== null,
  },
}).createMachine({
  id: 'publicationEndForm',
  meta: {
    guards: {
      isKnown: 'The API knows when a publication ends.',
      isLater: 'The time is in the future.',
    },
  },
  initial: 'checking',
  states: {
    checking: {
      description: 'Asks whether the API knows when a publication ends.',
      invoke: {
        id: 'knowsPublicationEnd',
        src: 'knowsPublicationEnd',
        onDone: [{ guard: withEvent('isKnown'), target: 'offered' }, { target: 'unavailable' }],
        onError: 'unavailable',
      },
    },
    unavailable: { description: 'The API does not know when a publication ends.' },
    offered: {
      description: 'The user may enter until when the component is published.',
      on: {
        'end.submitted': [
          { guard: withEvent('isLater'), target: '.filling' },
          { target: '.refused' },
        ],
      },
      initial: 'filling',
      states: {
        filling: { description: 'No time was refused.' },
        refused: { description: 'The time that was sent was not in the future.' },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof publicationEndFormMachine>
export const isOffered = (snapshot: Snapshot) => snapshot.matches('offered')
export const isRefused = (snapshot: Snapshot) => snapshot.matches({ offered: 'refused' })
