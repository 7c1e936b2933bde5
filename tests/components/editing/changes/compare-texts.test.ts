import { expect, test } from 'vitest'
import { compareWords } from '#src/editor/drafts/compare-texts.ts'

test('words are compared whatever spaces follow them', () => {
  expect(compareWords('one two ', 'one  two').some(({ added, removed }) => added || removed)).toBe(
    false,
  )
})

test('texts that have nearly nothing in common are compared as a whole', () => {
  const textOf = (word: string) =>
    Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ')
  const [before, after] = [textOf('a'), textOf('b')]
  expect(compareWords(before, after).map(({ value }) => value)).toEqual([before, after])
})
