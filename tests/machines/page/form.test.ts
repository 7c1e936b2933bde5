import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { SubmitResult } from '#content/forms/form.ts'
import {
  formMachine,
  isBusy,
  isDone,
  isRejected,
  selectErrors,
  selectFailure,
  selectField,
  selectFocus,
  selectView,
} from '#machines/page/form.ts'
import { listFields, fieldNameOf } from '#content/forms/form-parts.ts'
import {
  type FieldCheck,
  formFieldMachine,
  selectErrors as errorsAt,
} from '#machines/page/form-field.ts'
import { formInputs, iri, rejectedForm } from '../../support/ui/sample-form.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { selectBody } from '../../support/ui/form-body.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const [input] = formInputs
const name = 'example[text]'
const list = 'example[children]'
const refusal = { accepted: false, view: rejectedForm }

const paths = formInputs.flatMap((from) =>
  pathsOf(formMachine, {
    input: from,
    events: [
      { type: 'field.changed', field: name, at: name, value: 'Ada' },
      { type: 'field.blurred', field: name },
      { type: 'entry.added', list },
      { type: 'entry.removed', list, entry: `${list}[0]` },
      { type: 'focus.moved' },
      { type: 'submit.requested' },
      { type: 'xstate.done.actor.submitForm', output: { accepted: true, view: null } },
      { type: 'xstate.done.actor.submitForm', output: refusal },
      { type: 'xstate.error.actor.submitForm', error: new Failure('offline') },
    ],
  }),
)

/** Events that reach every field alike are listed once. */
const short = (row: string) =>
  row.replaceAll(/(sends (\S+) to) field [^,()]+(, sends \2 to field [^,()]+)+/g, '$1 every field')

