import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/failure.ts'
import { formFieldMachine, isChecking, isValid, selectErrors } from '#machines/form-field.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const input = { name: 'contact[email]' }
const wrong = ['Enter a valid email address.']
const paths = pathsOf(formFieldMachine, {
  input,
  events: [
    { type: 'field.changed' },
    { type: 'field.left' },
    { type: 'field.judged', errors: wrong },
    { type: 'field.judged', errors: [] },
    { type: 'form.sent' },
    { type: 'xstate.done.actor.checkField', output: wrong },
    { type: 'xstate.done.actor.checkField', output: [] },
    { type: 'xstate.error.actor.checkField', error: new Failure('offline') },
  ],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → untouched",
      "untouched | field.changed → filling",
      "untouched | field.left → checking",
      "untouched | field.judged → invalid",
      "untouched | field.judged → valid",
      "filling | field.left → checking",
      "filling | field.judged → invalid",
      "filling | field.judged → valid",
      "checking | field.changed → waiting",
      "checking | field.judged → invalid",
      "checking | field.judged → valid",
      "checking | form.sent → filling",
      "checking | checkField done → invalid",
      "checking | checkField done → valid",
      "checking | checkField failed → filling",
      "invalid | field.changed → mending",
      "invalid | field.judged → invalid",
      "invalid | field.judged → valid",
      "valid | field.changed → filling",
      "valid | field.judged → invalid",
      "valid | field.judged → valid",
      "waiting | field.changed → waiting",
      "waiting | field.left → checking",
      "waiting | field.judged → invalid",
      "waiting | field.judged → valid",
      "waiting | form.sent → filling",
      "waiting | pause over → checking",
      "mending | field.changed → mending",
      "mending | field.left → checking",
      "mending | field.judged → invalid",
      "mending | field.judged → valid",
      "mending | form.sent → filling",
      "mending | pause over → checking",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(formFieldMachine, paths)).toEqual([])
  expect(uncrossed(formFieldMachine, paths)).toEqual([])
})

const run = () => {
  const checking = puppet<readonly string[], { name: string }>()
  const clock = new SimulatedClock()
  const ref = createActor(formFieldMachine.provide({ actors: { checkField: checking.logic } }), {
    input,
    clock,
  }).start()
  return { ref, checking, clock, now: () => ref.getSnapshot() }
}

test('says nothing while somebody writes for the first time, and looks when they leave', async () => {
  const { ref, checking, clock } = run()
  ref.send({ type: 'field.changed' })
  clock.increment(10_000)
  expect(checking.heard).toEqual([])
  ref.send({ type: 'field.left' })
  checking.settle({ type: 'xstate.done.actor.checkField', output: wrong })
  await waitFor(ref, (at) => selectErrors(at).length > 0)
  expect(selectErrors(ref.getSnapshot())).toEqual(wrong)
})

test('once something is wrong it looks again as it is mended, a moment after the last key', async () => {
  const { ref, checking, clock, now } = run()
  ref.send({ type: 'field.judged', errors: wrong })
  ref.send({ type: 'field.changed' })
  clock.increment(299)
  ref.send({ type: 'field.changed' })
  clock.increment(299)
  expect(checking.heard).toEqual([])
  expect(selectErrors(now())).toEqual(wrong)
  clock.increment(1)
  expect(isChecking(now())).toBe(true)
  expect(selectErrors(now())).toEqual([])
  checking.settle({ type: 'xstate.done.actor.checkField', output: [] })
  await waitFor(ref, isValid)
})

test('an answer about what was there before is nobody’s, whatever it says', async () => {
  const { ref, checking, clock } = run()
  ref.send({ type: 'field.left' })
  ref.send({ type: 'field.changed' })
  expect(checking.heard[0]!.signal.aborted).toBe(true)
  clock.increment(300)
  checking.heard[1]!.settle({ type: 'xstate.done.actor.checkField', output: [] })
  await waitFor(ref, isValid)
  checking.heard[0]!.settle({ type: 'xstate.done.actor.checkField', output: wrong })
  await Promise.resolve()
  expect(selectErrors(ref.getSnapshot())).toEqual([])
})

test('what cannot be looked at now is not called wrong', async () => {
  const { ref, checking } = run()
  ref.send({ type: 'field.left' })
  checking.settle({ type: 'xstate.error.actor.checkField', error: new Failure('offline') })
  await waitFor(ref, (at) => !isChecking(at))
  expect(selectErrors(ref.getSnapshot())).toEqual([])
  expect(isValid(ref.getSnapshot())).toBe(false)
})
