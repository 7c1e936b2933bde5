import { expect, test } from 'vitest'
import { countWords, wordsLabel } from '#content/count-words.ts'

test.each([
  ['', 0],
  [' – … ! ', 0],
  ['One', 1],
  ['One, two\n(three).', 3],
  ['It’s a well-known 3.5 kg', 5],
  ['über Öl', 2],
  ['舞台', 2],
])('%j has %i words', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test('a number of words is said in words', () => {
  expect([0, 1, 2].map(wordsLabel)).toEqual(['0 words', '1 word', '2 words'])
})
