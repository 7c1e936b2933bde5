import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fieldNameOf, listFields } from '#content/forms/form-parts.ts'
import { Failure } from '#content/model/failure.ts'
import { isBusy, selectField } from '#machines/page/form.ts'
import { formFieldMachine, isChecking, isValid, selectErrors } from '#machines/page/form-field.ts'
import { cover } from '../../support/machines/coverage.ts'
import { blankForm, iri, validatedForm } from '../../support/ui/sample-form.ts'
import { type OpenForm, openForm } from '../../support/ui/render-form.tsx'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(formFieldMachine)
afterEach(cleanup)

const name = 'example[email]'
const label = 'Email address'
const invalidEmail = ['Enter a valid email address.']

/** The form after a submission without scripts that was refused because of this field. */
const refusedView = validatedForm({ example: { email: 'ada' } })

const field = listFields(blankForm).find((part) => fieldNameOf(part) === name)!
const body = { example: { email: 'ada' } }

const paths = [[], invalidEmail].flatMap((errors) =>
  pathsOf(formFieldMachine, {
    input: { iri, field, isCheckedWhileFilling: true, errors },
    events: [
      { type: 'field.changed', body },
      { type: 'field.blurred', body },
      { type: 'field.validated', errors: invalidEmail },
      { type: 'field.validated', errors: [] },
      { type: 'form.submitted' },
      { type: 'xstate.done.actor.checkField', output: invalidEmail },
      { type: 'xstate.done.actor.checkField', output: [] },
      { type: 'xstate.error.actor.checkField', error: new Failure('offline') },
    ],
  }),
)

const fieldIn = ({ formRef }: OpenForm) => selectField(name)(formRef.getSnapshot())!
const settleCheck = ({ happen, checking }: OpenForm, event: Answer) =>
  happen(() => checking.settle(event))
let keys = 0

const gestures: Record<string, (form: OpenForm, event: never) => unknown> = {
  'field.changed': ({ fill }) => fill(label, `${(keys += 1)}`),
  'field.blurred': ({ leave }) => leave(label),
  // The whole form is validated, which finds errors in other fields as well.
  'field.validated': async (form, { errors }: { errors: string[] }) => {
    if (!isBusy(form.formRef.getSnapshot())) form.send()
    const example = { email: errors.length > 0 ? 'ada' : 'ada@example.org' }
    const output = { accepted: false, view: validatedForm({ example }) }
    await form.happen(() =>
      form.submitting.settle({ type: 'xstate.done.actor.submitForm', output }),
    )
  },
  'form.submitted': ({ send }) => send(),
  'xstate.done.actor.checkField': settleCheck,
  'xstate.error.actor.checkField': settleCheck,
}

test.each(namedPaths(paths))('%s', async (_, { input: { errors: known }, events, next }) => {
  const view = known.length > 0 ? refusedView : blankForm
  const form = openForm({ view, inspect: coverage.inspect })
  for (const event of events) {
    const gesture = gestures[event.type] ?? (() => form.happen(() => form.clock.increment(300)))
    await gesture(form, event as never)
  }
  expect(fieldIn(form).getSnapshot().value).toEqual(next.value)
  const input = screen.getByLabelText<HTMLInputElement>(new RegExp(label))
  const errors = selectErrors(next)
  expect(input.getAttribute('aria-invalid')).toBe(errors.length > 0 ? 'true' : null)
  expect(screen.queryAllByText(invalidEmail[0]!)).toHaveLength(errors.length)
  expect(screen.queryAllByRole('img', { name: 'Checking' })).toHaveLength(isChecking(next) ? 1 : 0)
  const isTicked = isValid(next) && input.value !== ''
  expect(screen.queryAllByRole('img', { name: 'Valid' })).toHaveLength(isTicked ? 1 : 0)
})

coverage.expectAll()
