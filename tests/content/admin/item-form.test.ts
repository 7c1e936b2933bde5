import { expect, test } from 'vitest'
import fc from 'fast-check'
import { newUserFields, ownAccountFields, userFields } from '#content/admin/account-fields.ts'
import { dataFields, pageFields } from '#content/admin/item-fields.ts'
import { conflictsOf, editsAfterSaving, editsWithTheirs } from '#content/admin/item-conflicts.ts'
import {
  type ItemDraft,
  type ItemForm,
  bodyOf,
  errorsIn,
  hasChanges,
  savedValue,
  shownFields,
  shownValue,
  stillUnsaved,
} from '#content/admin/item-form.ts'
import type { Resource } from '#content/model/resource.ts'
import { seed } from '../../support/seed.ts'

const choices = {
  designs: [
    { value: 'Primary', label: 'Primary page', styles: [{ className: 'big-text', label: 'Big' }] },
    { value: 'Article', label: 'Article', styles: [] },
  ],
  layouts: { options: [{ value: '/_/layouts/1', label: 'main' }], isSearched: false },
  templates: { options: [{ value: '/_/pages/9', label: 'article' }], isSearched: false },
  copies: null,
  parent: null,
  hasSocialImage: false,
  ownFields: [],
  partFields: [],
}
const formOf = (fields: ItemForm['fields'], properties: object | null): ItemForm => ({
  fields,
  version: properties && {
    resource: {
      '@id': '/_/pages/1',
      '@type': 'Page',
      ...properties,
      _metadata: {},
    } as Resource,
    etag: '"1"',
  },
})
const page = {
  reference: 'home',
  title: 'Home',
  isTemplate: false,
  layout: '/_/layouts/1',
  uiComponent: 'Primary',
  uiClassNames: ['big-text'],
}
const pageForm = formOf(pageFields(choices), page)
const field = ({ fields }: ItemForm, name: string) => fields.find((each) => each.name === name)!

test('sends only what differs, as the API stores it', () => {
  expect(bodyOf(pageForm, { title: ' Home ' })).toEqual({})
  expect(bodyOf(pageForm, { title: ' Start ', isTemplate: 'true', uiClassNames: '' })).toEqual({
    title: 'Start',
    isTemplate: true,
    uiClassNames: null,
  })
  expect(bodyOf(pageForm, { title: '' })).toEqual({ title: null })
})

test('sends all values of a new page, the first layout and design included', () => {
  const form = formOf(pageFields(choices), null)
  expect(bodyOf(form, { reference: 'team' })).toEqual({
    reference: 'team',
    isTemplate: false,
    layout: '/_/layouts/1',
    uiComponent: 'Primary',
  })
})

test('a style is chosen among those of the design; without any, the field is left out', () => {
  const names = (draft: ItemDraft) => shownFields(pageForm, draft).map(({ name }) => name)
  expect(names({})).toContain('uiClassNames')
  expect(names({ uiComponent: 'Article' })).not.toContain('uiClassNames')
  expect(names({ uiComponent: 'constructor' })).not.toContain('uiClassNames')
})

test('a password is entered twice, and never sent twice', () => {
  const form = formOf(newUserFields(false), null)
  const draft = { username: 'eve', emailAddress: 'eve@people.test', plainPassword: ' secret ' }
  expect(errorsIn(form, draft)).toEqual({
    repeatedPassword: 'The two passwords are not the same.',
  })
  const repeated = { ...draft, repeatedPassword: ' secret ' }
  expect(errorsIn(form, repeated)).toEqual({})
  expect(bodyOf(form, repeated)).toEqual({
    username: 'eve',
    emailAddress: 'eve@people.test',
    plainPassword: ' secret ',
    roles: ['ROLE_USER'],
    enabled: true,
  })
})

test('a new account is invited by a mail, or gets a password', () => {
  const form = formOf(newUserFields(true), null)
  const draft = { username: 'eve', emailAddress: 'eve@people.test' }
  const names = (entered: ItemDraft) => shownFields(form, entered).map(({ name }) => name)
  expect(names(draft)).not.toContain('plainPassword')
  expect(errorsIn(form, draft)).toEqual({})
  // A password that was entered before is not sent.
  expect(bodyOf(form, { ...draft, plainPassword: 'secret' })).toEqual({
    ...draft,
    roles: ['ROLE_USER'],
    enabled: true,
    sendInvitation: true,
  })
  const byHand = { ...draft, sendInvitation: 'false' }
  expect(names(byHand)).toContain('repeatedPassword')
  expect(errorsIn(form, byHand)).toEqual({ plainPassword: 'Enter a password.' })
})

test('an account has the highest of its roles, and keeps its password', () => {
  const form = formOf(userFields(), {
    username: 'eve',
    emailAddress: 'eve@people.test',
    roles: ['ROLE_USER', 'ROLE_ADMIN'],
    enabled: true,
  })
  expect(savedValue(form, field(form, 'roles'))).toBe('ROLE_ADMIN')
  expect(errorsIn(form, { roles: 'ROLE_USER' })).toEqual({})
  expect(bodyOf(form, { roles: 'ROLE_USER', enabled: false })).toEqual({
    roles: ['ROLE_USER'],
    enabled: false,
  })
})

