/** One field of a form while somebody fills it in: judged when they leave it, and as they mend it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { promiseEffect } from '../effects.ts'

export type FormFieldEvent =
  | { type: 'field.changed' }
  | { type: 'field.blurred' }
  /** The form as a whole was sent, and this was said about the field. */
  | { type: 'field.validated'; errors: readonly string[] }
  /** Nothing that is on its way counts any more. */
  | { type: 'form.submitted' }

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
    checkField: promiseEffect<readonly string[], { name: string }>('checkField'),
  },
  actions: {
    setErrors: assign((_, { errors }: { errors: readonly string[] }) => ({ errors })),
  },
  guards: { isInvalid: (_, { errors }: { errors: readonly string[] }) => errors.length > 0 },
  delays: { debounce: 300 },
}).createMachine({
  id: 'formField',
  context: ({ input: { name } }) => ({ name, errors: [] }),
  initial: 'untouched',
  on: {
    'field.validated': [
      {
        guard: { type: 'isInvalid', params: ({ event }) => event },
        target: '.invalid',
        actions: { type: 'setErrors', params: ({ event }) => event },
      },
      { target: '.valid' },
    ],
  },
  states: {
    untouched: { on: { 'field.changed': 'filling', 'field.blurred': 'checking' } },
    /** Nobody is told what is wrong with what they have not finished. */
    filling: { on: { 'field.blurred': 'checking' } },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkField',
        src: 'checkField',
        input: ({ context: { name } }) => ({ name }),
        onDone: [
          {
            guard: { type: 'isInvalid', params: ({ event }) => ({ errors: event.output }) },
            target: 'invalid',
            actions: { type: 'setErrors', params: ({ event }) => ({ errors: event.output }) },
          },
          { target: 'valid' },
        ],
        // Sending the form will tell.
        onError: 'filling',
      },
      on: { 'field.changed': 'debouncing', 'form.submitted': 'filling' },
    },
    valid: { tags: 'valid', on: { 'field.changed': 'filling' } },
    invalid: { tags: 'invalid', on: { 'field.changed': 'correcting' } },
    /** What is said to be wrong stays until there is an answer to what they write now. */
    correcting: {
      tags: 'invalid',
      on: {
        'field.changed': { target: 'correcting', reenter: true },
        'field.blurred': 'checking',
        'form.submitted': 'filling',
      },
      after: { debounce: 'checking' },
    },
    debouncing: {
      on: {
        'field.changed': { target: 'debouncing', reenter: true },
        'field.blurred': 'checking',
        'form.submitted': 'filling',
      },
      after: { debounce: 'checking' },
    },
  },
})

export type FormFieldRef = ActorRefFrom<typeof formFieldMachine>
type Snapshot = SnapshotFrom<typeof formFieldMachine>
const noErrors: readonly string[] = []
export const selectErrors = (snapshot: Snapshot) =>
  snapshot.hasTag('invalid') ? snapshot.context.errors : noErrors
export const isChecking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isValid = (snapshot: Snapshot) => snapshot.hasTag('valid')
