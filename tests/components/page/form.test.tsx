import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fieldNameOf } from '#content/forms/form-parts.ts'
import { Failure } from '#content/model/failure.ts'
import { formMachine, isBusy, isDone, isRejected, selectFailure } from '#machines/page/form.ts'
import { buildFormView } from '#server/forms/form-view.ts'
import { selectBody } from '../../support/ui/form-body.ts'
import { cover } from '../../support/machines/coverage.ts'
import { formInputs, rejectedForm } from '../../support/ui/sample-form.ts'
import { type OpenForm, openForm } from '../../support/ui/render-form.tsx'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(formMachine)
afterEach(cleanup)

const name = 'example[text]'
const list = 'example[children]'
const refusal = { accepted: false, view: rejectedForm }
const accepted = { accepted: true, view: null }

const paths = formInputs
  .flatMap((from) =>
    pathsOf(formMachine, {
      input: from,
      events: [
        { type: 'field.changed', field: name, at: name, value: 'Ada' },
        { type: 'field.blurred', field: name },
        { type: 'entry.added', list },
        { type: 'entry.removed', list, entry: `${list}[0]` },
        { type: 'submit.requested' },
        { type: 'xstate.done.actor.submitForm', output: accepted },
        { type: 'xstate.done.actor.submitForm', output: refusal },
        { type: 'xstate.error.actor.submitForm', error: new Failure('offline') },
      ],
      // A sent form has no fields any more.
    }),
  )
  .filter(({ events, from }) => events.length === 0 || !isDone(from))

const settleSubmit = ({ happen, submitting }: OpenForm, event: Answer) =>
  happen(() => submitting.settle(event))

const pressAdd = () => fireEvent.click(screen.getByRole('button', { name: 'Add to Children' }))

const gestures: Record<string, (form: OpenForm, event: never) => unknown> = {
  'field.changed': ({ fill }) => fill('Name optional', 'Ada'),
  'field.blurred': ({ leave }) => leave('Name optional'),
  'entry.added': pressAdd,
  'entry.removed': () => {
    const remove = { name: 'Remove number 1 of Children' }
    if (!screen.queryByRole('button', remove)) pressAdd()
    fireEvent.click(screen.getByRole('button', remove))
  },
  'submit.requested': ({ send }) => send(),
  'xstate.done.actor.submitForm': settleSubmit,
  'xstate.error.actor.submitForm': settleSubmit,
}

test.each(namedPaths(paths))('%s', async (_, { input: { view, isSubmitted }, events, next }) => {
  const form = openForm({ view, isSubmitted, inspect: coverage.inspect })
  for (const event of events) await gestures[event.type]!(form, event as never)
  const now = form.formRef.getSnapshot()
  expect(now.value).toEqual(next.value)
  expect(selectBody(now)).toEqual(selectBody(next))
  expect(screen.queryByText('Thank you.') !== null).toBe(isDone(next))
  const send = screen.queryByRole('button', { name: 'Send' })
  expect(send?.getAttribute('aria-busy') ?? null).toBe(isBusy(next) ? 'true' : null)
  const alert = screen.queryByRole('alert')?.textContent
  expect(alert).toBe(
    isRejected(next)
      ? (selectFailure(next)?.message ?? 'The form was not sent. Please check the marked fields.')
      : undefined,
  )
})

