/** Validates one form field: when it loses focus, and while an invalid value is corrected. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { promiseEffect } from '../effects.ts'

export type FormFieldEvent =
  | { type: 'field.changed' }
  | { type: 'field.blurred' }
  /** The server has validated the submitted form, with these errors for this field. */
  | { type: 'field.validated'; errors: readonly string[] }
  /** The form was submitted, so a running check no longer matters. */
  | { type: 'form.submitted' }

export const formFieldMachine = setup({
  types: {} as {
    /** The full name of the field. */
    input: { name: string }
    context: { name: string; errors: readonly string[] }
    events: FormFieldEvent
    tags: 'busy' | 'invalid' | 'valid'
  },
  actors: {
    /** Resolves with the errors of the current value. Starting it again aborts the check before it. */
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
    /** Shows no errors while the value is still being typed. */
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
        // Submitting the form will validate the field.
        onError: 'filling',
      },
      on: { 'field.changed': 'debouncing', 'form.submitted': 'filling' },
    },
    valid: { tags: 'valid', on: { 'field.changed': 'filling' } },
    invalid: { tags: 'invalid', on: { 'field.changed': 'correcting' } },
    /** Shows the old errors until the corrected value has been checked. */
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
