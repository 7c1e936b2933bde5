/** Records which transitions of a machine the tests take, by inspecting its running actors. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getStateNodes } from '@xstate/graph'
import { expect, test } from 'vitest'
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate'

/**
 * Records the transitions of one machine that the tests of one file take:
 *
 * ```ts
 * const coverage = cover(authMachine)
 * // in each test: createActor(machine, { inspect: coverage.inspect }), its own actor or one above it
 * coverage.expectAll() // at the end of the file
 * ```
 *
 * `expectAll` adds a test that every transition was taken, and writes the count to `.cache/transitions/<id>.json`, from
 * which `npm test` prints its table. A forbidden transition (`'event.happened': undefined`) does not count.
 */
export function cover(machine: AnyStateMachine) {
  const all = transitionKeys(machine)
  const taken = new Set<string>()
  return {
    inspect: (event: InspectionEvent) => {
      for (const key of takenTransitions(machine, event)) taken.add(key)
    },
    expectAll: () =>
      test(`takes every transition of ${machine.id}`, () => {
        const missing = all.filter((key) => !taken.has(key))
        const folder = join(import.meta.dirname, '../../../.cache/transitions')
        mkdirSync(folder, { recursive: true })
        writeFileSync(
          join(folder, `${machine.id}.json`),
          JSON.stringify({
            machine: machine.id,
            taken: all.length - missing.length,
            total: all.length,
            missing,
          }),
        )
        expect(missing).toEqual([])
      }),
  }
}

/** Returns the keys of all transitions of a machine: `state event`, with an index where there are several. */
export const transitionKeys = (machine: AnyStateMachine): string[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flat().filter(isEffective).map(transitionKey),
  )

/** Returns the keys of the transitions of a machine that an inspection event reports. */
export const takenTransitions = (machine: AnyStateMachine, event: InspectionEvent): string[] =>
  event.type === '@xstate.microstep'
    ? event._transitions
        .filter(({ source }) => source.machine.id === machine.id)
        .filter(isEffective)
        .map(transitionKey)
    : []

/** True for a transition with a target, an action or a guard. */
const isEffective = ({ target, actions, guard }: AnyTransitionDefinition) =>
  target !== undefined || actions.length > 0 || guard !== undefined

const transitionKey = (transition: AnyTransitionDefinition) => {
  const { source, eventType } = transition
  const siblings = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const index = siblings.indexOf(transition)
  return `${source.id} ${eventType || 'always'}${siblings.length > 1 ? ` [${index}]` : ''}`
}
