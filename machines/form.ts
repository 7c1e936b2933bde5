/** One form somebody fills in and sends. Its values are here; each field's own course is an actor. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, sendTo, setup } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { FormView } from '#content/form.ts'
import {
  type FormErrors,
  type FormValue,
  type FormValues,
  bodyOf,
  entriesIn,
  entryOf,
  errorsElsewhere,
  errorsIn,
  errorsOf,
  fieldsIn,
  isPartOf,
  listIn,
  nameOf,
  valuesIn,
  withEntries,
} from '#content/form-values.ts'
import type { Iri } from '#content/iri.ts'
import { promised } from './effects.ts'
import { type FormFieldEvent, type FormFieldRef, formFieldMachine } from './form-field.ts'

export type FormEvent =
  /** `at` is what was changed: the field itself, or one half of it. */
  | { type: 'field.changed'; field: string; at: string; value: FormValue }
  | { type: 'field.left'; field: string }
  | { type: 'entry.added'; list: string }
  | { type: 'entry.removed'; list: string; entry: string }
  | { type: 'submit.requested' }

export interface FormInput {
  iri: Iri
  view: FormView
}

/** What became of a form that was sent; with the form, where that is the answer. */
export interface Submitted {
  accepted: boolean
  view: FormView | null
}

interface Context extends FormInput {
  values: FormValues
  /** By name. */
  fields: Readonly<Record<string, FormFieldRef>>
  /** What was said about no field that can be seen. */
  errors: readonly string[]
  failure: Failure | null
  /** How many entries there have been: no number is given twice. */
  entries: number
}

/** Of everything that goes by a name, what belongs to one entry of a list is left out. */
const without = <Value>(byName: Readonly<Record<string, Value>>, entry: string) =>
  Object.fromEntries(Object.entries(byName).filter(([name]) => !isPartOf(entry, name)))

export const formMachine = setup({
  types: {} as {
    input: FormInput
    context: Context
    events: FormEvent
    tags: 'busy' | 'refused' | 'done'
  },
  actors: {
    formField: formFieldMachine,
    submitForm: promised<Submitted, { iri: Iri; body: unknown }>('submitForm'),
  },
  actions: {
    keepValue: assign({
      values: ({ context }, { at, value }: { at: string; value: FormValue }) => ({
        ...context.values,
        [at]: value,
      }),
    }),
    addEntry: assign(({ context, spawn }, { list }: { list: string }) => {
      const { view, values, fields, entries } = context
      const entry = entryOf(listIn(view, list), entries)
      const added = fieldsIn(entry).map((field) => [
        nameOf(field),
        spawn('formField', { id: `field ${nameOf(field)}`, input: { name: nameOf(field) } }),
      ])
      return {
        view: withEntries(view, list, (before) => [...before, entry]),
        values: { ...values, ...valuesIn(entry) },
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
          view: withEntries(view, list, (before) =>
            before.filter((part) => nameOf(part) !== entry),
          ),
          values: without(values, entry),
          fields: without(fields, entry),
        })
      },
    ),
    /** An answer to one field that comes after the whole has been sent would be about what was before. */
    tellSent: enqueueActions(({ context: { fields }, enqueue }) => {
      for (const ref of Object.values(fields))
        enqueue.sendTo(ref, { type: 'form.sent' } satisfies FormFieldEvent)
    }),
    judge: enqueueActions(({ context, enqueue }, { errors }: { errors: FormErrors }) => {
      for (const field of fieldsIn(context.view)) {
        const said = errorsOf(field, errors)
        enqueue.sendTo(context.fields[nameOf(field)]!, {
          type: 'field.judged',
          errors: said,
        } satisfies FormFieldEvent)
      }
      enqueue.assign({ errors: errorsElsewhere(context.view, errors) })
    }),
    forgetErrors: assign({ errors: [], failure: null }),
  },
  guards: {
    hasField: ({ context }, { field }: { field: string }) => field in context.fields,
    isAccepted: (_, { accepted }: Submitted) => accepted,
  },
}).createMachine({
  id: 'form',
  context: ({ input, spawn }) => ({
    ...input,
    values: valuesIn(input.view),
    fields: Object.fromEntries(
      fieldsIn(input.view).map((field) => {
        const name = nameOf(field)
        return [name, spawn('formField', { id: `field ${name}`, input: { name } })]
      }),
    ),
    errors: [],
    failure: null,
    entries: entriesIn(input.view),
  }),
  initial: 'filling',
  on: {
    'field.changed': {
      guard: { type: 'hasField', params: ({ event }) => event },
      actions: [
        { type: 'keepValue', params: ({ event }) => event },
        sendTo(({ context, event }) => context.fields[event.field]!, {
          type: 'field.changed',
        } satisfies FormFieldEvent),
      ],
    },
    'field.left': {
      guard: { type: 'hasField', params: ({ event }) => event },
      actions: sendTo(({ context, event }) => context.fields[event.field]!, {
        type: 'field.left',
      } satisfies FormFieldEvent),
    },
    'entry.added': { actions: { type: 'addEntry', params: ({ event }) => event } },
    'entry.removed': { actions: { type: 'removeEntry', params: ({ event }) => event } },
  },
  states: {
    filling: { on: { 'submit.requested': 'submitting' } },
    submitting: {
      tags: 'busy',
      entry: ['forgetErrors', 'tellSent'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context: { iri, values } }) => ({ iri, body: bodyOf(values) }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'succeeded',
          },
          {
            target: 'refused',
            actions: {
              type: 'judge',
              params: ({ event: { output } }) => ({
                errors: output.view ? errorsIn(output.view) : {},
              }),
            },
          },
        ],
        onError: {
          target: 'refused',
          actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
        },
      },
    },
    refused: { tags: 'refused', on: { 'submit.requested': 'submitting' } },
    succeeded: { tags: 'done' },
  },
})

export type FormRef = ActorRefFrom<typeof formMachine>
type Snapshot = SnapshotFrom<typeof formMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isRefused = (snapshot: Snapshot) => snapshot.hasTag('refused')
export const isDone = (snapshot: Snapshot) => snapshot.hasTag('done')
/** As it is drawn: with the entries that were added, without those that were taken away. */
export const selectView = (snapshot: Snapshot) => snapshot.context.view
export const selectValue = (name: string) => (snapshot: Snapshot) => snapshot.context.values[name]
export const selectField = (name: string) => (snapshot: Snapshot) => snapshot.context.fields[name]
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** What there is to send now. */
export const selectBody = ({ context }: Snapshot) => bodyOf(context.values)
export const isCheckedWhileFilling = ({ context }: Snapshot) =>
  !context.view.vars.realtime_validate_disabled
