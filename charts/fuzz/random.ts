/** Makes random numbers that are the same for the same seed. */

/** Returns a whole number from 0 to below `limit`. */
export type Random = (limit: number) => number

/** Returns a source of random numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}
