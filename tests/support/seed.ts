/**
 * The seed of every generated test. It is fixed, so that `npm test` ends the same each time it is run; `npm run soak`
 * sets another one for each round.
 */
const fixed = 20_261_121

export const seed = Number(process.env['TEST_SEED'] ?? fixed)

/** True in `npm run soak`, which has time for more runs than `npm test`. */
export const isSoaking = process.env['TEST_SEED'] !== undefined

/** Returns a function that gives numbers from 0 up to 1, always the same ones for a seed (Mulberry32). */
export const randomFrom = (start: number) => {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
