/** Holds the values of one form and submits it. Each field has an actor of its own for its validation. */
import {
  type ActorRefFrom,
  type DoneActorEvent,
  type ErrorActorEvent,
  type SnapshotFrom,
  assertEvent,
  assign,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { FormView, SubmitResult } from '#content/forms/form.ts'
import {
  type FormValue,
  type FormValues,
  addEntry,
  toSubmission,
  nextEntryNumber,
  createEntry,
  formErrors,
  collectErrors,
  fieldErrors,
  listFields,
  isPartOf,
  omitEntry,
  findList,
  fieldNameOf,
  initialValues,
  removeEntry,
} from '#content/forms/form-values.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'
import { type FormFieldEvent, type FormFieldRef, formFieldMachine } from './form-field.ts'

export type FormEvent =
  /** `at` is the name of the input that changed: the field itself or one part of it. */
  | { type: 'field.changed'; field: string; at: string; value: FormValue }
  | { type: 'field.blurred'; field: string }
  | { type: 'entry.added'; list: string }
  | { type: 'entry.removed'; list: string; entry: string }
  | { type: 'submit.requested' }

export interface FormInput {
  iri: Iri
  /** The form as the API describes it; that of a submission without scripts has its errors. */
  view: FormView
  /** True when it has been sent without scripts. */
  isSubmitted: boolean
}

interface Context extends FormInput {
  values: FormValues
  /** By field name. */
  fields: Readonly<Record<string, FormFieldRef>>
  /** Errors that belong to no visible field. */
  errors: readonly string[]
  failure: Failure | null
  /** The number of entries ever added, so that no index is used twice. */
  entries: number
}

type Submitted = DoneActorEvent<SubmitResult, 'submitForm'>

/** Returns the actors of the fields of a part of the form, by field name. */
const fieldsOf = (part: FormView, spawnField: (options: FieldOptions) => FormFieldRef) => {
  const errors = collectErrors(part)
  return Object.fromEntries(
    listFields(part).map((field) => {
      const name = fieldNameOf(field)
      const input = { name, errors: fieldErrors(field, errors) }
      return [name, spawnField({ id: `field ${name}`, input })]
    }),
  )
}
interface FieldOptions {
  id: string
  input: { name: string; errors: readonly string[] }
}

const submission = ({ context: { iri, values } }: { context: Context }) => ({
  iri,
  body: toSubmission(values),
})

export const formMachine = setup({
  types: {} as {
    input: FormInput
    context: Context
    events: FormEvent | Submitted | ErrorActorEvent<unknown, 'submitForm'>
    tags: 'busy' | 'rejected' | 'done'
  },
  actors: {
    formField: formFieldMachine,
    submitForm: promiseEffect<SubmitResult, { iri: Iri; body: unknown }>('submitForm'),
  },
  actions: {
    setValue: assign(({ context, event }) => {
      assertEvent(event, 'field.changed')
      return { values: { ...context.values, [event.at]: event.value } }
    }),
    forwardToField: sendTo(
      ({ context, event }) => {
        assertEvent(event, ['field.changed', 'field.blurred'])
        return context.fields[event.field]!
      },
      ({ event }) => ({ type: event.type }) as FormFieldEvent,
    ),
    addEntry: assign(({ context, event, spawn }) => {
      assertEvent(event, 'entry.added')
      const { view, values, fields, entries } = context
      const entry = createEntry(findList(view, event.list), entries)
      const added = fieldsOf(entry, (options) => spawn('formField', options))
      return {
        view: addEntry(view, event.list, entry),
        values: { ...values, ...initialValues(entry) },
        fields: { ...fields, ...added },
        entries: entries + 1,
      }
    }),
    removeEntry: enqueueActions(({ context: { view, values, fields }, event, enqueue }) => {
      assertEvent(event, 'entry.removed')
      const { list, entry } = event
      for (const [name, ref] of Object.entries(fields))
        if (isPartOf(entry, name)) enqueue.stopChild(ref)
      enqueue.assign({
        view: removeEntry(view, list, entry),
        values: omitEntry(values, entry),
        fields: omitEntry(fields, entry),
      })
    }),
    /** Cancels running field checks: their results would be about values from before the submission. */
    cancelFieldChecks: enqueueActions(({ context: { fields }, enqueue }) => {
      for (const ref of Object.values(fields))
        enqueue.sendTo(ref, { type: 'form.submitted' } satisfies FormFieldEvent)
    }),
    applyErrors: enqueueActions(({ context: { view, fields }, event, enqueue }) => {
      assertEvent(event, 'xstate.done.actor.submitForm')
      const errors = event.output.view ? collectErrors(event.output.view) : {}
      for (const field of listFields(view)) {
        enqueue.sendTo(fields[fieldNameOf(field)]!, {
          type: 'field.validated',
          errors: fieldErrors(field, errors),
        } satisfies FormFieldEvent)
      }
      enqueue.assign({ errors: formErrors(view, errors) })
    }),
    setFailure: assign(({ event }) => ({ failure: Failure.from('error' in event && event.error) })),
    clearErrors: assign({ errors: [], failure: null }),
  },
  guards: {
    hasField: ({ context, event }) => 'field' in event && event.field in context.fields,
    isSubmitted: ({ context }) => context.isSubmitted,
    /** True for the form of a submission without scripts that was refused. */
    isRefused: ({ context: { view } }) => view.vars.submitted && !view.vars.valid,
    isAccepted: ({ event }) =>
      event.type === 'xstate.done.actor.submitForm' && event.output.accepted,
  },
}).createMachine({
  id: 'form',
  context: ({ input, spawn }) => ({
    ...input,
    values: initialValues(input.view),
    fields: fieldsOf(input.view, (options) => spawn('formField', options)),
    errors: formErrors(input.view, collectErrors(input.view)),
    failure: null,
    entries: nextEntryNumber(input.view),
  }),
  initial: 'initializing',
  on: {
    'field.changed': { guard: 'hasField', actions: ['setValue', 'forwardToField'] },
    'field.blurred': { guard: 'hasField', actions: 'forwardToField' },
    'entry.added': { actions: 'addEntry' },
    'entry.removed': { actions: 'removeEntry' },
  },
  states: {
    initializing: {
      always: [
        { guard: 'isSubmitted', target: 'succeeded' },
        { guard: 'isRefused', target: 'rejected' },
        { target: 'filling' },
      ],
    },
    filling: { on: { 'submit.requested': 'submitting' } },
    submitting: {
      tags: 'busy',
      entry: ['clearErrors', 'cancelFieldChecks'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: submission,
        onDone: [
          { guard: 'isAccepted', target: 'succeeded' },
          { target: 'rejected', actions: 'applyErrors' },
        ],
        onError: { target: 'rejected', actions: 'setFailure' },
      },
    },
    rejected: { tags: 'rejected', on: { 'submit.requested': 'submitting' } },
    succeeded: { tags: 'done' },
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
/** Returns the request body for the current values. */
export const selectBody = ({ context }: Snapshot) => toSubmission(context.values)
export const isCheckedWhileFilling = ({ context }: Snapshot) =>
  !context.view.vars.realtime_validate_disabled