describe('the types of form fields', () => {
  const bodyOf = ({ formRef }: OpenForm) =>
    (selectBody(formRef.getSnapshot()) as Record<string, Record<string, unknown>>)['example']!

  test('render their own inputs and submit what is filled in', () => {
    const form = openForm()
    form.fill('Name optional', 'Ada')
    form.fill('Subject', 'praise')
    form.fill('Email address', 'ada@example.org')
    form.fill('Message', 'Come and play.')
    fireEvent.click(screen.getByLabelText('No'))
    fireEvent.click(screen.getByLabelText('I have read what I wrote'))
    fireEvent.click(screen.getByLabelText('Design'))
    fireEvent.click(screen.getByLabelText('Code'))
    fireEvent.click(screen.getByLabelText('Design'))
    const others = screen.getByLabelText<HTMLSelectElement>('Other interests optional')
    for (const option of others.options) option.selected = option.value !== 'food'
    fireEvent.change(others)
    form.fill('Password', 'long enough')
    form.fill('Repeat password', 'long enough')
    expect(bodyOf(form)).toMatchObject({
      text: 'Ada',
      subject: 'praise',
      email: 'ada@example.org',
      message: 'Come and play.',
      developer: 'no',
      randomCheckbox: '1',
      interests: ['code'],
      other_interests: ['music', 'travel', 'sport'],
      plainPassword: { first: 'long enough', second: 'long enough' },
    })
    expect(screen.getByLabelText('Email address').getAttribute('autocomplete')).toBe('email')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
    fireEvent.click(screen.getByLabelText('I have read what I wrote'))
    expect(bodyOf(form)['randomCheckbox']).toBeNull()
  })

  test('entries of a list can be added and removed, and focus follows', async () => {
    openForm()
    const children = screen.getByRole('group', { name: 'Children optional' })
    const add = within(children).getByRole('button', { name: 'Add to Children' })
    await act(async () => add.click())
    expect(document.activeElement).toBe(within(children).getByLabelText('Name'))
    await act(async () => add.click())
    expect(within(children).getAllByLabelText('Name')).toHaveLength(2)
    await act(async () =>
      within(children).getByRole('button', { name: 'Remove number 1 of Children' }).click(),
    )
    expect(within(children).getAllByLabelText('Name')).toHaveLength(1)
    expect(document.activeElement).toBe(add)
  })

  test('hidden fields are not shown but submitted', () => {
    const view = buildFormView(
      {
        name: 'example',
        fields: { token: { type: 'hidden' }, go: { type: 'submit', label: 'Send' } },
      },
      '',
    )
    view.children[0]!.vars.value = 'abc'
    const form = openForm({ view })
    expect(document.querySelector('input:not([type=hidden])')).toBeNull()
    expect(bodyOf(form)).toEqual({ token: 'abc' })
  })

  test('groups render a legend, and unknown types a text input', () => {
    const view = buildFormView(
      {
        name: 'example',
        fields: {
          place: {
            type: 'group',
            label: 'Where',
            fields: { when: { type: 'text', label: 'When', required: 'Say when.' } },
          },
        },
      },
      '',
    )
    const [when] = view.children[0]!.children
    when!.vars.block_prefixes = ['form', 'date']
    openForm({ view })
    const group = screen.getByRole('group', { name: 'Where' })
    expect(within(group).getByLabelText('When').getAttribute('type')).toBe('date')
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
  })
})

describe('a repeated field', () => {
  test('is validated once the second input loses focus', () => {
    const { fill, leave, checking } = openForm()
    fill('Password', 'long enough')
    leave('Password')
    expect(checking.calls).toEqual([])
    fill('Repeat password', 'something else')
    leave('Repeat password')
    expect(checking.calls.map(({ input }) => fieldNameOf(input.field))).toEqual([
      'example[plainPassword]',
    ])
  })
})

test('after a rejection the first invalid field has focus and its error', async () => {
  const form = openForm()
  form.send()
  await settleSubmit(form, { type: 'xstate.done.actor.submitForm', output: refusal })
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  const subject = screen.getByLabelText('Subject')
  const described = document.getElementById(subject.getAttribute('aria-describedby')!)
  expect(described!.textContent).toBe('Choose a subject.')
})

test('after submission the success message has focus', async () => {
  const form = openForm()
  form.send()
  await settleSubmit(form, { type: 'xstate.done.actor.submitForm', output: accepted })
  expect(document.activeElement!.textContent).toBe('Thank you.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

coverage.expectAll()
