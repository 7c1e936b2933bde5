/** Matches a word, or a character of a language that has no spaces between words. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,_-](?=[\p{L}\p{N}]))*/gu

/** Returns the number of words of a text. It is counted at each key, so it is approximate where languages are not simple. */
export const countWords = (text: string) => text.match(word)?.length ?? 0

export const wordsLabel = (count: number) => (count === 1 ? '1 word' : `${count} words`)