test('has this transition table', () => {
  expect(transitionTable(paths).map(short)).toMatchInlineSnapshot(`
    [
      "start → filling",
      "start → rejected",
      "start → succeeded",
      "form | field.changed [hasField] {values} (sends field.changed to field example[text])",
      "form | field.blurred [hasField] (sends field.blurred to field example[text])",
      "form | entry.added {entries, fields, focus, values, view}",
      "form | entry.removed {focus}",
      "form | focus.moved",
      "filling | submit.requested → submitting (sends form.submitted to every field)",
      "submitting | submitForm done [isAccepted] → succeeded",
      "submitting | submitForm done → rejected (sends field.validated to every field)",
      "submitting | submitForm failed → rejected {failure}",
      "rejected | submit.requested → submitting (sends form.submitted to every field)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(formMachine, paths)).toEqual([])
  expect(untakenTransitions(formMachine, paths)).toEqual([])
})

const run = () => {
  const submitting = controlledPromise<SubmitResult, { iri: string; body: unknown }>()
  const checking = controlledPromise<readonly string[], FieldCheck>()
  const formField = formFieldMachine.provide({ actors: { checkField: checking.logic } })
  const machine = formMachine.provide({ actors: { submitForm: submitting.logic, formField } })
  const ref = createActor(machine, { input }).start()
  const change = (field: string, value: string, at = field) =>
    ref.send({ type: 'field.changed', field, at, value })
  const errorsOf = (field: string) => errorsAt(selectField(field)(ref.getSnapshot())!.getSnapshot())
  return { ref, submitting, checking, change, errorsOf, snapshot: () => ref.getSnapshot() }
}

test('submits all values under the name of the form', async () => {
  const { ref, submitting, change, snapshot } = run()
  change(name, 'Ada')
  change('example[plainPassword]', 'secret', 'example[plainPassword][first]')
  ref.send({ type: 'submit.requested' })
  expect(isBusy(snapshot())).toBe(true)
  expect(submitting.calls[0]!.input).toMatchObject({
    iri,
    body: { example: { text: 'Ada', plainPassword: { first: 'secret', second: '' } } },
  })
  submitting.settle({
    type: 'xstate.done.actor.submitForm',
    output: { accepted: true, view: null },
  })
  await waitFor(ref, isDone)
})

test('passes errors to their fields and keeps the others', async () => {
  const { ref, submitting, errorsOf, snapshot } = run()
  ref.send({ type: 'submit.requested' })
  const view = structuredClone(refusal.view)
  view.vars.errors = ['We are on holiday.']
  submitting.settle({ type: 'xstate.done.actor.submitForm', output: { accepted: false, view } })
  await waitFor(ref, isRejected)
  expect(errorsOf('example[subject]')).toEqual(['Choose a subject.'])
  expect(errorsOf(name)).toEqual([])
  expect(selectErrors(snapshot())).toEqual(['We are on holiday.'])
  ref.send({ type: 'submit.requested' })
  expect(selectErrors(snapshot())).toEqual([])
})

test('reports why a request failed and keeps the values', async () => {
  const { ref, submitting, change, snapshot } = run()
  change(name, 'Ada')
  ref.send({ type: 'submit.requested' })
  submitting.settle({ type: 'xstate.error.actor.submitForm', error: new Failure('offline') })
  await waitFor(ref, isRejected)
  expect(selectFailure(snapshot())?.kind).toBe('offline')
  expect(selectBody(snapshot())).toMatchObject({ example: { text: 'Ada' } })
})

test('ignores a field check that ends after the form was submitted', async () => {
  const { ref, submitting, checking, errorsOf } = run()
  ref.send({ type: 'field.blurred', field: name })
  ref.send({ type: 'submit.requested' })
  expect(checking.calls[0]!.signal.aborted).toBe(true)
  submitting.settle({ type: 'xstate.done.actor.submitForm', output: refusal })
  await waitFor(ref, isRejected)
  checking.calls[0]!.settle({ type: 'xstate.done.actor.checkField', output: ['Too late.'] })
  await Promise.resolve()
  expect(errorsOf(name)).toEqual([])
})

test('checks a field with the values of all fields', () => {
  const { ref, checking, change } = run()
  change('example[subject]', 'praise')
  change(name, 'Ada')
  ref.send({ type: 'field.blurred', field: name })
  expect(checking.calls[0]!.input).toMatchObject({
    iri,
    field: { vars: { full_name: name } },
    isCheckedWhileFilling: true,
    body: { example: { subject: 'praise', text: 'Ada' } },
  })
})

test('names the entry that gets the focus, or the list that has lost one', () => {
  const { ref, snapshot } = run()
  expect(selectFocus(snapshot())).toBeNull()
  ref.send({ type: 'entry.added', list })
  expect(selectFocus(snapshot())).toBe(`${list}[0]`)
  ref.send({ type: 'entry.removed', list, entry: `${list}[0]` })
  expect(selectFocus(snapshot())).toBe(list)
  ref.send({ type: 'focus.moved' })
  expect(selectFocus(snapshot())).toBeNull()
})

test('adds and removes entries with their fields, and uses no index twice', () => {
  const { ref, change, snapshot } = run()
  const names = () =>
    listFields(selectView(snapshot()))
      .map(fieldNameOf)
      .filter((one) => one.startsWith(`${list}[`))
  ref.send({ type: 'entry.added', list })
  ref.send({ type: 'entry.added', list })
  expect(names()).toEqual([`${list}[0][name]`, `${list}[1][name]`])
  change(`${list}[1][name]`, 'Bea')
  ref.send({ type: 'entry.removed', list, entry: `${list}[0]` })
  ref.send({ type: 'entry.added', list })
  expect(names()).toEqual([`${list}[1][name]`, `${list}[2][name]`])
  expect(selectBody(snapshot())).toMatchObject({
    example: { children: { 1: { name: 'Bea' }, 2: { name: '' } } },
  })
  expect(selectField(`${list}[0][name]`)(snapshot())).toBeUndefined()
})
