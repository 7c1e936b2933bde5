/** Records which transitions of a machine the tests take, and writes it for the table of `npm test`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyStateMachine, InspectionEvent } from 'xstate'
import { currentCause } from '#charts/paths/causes.ts'
import { type Coverage, recordTransitions } from '#charts/paths/coverage.ts'

/**
 * Records the transitions of one machine that the tests of one file take:
 *
 * ```ts
 * const coverage = cover(authMachine)
 * // in each test: createActor(machine, { inspect: coverage.inspect }), its own actor or one above it
 * coverage.expectAll() // at the end of the file
 * ```
 *
 * A transition is taken if a gesture or a real message causes it: an effect's answer, or an event of another actor that
 * has one of these causes. Transitions that only watchers replaced by the test cause (of the network, the hub, the cache)
 * are counted apart, and so are those that only events sent by the test itself cause: they are injected.
 *
 * `expectAll` adds a test that every transition was taken, or injected for a given reason (by the transition's key). It
 * writes both to `.cache/transitions/<id>.json`, from which `npm test` prints its table. A forbidden transition
 * (`'event.happened': undefined`) does not count.
 */
export function cover(machine: AnyStateMachine) {
  const { inspect, read } = recordTransitions(machine, () => currentCause(originOf))
  return {
    inspect,
    expectAll: (reasons: Readonly<Record<string, string>> = {}) =>
      test(`takes every transition of ${machine.id}`, () => {
        const coverage = read()
        writeCounts(coverage, reasons)
        expect(coverage.missing).toEqual([])
        expect(coverage.injected).toEqual(Object.keys(reasons))
      }),
  }
}

/** Records the transitions of several machines, for tests of one screen that has them. */
export const inspectAll =
  (...coverages: readonly Pick<ReturnType<typeof cover>, 'inspect'>[]) =>
  (event: InspectionEvent) => {
    for (const { inspect } of coverages) inspect(event)
  }

const root = join(import.meta.dirname, '../../..')

/** The support of this folder sends what tests tell it to, or stands for the environment. */
const originOf = (file: string) => {
  if (dirname(file) === import.meta.dirname) return null
  const [folder] = relative(root, file).split(sep)
  if (folder === 'src' || folder === 'site') return 'product'
  return folder === 'tests' ? 'injected' : null
}

const writeCounts = (
  { machine, all, taken, fromReplaced, injected, missing }: Coverage,
  reasons: Readonly<Record<string, string>>,
) => {
  const folder = join(root, '.cache/transitions')
  mkdirSync(folder, { recursive: true })
  const counts = {
    machine,
    taken: taken.length,
    total: all.length,
    fromWatchers: fromReplaced.length,
    injected: injected.map((key) => ({ transition: key, reason: reasons[key] ?? null })),
    missing,
  }
  writeFileSync(join(folder, `${machine}.json`), JSON.stringify(counts))
}
