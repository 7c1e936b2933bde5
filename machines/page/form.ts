/** Holds the values of one form and submits it. Each field has an actor of its own for its validation. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, sendTo, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { FormView } from '#content/forms/form.ts'
import {
  type FormErrors,
  type FormValue,
  type FormValues,
  toSubmission,
  nextEntryNumber,
  createEntry,
  formErrors,
  collectErrors,
  fieldErrors,
  listFields,
  isPartOf,
  findList,
  fieldNameOf,
  initialValues,
  updateEntries,
} from '#content/forms/form-values.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../effects.ts'
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
  view: FormView
}

/** The response to a submitted form. `view` is set where the response contains the form with its errors. */
export interface SubmitResult {
  accepted: boolean
  view: FormView | null
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

/** Returns the record without the names that belong to one entry of a list. */
const omitEntry = <Value>(byName: Readonly<Record<string, Value>>, entry: string) =>
  Object.fromEntries(Object.entries(byName).filter(([name]) => !isPartOf(entry, name)))

export const formMachine = setup({
  types: {} as {
    input: FormInput
    context: Context
    events: FormEvent
    tags: 'busy' | 'rejected' | 'done'
  },
  actors: {
    formField: formFieldMachine,
    submitForm: promiseEffect<SubmitResult, { iri: Iri; body: unknown }>('submitForm'),
  },
  actions: {
    setValue: assign({
      values: ({ context }, { at, value }: { at: string; value: FormValue }) => ({
        ...context.values,
        [at]: value,
      }),
    }),
    addEntry: assign(({ context, spawn }, { list }: { list: string }) => {
      const { view, values, fields, entries } = context
      const entry = createEntry(findList(view, list), entries)
      const added = listFields(entry).map((field) => [
        fieldNameOf(field),
        spawn('formField', {
          id: `field ${fieldNameOf(field)}`,
          input: { name: fieldNameOf(field) },
        }),
      ])
      return {
        view: updateEntries(view, list, (before) => [...before, entry]),
        values: { ...values, ...initialValues(entry) },
        fields: { ...fields, ...Object.fromEntries(added) },
        entries: entries + 1,
      }
    }),
    removeEntry: enqueueActions(
      ({ context, enqueue }, { list, entry }: { list: string; entry: string }) => {
        const { view, values, fields } = context
        for (const [name, ref] of Object.entries(fields))
          if (isPartOf(entry, name)) enqueue.stopChild(ref)
        enqueue.assign({
          view: updateEntries(view, list, (before) =>
            before.filter((part) => fieldNameOf(part) !== entry),
          ),
          values: omitEntry(values, entry),
          fields: omitEntry(fields, entry),
        })
      },
    ),
    /** Cancels running field checks: their results would be about values from before the submission. */
    cancelFieldChecks: enqueueActions(({ context: { fields }, enqueue }) => {
      for (const ref of Object.values(fields))
        enqueue.sendTo(ref, { type: 'form.submitted' } satisfies FormFieldEvent)
    }),
    applyErrors: enqueueActions(({ context, enqueue }, { errors }: { errors: FormErrors }) => {
      for (const field of listFields(context.view)) {
        enqueue.sendTo(context.fields[fieldNameOf(field)]!, {
          type: 'field.validated',
          errors: fieldErrors(field, errors),
        } satisfies FormFieldEvent)
      }
      enqueue.assign({ errors: formErrors(context.view, errors) })
    }),
    clearErrors: assign({ errors: [], failure: null }),
  },
  guards: {
    hasField: ({ context }, { field }: { field: string }) => field in context.fields,
    isAccepted: (_, { accepted }: SubmitResult) => accepted,
  },
}).createMachine({
  id: 'form',
  context: ({ input, spawn }) => ({
    ...input,
    values: initialValues(input.view),
    fields: Object.fromEntries(
      listFields(input.view).map((field) => {
        const name = fieldNameOf(field)
        return [name, spawn('formField', { id: `field ${name}`, input: { name } })]
      }),
    ),
    errors: [],
    failure: null,
    entries: nextEntryNumber(input.view),
  }),
  initial: 'filling',
  on: {
    'field.changed': {
      guard: { type: 'hasField', params: ({ event }) => event },
      actions: [
        { type: 'setValue', params: ({ event }) => event },
        sendTo(({ context, event }) => context.fields[event.field]!, {
          type: 'field.changed',
        } satisfies FormFieldEvent),
      ],
    },
    'field.blurred': {
      guard: { type: 'hasField', params: ({ event }) => event },
      actions: sendTo(({ context, event }) => context.fields[event.field]!, {
        type: 'field.blurred',
      } satisfies FormFieldEvent),
    },
    'entry.added': { actions: { type: 'addEntry', params: ({ event }) => event } },
    'entry.removed': { actions: { type: 'removeEntry', params: ({ event }) => event } },
  },
  states: {
    filling: { on: { 'submit.requested': 'submitting' } },
    submitting: {
      tags: 'busy',
      entry: ['clearErrors', 'cancelFieldChecks'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context: { iri, values } }) => ({ iri, body: toSubmission(values) }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'succeeded',
          },
          {
            target: 'rejected',
            actions: {
              type: 'applyErrors',
              params: ({ event: { output } }) => ({
                errors: output.view ? collectErrors(output.view) : {},
              }),
            },
          },
        ],
        onError: {
          target: 'rejected',
          actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
        },
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
