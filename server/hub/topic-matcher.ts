/**
 * Matches all patterns of a subscription in one pass over a topic. Each position of each pattern is a bit, and every
 * character advances all of them by a few operations on 32-bit words: the Shift-And algorithm
 * (https://en.wikipedia.org/wiki/Bitap_algorithm), extended by gaps. Whatever the patterns, an event costs a subscriber
 * `length of the topic * words` operations, and `words` is limited. A hostile pattern could make the regular
 * expressions of path-to-regexp slow.
 */

/** A wildcard, which matches any number of characters. It may exclude `?` and `/`. */
export interface Gap {
  stops: '' | '?' | '/?'
  mayBeEmpty: boolean
}
/** A step of a pattern: one UTF-16 code unit, or a gap. */
export type PatternStep = string | Gap

export interface Matcher {
  matches: (text: string) => boolean
  /** The number of operations per character of a text: one for each 32-bit word. */
  words: number
}

const isGap = (step: PatternStep | undefined): step is Gap => typeof step === 'object'

/** Removes repeated gaps that may be empty, which would match nothing more and need a second pass. */
const withoutRepeats = (steps: readonly PatternStep[]) =>
  steps.filter((step, at) => {
    const before = steps[at - 1]
    return !(isGap(step) && step.mayBeEmpty && isGap(before) && before.mayBeEmpty)
  })

/** Returns the number of positions in a pattern: before each step, and at its end. */
export const countPositions = (steps: readonly PatternStep[]) => steps.length + 1

/** Patterns compiled to bits, one for each position of each pattern. */
interface CompiledPatterns {
  words: number
  start: Int32Array
  end: Int32Array
  mayBeEmpty: Int32Array
  /** The positions before a gap that takes any character, any but `?`, and any but `?` and `/`. */
  gaps: Record<Gap['stops'], Int32Array>
  /**
   * The bits by character, as pairs in one list: the index of a word, its bits, the index of the next word, and so on.
   */
  literals: Map<string, number[]>
}

const setBit = (bits: Int32Array, position: number) =>
  (bits[position >> 5]! |= 1 << (position & 31))

const addLiteral = (literals: Map<string, number[]>, character: string, position: number) => {
  const bits = literals.get(character) ?? []
  literals.set(character, bits)
  if (bits.at(-2) !== position >> 5) bits.push(position >> 5, 0)
  bits[bits.length - 1]! |= 1 << (position & 31)
}

const compile = (patterns: readonly (readonly PatternStep[])[]): CompiledPatterns => {
  const all = patterns.map(withoutRepeats)
  const words = Math.ceil(all.reduce((sum, steps) => sum + countPositions(steps), 0) / 32)
  const createBits = () => new Int32Array(words)
  const [start, end, mayBeEmpty] = [createBits(), createBits(), createBits()]
  const gaps = { '': createBits(), '?': createBits(), '/?': createBits() }
  const literals = new Map<string, number[]>()
  let first = 0
  for (const steps of all) {
    setBit(start, first)
    setBit(end, first + steps.length)
    for (const [at, step] of steps.entries()) {
      const position = first + at
      if (isGap(step)) {
        setBit(gaps[step.stops], position)
        if (step.mayBeEmpty) setBit(mayBeEmpty, position)
      } else addLiteral(literals, step, position)
    }
    first += countPositions(steps)
  }
  skipEmpty(start, mayBeEmpty)
  return { words, start, end, mayBeEmpty, gaps, literals }
}

/** Adds the positions behind gaps that may be empty to those before them. */
const skipEmpty = (positions: Int32Array, mayBeEmpty: Int32Array) => {
  let carry = 0
  for (let word = 0; word < positions.length; word += 1) {
    const leaving = positions[word]! & mayBeEmpty[word]!
    positions[word]! |= (leaving << 1) | carry
    carry = leaving >>> 31
  }
}

/** Returns the positions of one word that are before a gap that takes the character. */
const gapsTaking = (gaps: CompiledPatterns['gaps'], character: string, word: number) =>
  gaps[''][word]! |
  (character === '?' ? 0 : gaps['?'][word]!) |
  (character === '?' || character === '/' ? 0 : gaps['/?'][word]!)

/** Compiles patterns into one matcher, which tests whether any of them matches a whole text. */
export const createMatcher = (patterns: readonly (readonly PatternStep[])[]): Matcher => {
  const { words, start, end, mayBeEmpty, gaps, literals } = compile(patterns)

  return {
    words,
    matches(text) {
      const positions = start.slice()
      const literal = new Int32Array(words)
      for (let at = 0; at < text.length; at += 1) {
        const character = text[at]!
        const bits = literals.get(character) ?? []
        for (let pair = 0; pair < bits.length; pair += 2) literal[bits[pair]!] = bits[pair + 1]!
        let [carry, isAlive] = [0, 0]
        for (let word = 0; word < words; word += 1) {
          const staying = positions[word]! & gapsTaking(gaps, character, word)
          const leaving = staying | (positions[word]! & literal[word]!)
          positions[word] = staying | (leaving << 1) | carry
          carry = leaving >>> 31
          isAlive |= positions[word]!
          literal[word] = 0
        }
        if (!isAlive) return false
        skipEmpty(positions, mayBeEmpty)
      }
      return positions.some((bits, word) => (bits & end[word]!) !== 0)
    },
  }
}
