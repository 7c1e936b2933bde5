import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormView } from '#content/forms/form.ts'
import { createFormRegistry } from '#server/forms/form-registry.ts'
import { passwordUpdate, userLogin } from '#server/forms/built-in-forms.ts'
import { parseSubmission, withErrors } from '#server/forms/submission.ts'
import { buildFormView } from '#server/forms/form-view.ts'
import { forms as siteForms } from '#site/forms.ts'
import { form as example } from '#site/forms/example.ts'

const action = 'https://site.test/_api/component/forms/1/submit'
const complete = {
  text: ' Ada ',
  plainPassword: { first: 'analytical', second: 'analytical' },
  subject: 'praise',
  email: 'ada@example.com',
  message: 'Well done',
  developer: 'yes',
  randomCheckbox: '1',
  interests: ['code'],
  other_interests: ['music', 'food'],
  children: [{ name: 'Byron' }],
  text_children: ['one'],
}

const read = (sent: unknown, partial = false) => {
  const submission = parseSubmission(example, { example: sent }, { partial })
  if (!submission) throw new Error('Nothing was read.')
  return submission
}
const errorsOf = (sent: unknown, partial = false) => Object.fromEntries(read(sent, partial).errors)
const childOf = (view: FormView, ...names: string[]): FormView =>
  names.reduce((at, name) => {
    const found = at.children.find(({ vars }) => vars.name === name)
    if (!found) throw new Error(`There is no ${name} in ${at.vars.full_name}.`)
    return found
  }, view)
const nodes = (view: FormView): FormView[] => [view, ...view.children.flatMap(nodes)]
const drawn = (sent: unknown, partial = false) =>
  buildFormView(example, action, read(sent, partial))

describe('submitted values', () => {
  test('are valid when everything required is there', () => {
    const { errors, values } = read(complete)
    expect([...errors]).toEqual([])
    expect(values).toMatchObject({
      text: 'Ada',
      randomCheckbox: true,
      other_interests: ['music', 'food'],
      children: { 0: { name: 'Byron' } },
      text_children: { 0: 'one' },
    })
  })

  test("are read under the form's name", () => {
    expect(parseSubmission(example, {})).toBeNull()
    expect(parseSubmission(example, null)).toBeNull()
    expect(parseSubmission(example, 'example')).toBeNull()
    expect(parseSubmission(example, { example: 'text' })).toBeNull()
    expect(parseSubmission(example, { contact: complete })).toBeNull()
  })

  test('give one error for each missing field', () => {
    expect(errorsOf({})).toEqual({
      'example[plainPassword][first]': ['Enter a password.'],
      'example[subject]': ['Choose a subject.'],
      'example[email]': ['Enter your email address.'],
      'example[message]': ['Write a message.'],
      'example[developer]': ['Choose an answer.'],
      'example[randomCheckbox]': ['Check this box to continue.'],
    })
  })

  test('are validated only where something was sent, in a partial submission', () => {
    expect(errorsOf({}, true)).toEqual({})
    expect(errorsOf({ email: 'ada' }, true)).toEqual({
      'example[email]': ['Enter a valid email address.'],
    })
    expect(errorsOf({ message: '' }, true)).toEqual({ 'example[message]': ['Write a message.'] })
    expect([...read({ message: 'x' }, true).submitted].toSorted()).toEqual([
      'example',
      'example[message]',
    ])
  })

  test.each([
    ['nothing', '', true],
    ['no domain', 'ada@', true],
    ['two at signs', 'a@b@c.de', true],
    ['an object', { a: 1 }, true],
    ['an address', 'ada@example.com', false],
  ])('validate an email address that is %s', (_, email, isWrong) => {
    expect('example[email]' in errorsOf({ ...complete, email })).toBe(isWrong)
  })

  test('require equal passwords of a minimum length', () => {
    const errors = (first: unknown, second: unknown, partial = false) =>
      errorsOf({ plainPassword: { first, second } }, partial)['example[plainPassword][first]']
    expect(errors('secret1', 'secret2')).toEqual(['The two passwords are not the same.'])
    expect(errors('short', 'short')).toEqual(['Use at least 6 characters.'])
    expect(errors('  six  ', '  six  ')).toBeUndefined()
    expect(errors('secret1', undefined)).toEqual(['The two passwords are not the same.'])
    expect(
      errorsOf({ plainPassword: { first: 'secret1' } }, true),
      'the second has not been typed yet',
    ).toEqual({})
  })

  test('allow only the offered choices', () => {
    expect(errorsOf({ subject: 'bribe' }, true)).toHaveProperty(['example[subject]'])
    expect(errorsOf({ developer: ['yes'] }, true)).toHaveProperty(['example[developer]'])
    expect(errorsOf({ interests: ['code', 'bribe'] }, true)).toHaveProperty(['example[interests]'])
    expect(errorsOf({ other_interests: 'music' }, true)).toHaveProperty([
      'example[other_interests]',
    ])
    expect(errorsOf({ interests: { 0: 'code', 2: null } }, true)).toEqual({})
  })

  test.each([null, false, '', '0', undefined])('leave a box unchecked for %j', (sent) => {
    expect(errorsOf({ ...complete, randomCheckbox: sent })).toHaveProperty([
      'example[randomCheckbox]',
    ])
  })

  test('skip entries that were only added, and no others', () => {
    expect(errorsOf({ children: [null, {}, { name: 'Byron' }] }, true)).toEqual({})
    expect(errorsOf({ children: { 3: { name: '' }, 7: { name: 'Byron' } } }, true)).toEqual({
      'example[children][3][name]': ['Enter a name.'],
    })
    expect(errorsOf({ ...complete, children: [{ other: 1 }] })).toEqual({
      'example[children][0][name]': ['Enter a name.'],
    })
    expect(errorsOf({ text_children: [null, 'one', { a: 1 }] }, true)).toEqual({
      'example[text_children][2]': ['This value is not valid.'],
    })
  })

  test('parse and render any input, with every error at a field', () => {
    const names = Object.keys(example.fields)
    const body = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(body, fc.boolean(), (sent, partial) => {
        const submission = parseSubmission(example, { example: sent }, { partial })!
        const view = buildFormView(example, action, submission)
        expect(JSON.parse(JSON.stringify(view))).toEqual(view)
        const shownErrors = Object.fromEntries(
          nodes(view).flatMap(({ vars }) =>
            vars.errors.length ? [[vars.full_name.replace(/\[\]$/, ''), vars.errors]] : [],
          ),
        )
        expect(shownErrors).toEqual(Object.fromEntries(submission.errors))
        expect(view.vars.valid).toBe(submission.errors.size === 0)
      }),
    )
  })

  test('never become anything but plain values', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"a":1},"children":{"__proto__":{"name":"x"},"constructor":{"name":"y"}},"interests":5}',
    ) as unknown
    const { values } = read(hostile, true)
    expect(values).toEqual({ children: {}, interests: [] })
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
    const many = Array.from({ length: 5000 }, (_, at) => ({ name: `${at}` }))
    expect(errorsOf({ children: many }, true)).toEqual({
      'example[children]': ['Use at most 200 entries.'],
    })
    expect(errorsOf({ message: 'x'.repeat(10_001) }, true)).toHaveProperty(['example[message]'])
  })
})

