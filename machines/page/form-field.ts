/** Validates one form field: when it loses focus, and while an invalid value is corrected. */
import { type ActorRefFrom, type DoneActorEvent, type SnapshotFrom, assign, setup } from 'xstate'
import type { FormView } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'

export type FormFieldEvent =
  /** `body` has the values of all fields, because the validity of one may depend on another. */
  | { type: 'field.changed'; body: unknown }
  | { type: 'field.blurred'; body: unknown }
  /** The server has validated the submitted form, with these errors for this field. */
  | { type: 'field.validated'; errors: readonly string[] }
  /** The form was submitted, so a running check no longer matters. */
  | { type: 'form.submitted' }

type Checked = DoneActorEvent<readonly string[], 'checkField'>

/** Returns the errors that a check or a submission has found. */
const errorsIn = (event: FormFieldEvent | Checked) => {
  if ('errors' in event) return event.errors
  return 'output' in event ? event.output : noErrors
}
const noErrors: readonly string[] = []

export interface FormFieldInput {
  /** The IRI of the form. */
  iri: Iri
  /** The field as the API describes it. */
  field: FormView
  isCheckedWhileFilling: boolean
  /** The errors of the field; initially those of a submission without scripts, with which the form was rendered. */
  errors: readonly string[]
}

/** The input of a check: the field, with the values of all fields when it was last changed or left. */
export interface FieldCheck extends Omit<FormFieldInput, 'errors'> {
  body: unknown
}

interface Context extends FormFieldInput, FieldCheck {}

const checkOf = ({ context }: { context: Context }): FieldCheck => context

/** Returns a state that checks the value once it was not changed for a moment. */
const debounced = <State extends string>(state: State) =>
  ({
    entry: 'setBody',
    on: {
      'field.changed': { target: state, reenter: true },
      'field.blurred': 'checking',
      'form.submitted': 'filling',
    },
    after: { debounce: 'checking' },
  }) as const

export const formFieldMachine = setup({
  types: {} as {
    input: FormFieldInput
    context: Context
    events: FormFieldEvent | Checked
    tags: 'busy' | 'invalid' | 'valid'
  },
  actors: {
    /** Resolves with the errors of the current value. Starting it again aborts the check before it. */
    checkField: promiseEffect<readonly string[], FieldCheck>(),
  },
  actions: {
    setBody: assign(({ context, event }) => ({
      body: 'body' in event ? event.body : context.body,
    })),
    setErrors: assign(({ event }) => ({ errors: errorsIn(event) })),
  },
  guards: {
    hasErrors: ({ event }) => errorsIn(event).length > 0,
    isRejected: ({ context }) => context.errors.length > 0,
  },
  delays: { debounce: 300 },
}).createMachine({
  id: 'formField',
  meta: {
    guards: {
      hasErrors: 'The server has found mistakes in the value.',
      isRejected: 'The form was sent before, and this value was refused.',
    },
  },
  context: ({ input }) => ({ ...input, body: null }),
  initial: 'initializing',
  on: {
    'field.validated': [
      { guard: 'hasErrors', target: '.invalid', actions: 'setErrors' },
      { target: '.valid' },
    ],
  },
  states: {
    initializing: {
      description: 'Looks whether the server has refused the value already.',
      always: [{ guard: 'isRejected', target: 'invalid' }, { target: 'untouched' }],
    },
    untouched: {
      description: 'The visitor has not entered anything here yet.',
      on: { 'field.changed': 'filling', 'field.blurred': 'checking' },
    },
    /** Shows no errors while the value is still being typed. */
    filling: {
      description: 'The visitor enters a value, and is not corrected meanwhile.',
      on: { 'field.blurred': 'checking' },
    },
    checking: {
      description: 'Asks the server whether the value is right.',
      tags: 'busy',
      entry: 'setBody',
      invoke: {
        id: 'checkField',
        src: 'checkField',
        input: checkOf,
        onDone: [
          { guard: 'hasErrors', target: 'invalid', actions: 'setErrors' },
          { target: 'valid' },
        ],
        // Submitting the form will validate the field.
        onError: 'filling',
      },
      on: { 'field.changed': 'debouncing', 'form.submitted': 'filling' },
    },
    valid: {
      description: 'The server has found the value right.',
      tags: 'valid',
      on: { 'field.changed': 'filling' },
    },
    invalid: {
      description: 'The reasons why the value was refused are shown.',
      tags: 'invalid',
      on: { 'field.changed': 'correcting' },
    },
    /** Shows the old errors until the corrected value has been checked. */
    correcting: {
      description: 'The visitor changes a refused value, which is checked again after a pause.',
      tags: 'invalid',
      ...debounced('correcting'),
    },
    debouncing: {
      description: 'The value has changed during its check, which begins again after a pause.',
      ...debounced('debouncing'),
    },
  },
})

export type FormFieldRef = ActorRefFrom<typeof formFieldMachine>
type Snapshot = SnapshotFrom<typeof formFieldMachine>
export const selectErrors = (snapshot: Snapshot) =>
  snapshot.hasTag('invalid') ? snapshot.context.errors : noErrors
export const isChecking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isValid = (snapshot: Snapshot) => snapshot.hasTag('valid')
