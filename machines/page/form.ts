/** Holds the values of one form and submits it. Each field has an actor of its own for its validation. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, sendTo, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { FormView, SubmitResult } from '#content/forms/form.ts'
import {
  type FilledForm,
  type FormValue,
  fillForm,
  omitEntry,
  toSubmission,
  withEntry,
  withoutEntry,
} from '#content/forms/form-values.ts'
import { collectErrors, fieldsWithErrors, formErrors } from '#content/forms/form-errors.ts'
import { fieldNameOf, isPartOf } from '#content/forms/form-parts.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  type FormFieldEvent,
  type FormFieldInput,
  type FormFieldRef,
  formFieldMachine,
} from './form-field.ts'

export type FormEvent =
  /** `at` is the name of the input that changed: the field itself or one part of it. */
  | { type: 'field.changed'; field: string; at: string; value: FormValue }
  | { type: 'field.blurred'; field: string }
  | { type: 'entry.added'; list: string }
  | { type: 'entry.removed'; list: string; entry: string }
  | { type: 'focus.moved' }
  | { type: 'submit.requested' }

export interface FormInput {
  iri: Iri
  /** The form as the API describes it; that of a submission without scripts has its errors. */
  view: FormView
  /** True when it has been sent without scripts. */
  isSubmitted: boolean
}

interface Context extends FormInput, FilledForm {
  /** By field name. */
  fields: Readonly<Record<string, FormFieldRef>>
  /** Errors that belong to no visible field. */
  errors: readonly string[]
  failure: Failure | null
  /** The name of the added entry that is to get the focus, or of the list that has lost one. */
  focus: string | null
}

type SpawnField = (options: { id: string; input: FormFieldInput }) => FormFieldRef

/** Spawns the actors of the fields of a part of the form, and returns them by field name. */
const spawnFields = (part: FormView, { iri, view }: FormInput, spawnField: SpawnField) => {
  const isCheckedWhileFilling = !view.vars.realtime_validate_disabled
  return Object.fromEntries(
    fieldsWithErrors(part).map(({ name, ...field }) => {
      const input = { iri, isCheckedWhileFilling, ...field }
      return [name, spawnField({ id: `field ${name}`, input })]
    }),
  )
}

type RemovedEntry = Extract<FormEvent, { type: 'entry.removed' }>
type FieldEvent = Extract<FormEvent, { type: `field.${string}` }>
const forward = withEvent('forwardToField')

const submission = ({ context: { iri, values } }: { context: Context }) => ({
  iri,
  body: toSubmission(values),
})

