/** Records which transitions of a machine the tests take, by inspecting its running actors. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import { isEffective, transitionKey, transitionKeys } from '../../../charts/model/transition-key.ts'
import { type Cause, currentCause } from './causes.ts'

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
  const all = transitionKeys(machine)
  const causes: Record<Cause, Set<string>> = {
    product: new Set(),
    replacedEffect: new Set(),
    injected: new Set(),
  }
  const { product: taken, replacedEffect, injected } = causes
  return {
    inspect: (event: InspectionEvent) => {
      const keys = takenTransitions(machine, event).map(transitionKey)
      const isNew = keys.some((key) => !taken.has(key))
      for (const key of keys) if (isNew) causes[currentCause()].add(key)
    },
    expectAll: (reasons: Readonly<Record<string, string>> = {}) =>
      test(`takes every transition of ${machine.id}`, () => {
        const fromWatchers = all.filter((key) => replacedEffect.has(key) && !taken.has(key))
        const onlyInjected = all.filter(
          (key) => injected.has(key) && !taken.has(key) && !replacedEffect.has(key),
        )
        const missing = all.filter((key) => Object.values(causes).every((keys) => !keys.has(key)))
        writeCounts({
          machine: machine.id,
          taken: all.filter((key) => taken.has(key)).length,
          total: all.length,
          fromWatchers: fromWatchers.length,
          injected: onlyInjected.map((key) => ({ transition: key, reason: reasons[key] ?? null })),
          missing,
        })
        expect(missing).toEqual([])
        expect(onlyInjected).toEqual(Object.keys(reasons))
      }),
  }
}

/** Records the transitions of several machines, for tests of one screen that has them. */
export const inspectAll =
  (...coverages: readonly Pick<ReturnType<typeof cover>, 'inspect'>[]) =>
  (event: InspectionEvent) => {
    for (const { inspect } of coverages) inspect(event)
  }

const writeCounts = (counts: {
  machine: string
  taken: number
  total: number
  /** The number of those that only replaced watchers cause. */
  fromWatchers: number
  injected: { transition: string; reason: string | null }[]
  missing: string[]
}) => {
  const folder = join(import.meta.dirname, '../../../.cache/transitions')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${counts.machine}.json`), JSON.stringify(counts))
}

/** Returns the transitions of a machine that an inspection event reports. */
export const takenTransitions = (
  machine: AnyStateMachine,
  event: InspectionEvent,
): AnyTransitionDefinition[] =>
  event.type === '@xstate.microstep'
    ? event._transitions
        .filter(({ source }) => source.machine.id === machine.id)
        .filter(isEffective)
    : []
