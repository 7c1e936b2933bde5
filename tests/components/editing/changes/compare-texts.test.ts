import { expect, test } from 'vitest'
import { compareWords } from '#src/comparison/compare-texts.ts'

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

test('of a long part that is the same in both, the words beside a difference are kept', () => {
  const words = Array.from({ length: 500 }, (_, at) => `w${at}`).join(' ')
  const [start, inserted, end] = compareWords(words, words.replace('w250', 'here w250'))
  expect(start!.value).toMatch(/^w0 .* w15 … w234 .* w249 $/)
  expect(inserted).toEqual({ added: true, removed: false, count: 1, value: 'here ' })
  expect(end!.value).toMatch(/^w250 .* w265 … w484 .* w499$/)
})
