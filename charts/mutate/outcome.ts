/** Says how many mutants the tests of machines have noticed. */

/** The outcome of the mutants of one machine. */
export interface MutantOutcome {
  machine: string
  /** The names of the mutants for which a test has failed. */
  noticed: string[]
  /** The names of those that every test has let pass. */
  survivors: string[]
  /** True if the tests fail with the machine as it is, so that nothing is known. */
  isBroken: boolean
}

/** A mutant that may survive, and the reason. */
export interface AcceptedMutant {
  /** The beginning of its name. */
  name: string
  because: string
}

/** The score of all mutants, and what there is to say about them. */
export interface MutationReport {
  noticed: number
  total: number
  lines: string[]
  /** True if at least 95 % are noticed, and each other one is accepted. */
  isGood: boolean
}

const least = 0.95

/** Returns the report of outcomes by the ids of machines; null stands for tests that did not end. */
export function mutationReport(
  outcomes: ReadonlyMap<string, MutantOutcome | null>,
  accepted: readonly AcceptedMutant[],
): MutationReport {
  const known = [...outcomes.values()].flatMap((outcome) => outcome ?? [])
  const survivors = known.flatMap((outcome) => outcome.survivors)
  const noticed = known.reduce((sum, outcome) => sum + outcome.noticed.length, 0)
  const total = noticed + survivors.length
  const reasonOf = (name: string) => accepted.find((one) => name.startsWith(one.name))?.because
  const unknown = [...outcomes].flatMap(([id, outcome]) => whyUnknown(id, outcome) ?? [])
  const named = survivors.map(
    (name) => `survives: ${name} (${reasonOf(name) ?? 'no reason is known'})`,
  )
  const isGood =
    unknown.length === 0 &&
    survivors.every((name) => reasonOf(name) !== undefined) &&
    noticed >= total * least
  const score = total === 0 ? '100.0' : ((noticed / total) * 100).toFixed(1)
  return {
    noticed,
    total,
    lines: [...named, ...unknown, `${noticed} of ${total} mutants noticed (${score} %).`],
    isGood,
  }
}

function whyUnknown(id: string, outcome: MutantOutcome | null) {
  if (outcome === null) return `${id}: its tests did not end.`
  return outcome.isBroken ? `${id}: its tests fail with the machine as it is.` : null
}
