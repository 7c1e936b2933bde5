/** Runs test files once for each mutant of a machine, and records which of them no test notices. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { MutantOutcome } from '../../../charts/mutate/outcome.ts'
import { mutantsOf } from '../../../charts/mutate/mutants.ts'
import { swapMachine } from '../../../charts/mutate/swap-machine.ts'

interface MutantRun {
  machine: AnyStateMachine
  /** Loads the tests anew: a module that was loaded before keeps what it has read from the machine. */
  load: (run: number) => Promise<unknown>
  /** The names of the mutants to run; all if it is null. */
  only: readonly string[] | null
  /** The file for the outcome. */
  file: string
}

/** Adds the tests for the machine as it is, which must pass, and for each of its mutants, of which one has to fail. */
export function runMutants({ machine, load, only, file }: MutantRun) {
  const mutants = mutantsOf(machine).filter(({ name }) => only?.includes(name) ?? true)
  const failed = new Set<number>()
  addTests(-1, () => () => {}, { load, failed })
  for (const [index, { config }] of mutants.entries())
    addTests(index, () => swapMachine(machine, config), { load, failed })
  afterAll(() => {
    const namesOf = (isNoticed: boolean) =>
      mutants.filter((_, index) => failed.has(index) === isNoticed).map(({ name }) => name)
    const outcome: MutantOutcome = {
      machine: machine.id,
      noticed: namesOf(true),
      survivors: namesOf(false),
      isBroken: failed.has(-1),
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(outcome))
  })
}

/** Adds the tests for one machine. The rest of them is skipped as soon as one has failed. */
function addTests(
  run: number,
  swap: () => () => void,
  { load, failed }: { load: (run: number) => Promise<unknown>; failed: Set<number> },
) {
  describe(`${run}`, async () => {
    let restore = () => {}
    beforeAll(() => {
      restore = swap()
    })
    afterAll(() => restore())
    beforeEach(({ onTestFailed, skip }) => {
      if (failed.has(run)) skip()
      onTestFailed(() => {
        failed.add(run)
      })
    })
    // A test file reads from the machine when it is loaded, which may fail already.
    const undo = attempt(swap)
    if (undo === null) failed.add(run)
    else await load(run).catch(() => failed.add(run))
    undo?.()
    test('has tests', () => {})
  })
}

const attempt = (swap: () => () => void) => {
  try {
    return swap()
  } catch {
    return null
  }
}
