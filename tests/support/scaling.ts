/** Measures how the cost of code grows with its input, on a machine that others use as well. */

const [small, large] = [4_096, 32_768]
/** The limit for eight times the input: a cost in proportion to it grows eightfold, by its square sixty-four-fold. */
export const maxGrowth = 32
const maxRounds = 12

/** Milliseconds that this process has computed, which pass only while it does: those of other processes do not count. */
const computed = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const costOf = (act: () => void, times: number) => {
  const began = computed()
  for (let time = 0; time < times; time += 1) act()
  return computed() - began
}

/** Returns how often it must run for its cost to be measured: for a fifth of a millisecond. */
const enough = (act: () => void) => {
  let times = 1
  while (costOf(act, times) < 0.2 && times < 1_000_000) times *= 2
  return times
}

/**
 * Returns how many times more it costs for an input eight times as long: the least of several rounds of each, as the
 * collection of garbage and the compiler make it only more. It stops early where nothing is to be found.
 */
export const growthOf = (run: (length: number) => () => void) => {
  const [short, long] = [run(small), run(large)]
  let times = enough(short)
  let [minShort, minLong] = [Infinity, Infinity]
  for (let round = 0; round < maxRounds; round += 1) {
    minShort = Math.min(minShort, costOf(short, times) / times)
    minLong = Math.min(minLong, costOf(long, times) / times)
    if (minLong / minShort < maxGrowth) break
    // A result above the limit is measured again for longer, unless it is far above.
    if (minLong * times < 20) times *= 2
    else if (minLong > 100 && round > 1) break
  }
  return minLong / minShort
}

/** Returns the same for asynchronous code, with inputs of these lengths. */
export const growthOfAsync = async (
  run: (length: number) => () => Promise<unknown>,
  [short, long]: readonly [number, number],
) => {
  const costOfOne = async (act: () => Promise<unknown>) => {
    const began = computed()
    await act()
    return computed() - began
  }
  const [shortRun, longRun] = [run(short), run(long)]
  let [minShort, minLong] = [Infinity, Infinity]
  for (let round = 0; round < maxRounds; round += 1) {
    minShort = Math.min(minShort, await costOfOne(shortRun))
    minLong = Math.min(minLong, await costOfOne(longRun))
    if (round > 1 && minLong / minShort < maxGrowth) break
  }
  return minLong / minShort
}
