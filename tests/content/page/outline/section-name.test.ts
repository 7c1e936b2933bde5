import { expect, test } from 'vitest'
import { enteredLabel, isRenamable } from '#content/page/outline/section-name.ts'

test('a name is saved without the spaces around it, and an empty one as none', () => {
  expect(enteredLabel('  The cast ', 'Main content')).toBe('The cast')
  expect(enteredLabel('', 'The cast')).toBeNull()
  expect(enteredLabel('  ', 'The cast')).toBeNull()
})

test('the name that is shown is not saved, so that a section keeps that by its template', () => {
  expect(enteredLabel('Main content', 'Main content')).toBeUndefined()
  expect(enteredLabel(' Main content ', 'Main content')).toBeUndefined()
})

test('a section is renamed where it belongs: that of a template not on the pages of the template', () => {
  const iri = '/_/component_groups/1'
  expect(isRenamable({ iri, scope: 'page' })).toBe(true)
  expect(isRenamable({ iri, scope: 'layout' })).toBe(true)
  expect(isRenamable({ iri, scope: 'template' })).toBe(false)
  expect(isRenamable({ iri: '/component/titles/1', scope: 'page' })).toBe(false)
})
