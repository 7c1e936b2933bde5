import { expect, test } from 'vitest'
import { enteredLabel } from '#content/page/outline/section-name.ts'

test('a name is saved without the spaces around it, and an empty one as none', () => {
  expect(enteredLabel('  The cast ', 'Main content')).toBe('The cast')
  expect(enteredLabel('', 'The cast')).toBeNull()
  expect(enteredLabel('  ', 'The cast')).toBeNull()
})

test('the name that is shown is not saved, so that a section keeps that by its template', () => {
  expect(enteredLabel('Main content', 'Main content')).toBeUndefined()
  expect(enteredLabel(' Main content ', 'Main content')).toBeUndefined()
})
