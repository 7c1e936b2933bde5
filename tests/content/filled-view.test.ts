import { describe, expect, test } from 'vitest'
import {
  filledView,
  rejectedView,
  submittedValues,
  withoutPasswords,
} from '#content/forms/filled-view.ts'
import { initialValues } from '#content/forms/form-values.ts'
import { blankForm } from '../support/ui/sample-form.ts'

const typed = new URLSearchParams([
  ['example[text]', 'Ada'],
  ['example[subject]', 'praise'],
  ['example[interests][]', 'design'],
  ['example[interests][]', 'code'],
  ['example[randomCheckbox]', '1'],
  ['example[plainPassword][first]', 'secret'],
])

describe('a form view that is filled in', () => {
  test('has the values of its inputs, and of lists all that were chosen', () => {
    expect(initialValues(filledView(blankForm, typed))).toMatchObject({
      'example[text]': 'Ada',
      'example[subject]': 'praise',
      'example[interests]': ['design', 'code'],
      'example[randomCheckbox]': '1',
      'example[plainPassword][first]': 'secret',
      'example[email]': '',
    })
  })

  test('loses values that are no longer there: a checkbox that is cleared is not sent', () => {
    const filled = filledView(blankForm, typed)
    expect(initialValues(filledView(filled, new URLSearchParams()))).toEqual(
      initialValues(blankForm),
    )
  })

  test('is sent back without passwords', () => {
    const values = initialValues(withoutPasswords(filledView(blankForm, typed)))
    expect(values['example[plainPassword][first]']).toBe('')
    expect(values['example[text]']).toBe('Ada')
  })

  test('is rejected with a reason', () => {
    const { vars } = rejectedView(blankForm, 'Too many attempts.')
    expect(vars).toMatchObject({ submitted: true, valid: false, errors: ['Too many attempts.'] })
  })
})

test('finds what was typed, with the field it belongs to', () => {
  expect(submittedValues(blankForm, typed)).toEqual([
    { field: 'example[text]', at: 'example[text]', value: 'Ada' },
    { field: 'example[plainPassword]', at: 'example[plainPassword][first]', value: 'secret' },
    { field: 'example[subject]', at: 'example[subject]', value: 'praise' },
    { field: 'example[randomCheckbox]', at: 'example[randomCheckbox]', value: '1' },
    { field: 'example[interests]', at: 'example[interests]', value: ['design', 'code'] },
  ])
  expect(submittedValues(blankForm, new URLSearchParams())).toEqual([])
})
