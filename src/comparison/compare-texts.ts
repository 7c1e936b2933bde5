/** Compares texts with the library for that, which is loaded with the views that show differences. */
import { diffArrays } from 'diff/lib/diff/array.js'

/** A word or another character, with the space after it, so that words which are replaced in a row stay together. */
const wordPattern = /^\s+|(?:[\p{L}\p{M}\p{N}'’]+|[^\p{L}\p{M}\p{N}'’])\s*/gu

export const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []

/** Lists with more differences are compared as a whole, since comparing them would take quadratic time. */
const maxEditLength = 2_000

interface CompareOptions {
  /** True if parts with other spaces around them are the same. */
  ignoresSpaces?: boolean
}

/** Returns the parts of both lists in order: those of both, those only of the one before, and those only of the one after. */
export const compareParts = (
  before: string[],
  after: string[],
  { ignoresSpaces = false }: CompareOptions = {},
) =>
  diffArrays(before, after, {
    maxEditLength,
    comparator: (one, other) => one === other || (ignoresSpaces && one.trim() === other.trim()),
  }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ]

/** The number of words that are kept beside a difference. */
const kept = 16

const withoutMiddle = (words: string[]) =>
  words.length > 3 * kept ? [...words.slice(0, kept), '… ', ...words.slice(-kept)] : words

/** Does the same with texts, word by word. Of a long part that is in both, only the words beside a difference are returned. */
export const compareWords = (before: string, after: string) =>
  compareParts(wordsOf(before), wordsOf(after), { ignoresSpaces: true }).map(
    ({ value, ...part }) => ({
      ...part,
      value: (part.added || part.removed ? value : withoutMiddle(value)).join(''),
    }),
  )