export const formMachine = setup({
  types: {} as {
    input: FormInput
    context: Context
    events: FormEvent
    tags: 'busy' | 'rejected' | 'done'
  },
  actors: {
    formField: formFieldMachine,
    submitForm: promiseEffect<SubmitResult, { iri: Iri; body: unknown }>(),
  },
  actions: {
    setValue: assign(({ context }, { at, value }: { at: string; value: FormValue }) => ({
      values: { ...context.values, [at]: value },
    })),
    forwardToField: sendTo(
      ({ context }, { field }: FieldEvent) => context.fields[field]!,
      ({ context: { values } }, { type }: FieldEvent): FormFieldEvent => ({
        type,
        body: toSubmission(values),
      }),
    ),
    addEntry: assign(({ context, spawn }, { list }: { list: string }) => {
      const { entry, filled } = withEntry(context, list)
      const added = spawnFields(entry, context, (options) => spawn('formField', options))
      return { ...filled, fields: { ...context.fields, ...added }, focus: fieldNameOf(entry) }
    }),
    removeEntry: enqueueActions(({ context, enqueue }, { list, entry }: RemovedEntry) => {
      for (const [name, ref] of Object.entries(context.fields))
        if (isPartOf(entry, name)) enqueue.stopChild(ref)
      const fields = omitEntry(context.fields, entry)
      enqueue.assign({ ...withoutEntry(context, list, entry), fields, focus: list })
    }),
    clearFocus: assign({ focus: null }),
    /** Cancels running field checks: their results would be about values from before the submission. */
    cancelFieldChecks: enqueueActions(({ context: { fields }, enqueue }) => {
      for (const ref of Object.values(fields))
        enqueue.sendTo(ref, { type: 'form.submitted' } satisfies FormFieldEvent)
    }),
    applyErrors: enqueueActions(
      ({ context: { view, fields }, enqueue }, { output }: { output: SubmitResult }) => {
        const found = output.view ? collectErrors(output.view) : {}
        for (const { name, errors } of fieldsWithErrors(view, found))
          enqueue.sendTo(fields[name]!, { type: 'field.validated', errors })
        enqueue.assign({ errors: formErrors(view, found) })
      },
    ),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearErrors: assign({ errors: [], failure: null }),
  },
  guards: {
    hasField: ({ context, event }) => 'field' in event && event.field in context.fields,
    isSubmitted: ({ context }) => context.isSubmitted,
    /** True for the form of a submission without scripts that was refused. */
    isRejected: ({ context: { view } }) => view.vars.submitted && !view.vars.valid,
    isAccepted: (_, { output }: { output: SubmitResult }) => output.accepted,
  },
}).createMachine({
  id: 'form',
  meta: {
    guards: {
      hasField: 'The form has a field of this name.',
      isSubmitted: 'The form was accepted before the scripts had loaded.',
      isRejected: 'The form was sent before the scripts had loaded, and was refused.',
      isAccepted: 'The server has accepted the values.',
    },
  },
  context: ({ input, spawn }) => ({
    ...input,
    ...fillForm(input.view),
    fields: spawnFields(input.view, input, (options) => spawn('formField', options)),
    errors: formErrors(input.view, collectErrors(input.view)),
    failure: null,
    focus: null,
  }),
  initial: 'initializing',
  on: {
    'field.changed': {
      guard: 'hasField',
      actions: [withEvent('setValue'), forward],
    },
    'field.blurred': { guard: 'hasField', actions: forward },
    'entry.added': { actions: withEvent('addEntry') },
    'entry.removed': { actions: withEvent('removeEntry') },
    'focus.moved': { actions: 'clearFocus' },
  },
  states: {
    initializing: {
      description: 'Looks whether the form was sent before the scripts had loaded.',
      always: [
        { guard: 'isSubmitted', target: 'succeeded' },
        { guard: 'isRejected', target: 'rejected' },
        { target: 'filling' },
      ],
    },
    filling: {
      description: 'The visitor fills in the form.',
      on: { 'submit.requested': 'submitting' },
    },
    submitting: {
      description: 'The values are on their way to the server.',
      tags: 'busy',
      entry: ['clearErrors', 'cancelFieldChecks'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: submission,
        onDone: [
          { guard: withEvent('isAccepted'), target: 'succeeded' },
          { target: 'rejected', actions: withEvent('applyErrors') },
        ],
        onError: { target: 'rejected', actions: withEvent('setFailure') },
      },
    },
    rejected: {
      description:
        'The server has refused the values, or could not be reached; they can be corrected and sent again.',
      tags: 'rejected',
      on: { 'submit.requested': 'submitting' },
    },
    succeeded: { description: 'The server has accepted the values.', tags: 'done' },
  },
})

export type FormRef = ActorRefFrom<typeof formMachine>
type Snapshot = SnapshotFrom<typeof formMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isRejected = (snapshot: Snapshot) => snapshot.hasTag('rejected')
export const isDone = (snapshot: Snapshot) => snapshot.hasTag('done')
export const selectIri = (snapshot: Snapshot) => snapshot.context.iri
/** Returns the form with added entries and without removed ones. */
export const selectView = (snapshot: Snapshot) => snapshot.context.view
export const selectValue = (name: string) => (snapshot: Snapshot) => snapshot.context.values[name]
export const selectField = (name: string) => (snapshot: Snapshot) => snapshot.context.fields[name]
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Returns the name of the added entry that is to get the focus, or of the list that has lost one; null for neither. */
export const selectFocus = (snapshot: Snapshot) => snapshot.context.focus