describe('the view', () => {
  test('describes the form and its action', () => {
    expect(buildFormView(example, action)).toMatchObject({
      vars: {
        id: 'example',
        name: 'example',
        full_name: 'example',
        unique_block_prefix: '_example',
        block_prefixes: ['form', 'example', '_example'],
        attr: {},
        errors: [],
        submitted: false,
        valid: true,
        action,
        method: 'POST',
        api_disabled: false,
        realtime_validate_disabled: false,
      },
      rendered: false,
      methodRendered: false,
    })
    expect(buildFormView(example, action).vars).not.toHaveProperty('value')
    expect(buildFormView(userLogin, action).vars).toMatchObject({
      api_disabled: true,
      realtime_validate_disabled: true,
    })
  })

  test('describes each field', () => {
    const view = buildFormView(example, action)
    expect(view.children.map(({ vars }) => vars.full_name)).toEqual(
      Object.keys(example.fields)
        .map((name) => `example[${name}]`)
        .with(Object.keys(example.fields).indexOf('other_interests'), 'example[other_interests][]'),
    )
    expect(childOf(view, 'email').vars).toEqual({
      id: 'example_email',
      name: 'email',
      full_name: 'example[email]',
      unique_block_prefix: '_example_email',
      block_prefixes: ['form', 'text', 'email', '_example_email'],
      attr: { autocomplete: 'email' },
      label: 'Email address',
      label_attr: {},
      help: 'Only to answer you.',
      required: true,
      disabled: false,
      submitted: false,
      valid: true,
      errors: [],
      value: '',
    })
    expect(childOf(view, 'subject').vars).toMatchObject({
      multiple: false,
      expanded: false,
      placeholder: 'What is it about?',
      preferred_choices: [],
      value: '',
    })
    expect(childOf(view, 'subject').vars.choices?.[0]).toEqual({
      label: 'A question',
      value: 'question',
      attr: {},
    })
    expect(childOf(view, 'submit').vars.block_prefixes).toEqual([
      'button',
      'submit',
      '_example_submit',
    ])
  })

  test('has the two inputs of a password, without their values', () => {
    const view = drawn({ ...complete, plainPassword: { first: 'secret1', second: 'secret2' } })
    const first = childOf(view, 'plainPassword', 'first').vars
    expect(first).toMatchObject({
      full_name: 'example[plainPassword][first]',
      label: 'Password',
      required: true,
      value: '',
      valid: false,
      errors: ['The two passwords are not the same.'],
    })
    expect(childOf(view, 'plainPassword', 'second').vars).toMatchObject({
      label: 'Repeat password',
      errors: [],
    })
    expect(childOf(view, 'plainPassword').vars).toMatchObject({ errors: [], valid: false })
    expect(JSON.stringify(view)).not.toContain('secret')
  })

  test('lists the options of expanded choices', () => {
    const view = drawn(complete)
    expect(childOf(view, 'developer').children.map(({ vars }) => vars)).toMatchObject([
      { id: 'example_developer_0', full_name: 'example[developer]', value: 'yes', checked: true },
      { id: 'example_developer_1', full_name: 'example[developer]', value: 'no', checked: false },
    ])
    expect(childOf(view, 'interests').vars).toMatchObject({ multiple: true, expanded: true })
    expect(childOf(view, 'interests').children.map(({ vars }) => vars)).toMatchObject([
      { full_name: 'example[interests][]', value: 'design', checked: false },
      { full_name: 'example[interests][]', value: 'writing', checked: false },
      { full_name: 'example[interests][]', value: 'code', checked: true },
    ])
    expect(childOf(view, 'other_interests')).toMatchObject({
      vars: { multiple: true, expanded: false, value: ['music', 'food'] },
      children: [],
    })
  })

  test('has a prototype for new entries of a list, and its entries', () => {
    const empty = childOf(buildFormView(example, action), 'children')
    expect(empty.children).toEqual([])
    expect(empty.vars).toMatchObject({ allow_add: true, allow_delete: true })
    expect(empty.prototype).toMatchObject({
      vars: { name: '__name__', full_name: 'example[children][__name__]' },
      children: [
        {
          vars: {
            id: 'example_children___name___name',
            full_name: 'example[children][__name__][name]',
            unique_block_prefix: '_example_children_entry_name',
            required: true,
          },
        },
      ],
    })
    const filled = drawn({ children: { 3: { name: '' }, 7: null } }, true)
    expect(childOf(filled, 'children').children.map(({ vars }) => vars.full_name)).toEqual([
      'example[children][3]',
      'example[children][7]',
    ])
    expect(childOf(filled, 'children', '3', 'name').vars.errors).toEqual(['Enter a name.'])
    expect(childOf(filled, 'children', '7').vars.submitted).toBe(false)
    expect(childOf(buildFormView(example, action), 'text_children').prototype?.vars.full_name).toBe(
      'example[text_children][__name__]',
    )
  })

  test('keeps the values, and marks submitted fields', () => {
    const view = drawn({ email: 'ada', randomCheckbox: '1' }, true)
    expect(childOf(view, 'email').vars).toMatchObject({
      value: 'ada',
      submitted: true,
      valid: false,
    })
    expect(childOf(view, 'randomCheckbox').vars).toMatchObject({ value: '1', checked: true })
    expect(childOf(view, 'message').vars).toMatchObject({ submitted: false, valid: true })
    expect(view.vars).toMatchObject({ submitted: true, valid: false, errors: [] })
  })

  test('shows errors of the server at their fields, if they were sent', () => {
    const submission = withErrors(read({ email: 'ada@example.com' }, true), {
      'example[email]': 'Somebody else has this address.',
      'example[text]': 'Never shownErrors.',
    })
    expect([...submission.errors.keys()]).toEqual(['example[email]'])
  })
})

describe('the form registry', () => {
  test('has the forms of the contract and of the site', () => {
    expect(createFormRegistry(siteForms).names).toEqual([
      'user_register',
      'change_password',
      'new_email_address',
      'password_update',
      'user_login',
      'example',
    ])
    expect(createFormRegistry(siteForms).get('password_update')).toBe(passwordUpdate)
    expect(createFormRegistry(siteForms).get('constructor')).toBeUndefined()
  })

  test('rejects duplicate names', () => {
    expect(() => createFormRegistry([userLogin])).toThrow('Two forms have the same name')
  })
})
