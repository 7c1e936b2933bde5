import { expect, test } from 'vitest'
import {
  toSubmission,
  fillForm,
  initialValues,
  withEntry,
  withoutEntry,
} from '#content/forms/form-values.ts'
import { formErrors, collectErrors, fieldErrors } from '#content/forms/form-errors.ts'
import { listFields, isFormView, fieldNameOf, fieldTypeOf } from '#content/forms/form-parts.ts'
import { parseSubmission } from '#server/forms/submission.ts'
import { buildFormView } from '#server/forms/form-view.ts'
import { form } from '#site/forms/example.ts'

const view = buildFormView(form, '/submit')
const answered = (values: Record<string, unknown>) =>
  buildFormView(form, '/submit', parseSubmission(form, { example: values })!)

test('finds every field of the demo form at any depth', () => {
  expect(listFields(view).map((part) => [fieldNameOf(part), fieldTypeOf(part)])).toEqual([
    ['example[text]', 'text'],
    ['example[plainPassword]', 'repeated'],
    ['example[subject]', 'choice'],
    ['example[email]', 'email'],
    ['example[message]', 'textarea'],
    ['example[developer]', 'choice'],
    ['example[randomCheckbox]', 'checkbox'],
    ['example[interests]', 'choice'],
    ['example[other_interests]', 'choice'],
    ['example[children]', 'collection'],
    ['example[text_children]', 'collection'],
  ])
})

test('a form with the name of a field type is still a form', () => {
  const named = buildFormView({ ...form, name: 'text' }, '/submit')
  expect(fieldTypeOf(named)).toBe('group')
})

test('reads the initial values; an unchecked box has none', () => {
  expect(initialValues(view)).toEqual({
    'example[text]': '',
    'example[plainPassword][first]': '',
    'example[plainPassword][second]': '',
    'example[subject]': '',
    'example[email]': '',
    'example[message]': '',
    'example[developer]': '',
    'example[randomCheckbox]': null,
    'example[interests]': [],
    'example[other_interests]': [],
  })
})

test('submits nested values, which the server reads with their types', () => {
  const values = {
    ...initialValues(view),
    'example[interests]': ['design'],
    'example[children][3][name]': 'Ada',
    'example[text_children][1]': 'A note',
  }
  expect(parseSubmission(form, toSubmission(values))?.values).toMatchObject({
    interests: ['design'],
    randomCheckbox: false,
    children: { 3: { name: 'Ada' } },
    text_children: { 1: 'A note' },
  })
})

test('assigns violations to their fields; a repeated field has those of its two inputs', () => {
  const errors = collectErrors(answered({ plainPassword: { first: 'abc', second: 'abc' } }))
  const errorsByField = Object.fromEntries(
    listFields(view).map((part) => [fieldNameOf(part), fieldErrors(part, errors)]),
  )
  expect(errorsByField).toMatchObject({
    'example[plainPassword]': ['Use at least 6 characters.'],
    'example[subject]': ['Choose a subject.'],
    'example[text]': [],
  })
})

test('shows violations without a visible field on the form itself', () => {
  const errors = {
    example: ['Too late.'],
    'example[hidden]': ['Forged.'],
    'example[text]': ['No.'],
  }
  expect(formErrors(view, errors)).toEqual(['Too late.', 'Forged.'])
})

test('numbers an added entry after the highest existing number', () => {
  const list = 'example[children]'
  const blank = { ...fillForm(view), entries: 4 }
  expect(fillForm(view).entries).toBe(0)
  const { entry, filled } = withEntry(blank, list)
  expect(fieldNameOf(entry)).toBe('example[children][4]')
  expect(initialValues(entry)).toEqual({ 'example[children][4][name]': '' })
  expect(filled.values).toEqual({ ...blank.values, ...initialValues(entry) })
  expect([filled.entries, fillForm(filled.view).entries]).toEqual([5, 5])
  expect(listFields(filled.view).map(fieldNameOf)).toContain('example[children][4][name]')
  expect(withoutEntry(filled, list, fieldNameOf(entry))).toEqual({ ...blank, entries: 5 })
  expect(() => withEntry(blank, 'example[nobody]')).toThrow('no list')
})

test('recognizes a form view', () => {
  expect(isFormView(view)).toBe(true)
  expect([undefined, null, 'form', {}].map(isFormView)).toEqual([false, false, false, false])
})
