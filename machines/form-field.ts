/** One field of a form while somebody fills it in: judged when they leave it, and as they mend it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { promised } from './effects.ts'

export type FormFieldEvent =
  | { type: 'field.changed' }
  | { type: 'field.left' }
  /** The form as a whole was sent, and this was said about the field. */
  | { type: 'field.judged'; errors: readonly string[] }
  /** Nothing that is on its way counts any more. */
  | { type: 'form.sent' }

export const formFieldMachine = setup({
  types: {} as {
    /** Its full name. */
    input: { name: string }
    context: { name: string; errors: readonly string[] }
    events: FormFieldEvent
    tags: 'busy' | 'invalid' | 'valid'
  },
  actors: {
    /** What is wrong with the field as it is now; asked about anew, the older answer is nobody's. */
    checkField: promised<readonly string[], { name: string }>('checkField'),
  },
  actions: {
    keepErrors: assign((_, { errors }: { errors: readonly string[] }) => ({ errors })),
  },
  guards: { isWrong: (_, { errors }: { errors: readonly string[] }) => errors.length > 0 },
  delays: { pause: 300 },
}).createMachine({
  id: 'formField',
  context: ({ input: { name } }) => ({ name, errors: [] }),
  initial: 'untouched',
  on: {
    'field.judged': [
      {
        guard: { type: 'isWrong', params: ({ event }) => event },
        target: '.invalid',
        actions: { type: 'keepErrors', params: ({ event }) => event },
      },
      { target: '.valid' },
    ],
  },
  states: {
    untouched: { on: { 'field.changed': 'filling', 'field.left': 'checking' } },
    /** Nobody is told what is wrong with what they have not finished. */
    filling: { on: { 'field.left': 'checking' } },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkField',
        src: 'checkField',
        input: ({ context: { name } }) => ({ name }),
        onDone: [
          {
            guard: { type: 'isWrong', params: ({ event }) => ({ errors: event.output }) },
            target: 'invalid',
            actions: { type: 'keepErrors', params: ({ event }) => ({ errors: event.output }) },
          },
          { target: 'valid' },
        ],
        // Sending the form will tell.
        onError: 'filling',
      },
      on: { 'field.changed': 'waiting', 'form.sent': 'filling' },
    },
    valid: { tags: 'valid', on: { 'field.changed': 'filling' } },
    invalid: { tags: 'invalid', on: { 'field.changed': 'mending' } },
    /** What is said to be wrong stays until there is an answer to what they write now. */
    mending: {
      tags: 'invalid',
      on: {
        'field.changed': { target: 'mending', reenter: true },
        'field.left': 'checking',
        'form.sent': 'filling',
      },
      after: { pause: 'checking' },
    },
    waiting: {
      on: {
        'field.changed': { target: 'waiting', reenter: true },
        'field.left': 'checking',
        'form.sent': 'filling',
      },
      after: { pause: 'checking' },
    },
  },
})

export type FormFieldRef = ActorRefFrom<typeof formFieldMachine>
type Snapshot = SnapshotFrom<typeof formFieldMachine>
const none: readonly string[] = []
export const selectErrors = (snapshot: Snapshot) =>
  snapshot.hasTag('invalid') ? snapshot.context.errors : none
export const isChecking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isValid = (snapshot: Snapshot) => snapshot.hasTag('valid')
