import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { kind as titleKind } from '#site/components/Title/kind.ts'
import { readableFailure, fieldLabelOf } from '#src/editor/messages.ts'

test('violations name fields by their labels, and nothing that has none', () => {
  const violations = [
    { propertyPath: 'title', message: 'Enter a title.' },
    { propertyPath: 'uiComponent', message: 'Choose a look.' },
    { propertyPath: 'componentPositions[0].sortValue', message: 'Not this.' },
  ]
  expect(readableFailure(new Failure('invalid', { violations }), titleKind)?.violations).toEqual([
    { propertyPath: 'Title', message: 'Enter a title.' },
    { propertyPath: 'Look', message: 'Choose a look.' },
    { propertyPath: '', message: 'Not this.' },
  ])
})

test('inherited properties are no fields', () => {
  expect(fieldLabelOf(titleKind, 'constructor')).toBe('')
})

test.each([
  ['Not Found', 'This no longer exists.'],
  ['Access Denied.', 'You are not allowed to do this. Sign in with an account that is.'],
  ['Invalid IRI "/_/routes/About us".', 'There is no such page or component.'],
  ['The server has no space left to store this.', 'The server has no space left to store this.'],
])('a server that says “%s” is understood as “%s”', (message, words) => {
  expect(readableFailure(new Failure('unexpected', { message }))?.message).toBe(words)
})
