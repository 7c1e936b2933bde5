import { expect, test } from 'vitest'
import {
  bodyOf,
  entriesIn,
  entryOf,
  errorsElsewhere,
  errorsIn,
  errorsOf,
  fieldsIn,
  isFormView,
  listIn,
  nameOf,
  sortOf,
  valuesIn,
  withEntries,
} from '#content/form-values.ts'
import { readSubmission } from '#server/forms/submission.ts'
import { viewOf } from '#server/forms/view.ts'
import { form } from '#site/forms/example.ts'

const view = viewOf(form, '/submit')
const answered = (values: Record<string, unknown>) =>
  viewOf(form, '/submit', readSubmission(form, { example: values })!)

test('every field of the demo form is found, however it is nested', () => {
  expect(fieldsIn(view).map((part) => [nameOf(part), sortOf(part)])).toEqual([
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

test('a form that is called as a field is drawn is still a form', () => {
  const named = viewOf({ ...form, name: 'text' }, '/submit')
  expect(sortOf(named)).toBe('group')
})

test('it begins with what it came with, a box that is not ticked being nothing', () => {
  expect(valuesIn(view)).toEqual({
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

test('what is filled in is sent nested, and read there as it was meant', () => {
  const values = {
    ...valuesIn(view),
    'example[interests]': ['design'],
    'example[children][3][name]': 'Ada',
    'example[text_children][1]': 'A note',
  }
  expect(readSubmission(form, bodyOf(values))?.values).toMatchObject({
    interests: ['design'],
    randomCheckbox: false,
    children: { 3: { name: 'Ada' } },
    text_children: { 1: 'A note' },
  })
})

test('what was said is told to the field it is about, a pair speaking for its halves', () => {
  const errors = errorsIn(answered({ plainPassword: { first: 'abc', second: 'abc' } }))
  const said = Object.fromEntries(
    fieldsIn(view).map((part) => [nameOf(part), errorsOf(part, errors)]),
  )
  expect(said).toMatchObject({
    'example[plainPassword]': ['Use at least 6 characters.'],
    'example[subject]': ['Choose a subject.'],
    'example[text]': [],
  })
})

test('what is about nothing that can be seen is said by the form itself', () => {
  const errors = {
    example: ['Too late.'],
    'example[hidden]': ['Forged.'],
    'example[text]': ['No.'],
  }
  expect(errorsElsewhere(view, errors)).toEqual(['Too late.', 'Forged.'])
})

test('an entry is added with its number, and counted from the highest there is', () => {
  const list = listIn(view, 'example[children]')
  const entry = entryOf(list, 4)
  expect(nameOf(entry)).toBe('example[children][4]')
  expect(valuesIn(entry)).toEqual({ 'example[children][4][name]': '' })
  const more = withEntries(view, 'example[children]', (before) => [...before, entry])
  expect(entriesIn(view)).toBe(0)
  expect(entriesIn(more)).toBe(5)
  expect(fieldsIn(more).map(nameOf)).toContain('example[children][4][name]')
  expect(() => listIn(view, 'example[nobody]')).toThrow('no list')
})

test('only a view is one', () => {
  expect(isFormView(view)).toBe(true)
  expect([undefined, null, 'form', {}].map(isFormView)).toEqual([false, false, false, false])
})
