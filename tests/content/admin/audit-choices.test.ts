/** The filters of the audit log are searched by names, by types, and by IRIs. */
import { expect, test } from 'vitest'
import {
  accountChoices,
  iriChoices,
  settingChoices,
  wordsWithin,
} from '#content/admin/audit-choices.ts'
import { nameIn, shownValue } from '#content/admin/audit-names.ts'

test('all of a type are found by its name, and one of them by its own', () => {
  expect(wordsWithin('Layout', 'layout')).toBe('')
  expect(wordsWithin('Layout', 'main')).toBe('main')
})

test('settings are found by their labels, once something is typed', () => {
  expect(settingChoices('site name')).toEqual([
    { value: '/_/site_config_parameters/siteName', label: 'Site name – Setting' },
  ])
  expect(settingChoices('setting').length).toBeGreaterThan(10)
  expect(settingChoices('')).toEqual([])
})

test.each([
  ['/component/titles/1', 1],
  ['/_/pages/1', 1],
  ['["/_/pages/1","/_/pages/2"]', 0],
  ['/about', 0],
  ['home', 0],
])('is an IRI or not: %s', (words, count) => {
  expect(iriChoices(words)).toHaveLength(count)
})

test('the name of an account that is not found can be chosen, as it may be deleted', () => {
  const found = { options: [], total: 0 }
  expect(accountChoices(found, 'ada').options.map(({ value }) => value)).toEqual(['ada'])
  expect(accountChoices(found, '').options).toEqual([])
})

test('nothing is named by an IRI', () => {
  expect(nameIn({ file: '/_/media_objects/van.webp', alt: 'A van' })).toBe('A van')
  expect(nameIn({ file: 'van.webp' })).toBe('van.webp')
  expect(nameIn({ reference: 'main_/_/pages/1' })).toBe('main')
  const names = { '/_/layouts/1': 'main' }
  const iris = [
    '/_/layouts/1',
    '/_/component_positions/1',
    '/_/component_groups/1',
    '/component/x/1',
  ]
  expect(shownValue({ names }, JSON.stringify(iris))).toBe(
    'main, a position, a section without a name, a component without a name',
  )
})
