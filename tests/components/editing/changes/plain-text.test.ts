import { expect, test } from 'vitest'
import { withFileName } from '#content/pictures/file-content.ts'
import { plainTextOf } from '#src/editor/feedback/plain-text.ts'

test.each([
  [
    'a picture that is not sent',
    withFileName('data:image/png;base64,AAAA', 'goat.png'),
    'goat.png',
  ],
  ['one in the library', '/_/media_objects/goat-12345678.png', 'goat-12345678.png'],
  ['a text', 'Goats', 'Goats'],
  ['nothing', null, ''],
])('%s is shown as an editor reads it', (_, value, shown) => {
  expect(plainTextOf({ value, isHtml: false })).toBe(shown)
})

test('the addresses of pictures in a text are not a part of it', () => {
  const value = '<p>A goat: <img src="/_/media_objects/goat.png"></p>'
  expect(plainTextOf({ value, isHtml: true })).toBe('A goat:')
})
