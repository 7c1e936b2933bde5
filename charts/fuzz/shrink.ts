/** Makes a run that breaks a rule as short as it can be. */
import { repeat } from './fuzz.ts'
import type { FuzzSystem, Violation } from './fuzz-system.ts'

/**
 * Returns the violation of the same rule by the fewest steps that were found: parts of the run are left out, large ones
 * first, as long as the rest still breaks the rule.
 */
export async function shrink(system: FuzzSystem, violation: Violation): Promise<Violation> {
  let shortest = violation
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1; size = nextSize(size)) {
    for (let at = 0; at < shortest.steps.length;) {
      const { steps } = shortest
      const found = await repeat(system, steps.toSpliced(at, size))
      // A run may break the rule even earlier without them.
      if (found?.invariant === violation.invariant) shortest = found
      else at += size
    }
  }
  return shortest
}

const nextSize = (size: number) => (size === 1 ? 0 : Math.ceil(size / 2))
