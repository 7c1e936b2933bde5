/** Finds out how what something costs grows with its input, on a machine that others use as well. */

const [small, large] = [4_096, 32_768]
/** Eight times the input: in proportion it costs eight times as much, by its square sixty-four times. */
export const mostGrowth = 32
const mostRounds = 12

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

/** As often as it takes to be measured at all: a fifth of a millisecond. */
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
  let [leastShort, leastLong] = [Infinity, Infinity]
  for (let round = 0; round < mostRounds; round += 1) {
    leastShort = Math.min(leastShort, costOf(short, times) / times)
    leastLong = Math.min(leastLong, costOf(long, times) / times)
    if (leastLong / leastShort < mostGrowth) break
    // A result above the limit is measured again for longer, unless it is far above.
    if (leastLong * times < 20) times *= 2
    else if (leastLong > 100 && round > 1) break
  }
  return leastLong / leastShort
}

/** The same for what answers later, with inputs of these lengths. */
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
  let [leastShort, leastLong] = [Infinity, Infinity]
  for (let round = 0; round < mostRounds; round += 1) {
    leastShort = Math.min(leastShort, await costOfOne(shortRun))
    leastLong = Math.min(leastLong, await costOfOne(longRun))
    if (round > 1 && leastLong / leastShort < mostGrowth) break
  }
  return leastLong / leastShort
}