test('nobody changes the own role, and an address only by a mail that confirms it', () => {
  const names = (isSuperAdmin: boolean) => ownAccountFields(isSuperAdmin).map(({ name }) => name)
  expect(names(false)).toEqual([
    'newEmailAddress',
    'plainPassword',
    'repeatedPassword',
    'currentPassword',
  ])
  expect(names(true)).toEqual(['username', ...names(false)])
  const form = formOf(ownAccountFields(false), { newEmailAddress: 'new@people.test' })
  expect(bodyOf(form, { newEmailAddress: '', currentPassword: 'secret' })).toEqual({
    newEmailAddress: null,
    currentPassword: 'secret',
  })
})

test('a copy begins with the values of its page, whose layout and design it has', () => {
  const { resource: source } = formOf([], { ...page, parentPage: '/_/pages/2' }).version!
  const parent = { value: '/_/pages/2', label: '/about' }
  const form = formOf(pageFields({ ...choices, parent, copies: { source } }), null)
  expect(field(form, 'copyOf').options).toContainEqual({ value: '/_/pages/1', label: 'Page: home' })
  expect(bodyOf(form, {})).toEqual({
    copyOf: '/_/pages/1',
    reference: 'Copy of home',
    title: 'Home',
    isTemplate: false,
    parentPage: '/_/pages/2',
  })
  expect(bodyOf(form, { copyOf: '', parent: '' })).toMatchObject({ uiComponent: 'Primary' })
})

test('says what is missing', () => {
  const form = formOf(
    dataFields({ ...choices, templates: { options: [], isSearched: false } }),
    null,
  )
  expect(Object.keys(errorsIn(form, { title: '  ' }))).toEqual(['title', 'page'])
})

const values = fc.record({
  reference: fc.constantFrom('a', 'b', 'c'),
  title: fc.constantFrom('a', 'b', 'c'),
})
const draft = fc.record(
  { reference: fc.constantFrom('a', 'b', 'c'), title: fc.constantFrom('a', 'b', 'c') },
  { requiredKeys: [] },
)

test('a conflict is exactly a value that both have changed to different ones', () => {
  fc.assert(
    fc.property(values, draft, values, (before, mine, theirs) => {
      const [base, later] = [before, theirs].map((each) =>
        formOf(pageFields(choices), { ...page, ...each }),
      ) as [ItemForm, ItemForm]
      const names = conflictsOf(base, mine, later).map((conflict) => conflict.field.name)
      const expected = (['reference', 'title'] as const).filter(
        (name) =>
          mine[name] !== undefined &&
          mine[name] !== before[name] &&
          theirs[name] !== before[name] &&
          mine[name] !== theirs[name],
      )
      expect(names).toEqual(expected)
    }),
    { seed },
  )
})

test('after a save, exactly what was changed since it was sent is still to be saved', () => {
  fc.assert(
    fc.property(draft, draft, (sent, later) => {
      const now = { ...sent, ...later }
      const left = stillUnsaved(now, { sent, left: {} })
      for (const [name, value] of Object.entries(now))
        expect(Object.hasOwn(left, name)).toBe(value !== sent[name as keyof typeof sent])
      expect(stillUnsaved(now, { sent, left: sent })).toEqual(now)
    }),
    { seed },
  )
})

test('shows what is entered before what is stored, and knows whether anything differs', () => {
  expect(shownValue(pageForm, { title: 'New' }, field(pageForm, 'title'))).toBe('New')
  expect(hasChanges(pageForm, { title: 'Home' })).toBe(false)
  expect(hasChanges(pageForm, { title: 'New' })).toBe(true)
})

test('what is typed on while it is saved conflicts with values of others only', () => {
  const [before, after] = [
    { reference: 'a', title: 'a' },
    { reference: 'b', title: 'theirs' },
  ].map((properties) => formOf(pageFields(choices), properties)) as [ItemForm, ItemForm]
  const typed = { form: before, draft: { reference: 'c', title: 'mine' }, conflicts: [] }
  const saved = { form: after, sent: { reference: 'b' }, left: {} }
  const { conflicts, draft: left } = editsAfterSaving(typed, saved)
  expect(conflicts.map((conflict) => conflict.field.name)).toEqual(['title'])
  expect(left).toEqual(typed.draft)
})

test('a value that is changed by others twice is merged from the one that both began with', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((title) =>
    formOf(pageFields(choices), { title }),
  ) as [ItemForm, ItemForm, ItemForm]
  const mine = { form: first, draft: { title: 'mine' }, conflicts: [] }
  const { conflicts } = editsWithTheirs(editsWithTheirs(mine, second), third)
  expect(conflicts.map(({ base, theirs }) => [base, theirs])).toEqual([['a', 'c']])
})
