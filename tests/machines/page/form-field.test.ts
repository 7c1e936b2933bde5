import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { fieldNameOf, listFields } from '#content/forms/form-parts.ts'
import { Failure } from '#content/model/failure.ts'
import {
  type FieldCheck,
  formFieldMachine,
  isChecking,
  isValid,
  selectErrors,
} from '#machines/page/form-field.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { blankForm, iri } from '../../support/ui/sample-form.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const wrong = ['Enter a valid email address.']
const field = listFields(blankForm).find((part) => fieldNameOf(part) === 'example[email]')!
const input = { iri, field, isCheckedWhileFilling: true, errors: [] }
const body = { example: { email: 'ada' } }
/** Of a form that was refused without scripts. */
const refusedInput = { ...input, errors: wrong }
const paths = [input, refusedInput].flatMap((from) =>
  pathsOf(formFieldMachine, {
    input: from,
    events: [
      { type: 'field.changed', body },
      { type: 'field.blurred', body },
      { type: 'field.validated', errors: wrong },
      { type: 'field.validated', errors: [] },
      { type: 'form.submitted' },
      { type: 'xstate.done.actor.checkField', output: wrong },
      { type: 'xstate.done.actor.checkField', output: [] },
      { type: 'xstate.error.actor.checkField', error: new Failure('offline') },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → untouched",
      "start → invalid",
      "formField | field.validated [hasErrors] → invalid {errors}",
      "formField | field.validated → valid",
      "untouched | field.changed → filling",
      "untouched | field.blurred → checking {body}",
      "filling | field.blurred → checking {body}",
      "checking | field.changed → debouncing",
      "checking | form.submitted → filling",
      "checking | checkField done [hasErrors] → invalid {errors}",
      "checking | checkField done → valid",
      "checking | checkField failed → filling",
      "valid | field.changed → filling",
      "invalid | field.changed → correcting {body}",
      "correcting | field.changed → correcting",
      "correcting | field.blurred → checking",
      "correcting | form.submitted → filling",
      "correcting | debounce elapsed → checking",
      "debouncing | field.changed → debouncing",
      "debouncing | field.blurred → checking",
      "debouncing | form.submitted → filling",
      "debouncing | debounce elapsed → checking",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(formFieldMachine, paths)).toEqual([])
  expect(untakenTransitions(formFieldMachine, paths)).toEqual([])
})

const run = () => {
  const checking = controlledPromise<readonly string[], FieldCheck>()
  const clock = new SimulatedClock()
  const ref = createActor(formFieldMachine.provide({ actors: { checkField: checking.logic } }), {
    input,
    clock,
  }).start()
  return { ref, checking, clock, snapshot: () => ref.getSnapshot() }
}

test('shows no errors while the value is first typed, and checks it on blur', async () => {
  const { ref, checking, clock } = run()
  ref.send({ type: 'field.changed', body })
  clock.increment(10_000)
  expect(checking.calls).toEqual([])
  ref.send({ type: 'field.blurred', body })
  checking.settle({ type: 'xstate.done.actor.checkField', output: wrong })
  await waitFor(ref, (at) => selectErrors(at).length > 0)
  expect(selectErrors(ref.getSnapshot())).toEqual(wrong)
})

test('checks an invalid value again while it is corrected, after a pause', async () => {
  const { ref, checking, clock, snapshot } = run()
  ref.send({ type: 'field.validated', errors: wrong })
  ref.send({ type: 'field.changed', body })
  clock.increment(299)
  ref.send({ type: 'field.changed', body })
  clock.increment(299)
  expect(checking.calls).toEqual([])
  expect(selectErrors(snapshot())).toEqual(wrong)
  clock.increment(1)
  expect(isChecking(snapshot())).toBe(true)
  expect(selectErrors(snapshot())).toEqual([])
  checking.settle({ type: 'xstate.done.actor.checkField', output: [] })
  await waitFor(ref, isValid)
})

test('ignores the result of a check of an older value', async () => {
  const { ref, checking, clock } = run()
  ref.send({ type: 'field.blurred', body })
  ref.send({ type: 'field.changed', body })
  expect(checking.calls[0]!.signal.aborted).toBe(true)
  clock.increment(300)
  checking.calls[1]!.settle({ type: 'xstate.done.actor.checkField', output: [] })
  await waitFor(ref, isValid)
  checking.calls[0]!.settle({ type: 'xstate.done.actor.checkField', output: wrong })
  await Promise.resolve()
  expect(selectErrors(ref.getSnapshot())).toEqual([])
})

test('is not invalid when the check itself fails', async () => {
  const { ref, checking } = run()
  ref.send({ type: 'field.blurred', body })
  checking.settle({ type: 'xstate.error.actor.checkField', error: new Failure('offline') })
  await waitFor(ref, (at) => !isChecking(at))
  expect(selectErrors(ref.getSnapshot())).toEqual([])
  expect(isValid(ref.getSnapshot())).toBe(false)
})
