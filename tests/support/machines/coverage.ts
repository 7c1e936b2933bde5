/** Which transitions of a machine the tests cross, seen from outside while its actors run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getStateNodes } from '@xstate/graph'
import { expect, test } from 'vitest'
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate'

/**
 * Counts what the tests of one file cross of one machine:
 *
 * ```ts
 * const coverage = cover(authMachine)
 * // in each test: createActor(machine, { inspect: coverage.inspect }), its own actor or one above it
 * coverage.expectAll() // at the end of the file
 * ```
 *
 * `expectAll` adds the test that nothing was left out and writes the count to `.cache/transitions/<id>.json`, from which
 * `npm test` prints its table. A transition that is forbidden (`'event.happened': undefined`) is none.
 */
export function cover(machine: AnyStateMachine) {
  const all = transitionsOf(machine)
  const crossed = new Set<string>()
  return {
    inspect: (event: InspectionEvent) => {
      for (const key of crossings(machine, event)) crossed.add(key)
    },
    expectAll: () =>
      test(`every transition of ${machine.id} is crossed`, () => {
        const missing = all.filter((key) => !crossed.has(key))
        const folder = join(import.meta.dirname, '../../../.cache/transitions')
        mkdirSync(folder, { recursive: true })
        writeFileSync(
          join(folder, `${machine.id}.json`),
          JSON.stringify({
            machine: machine.id,
            crossed: all.length - missing.length,
            total: all.length,
            missing,
          }),
        )
        expect(missing).toEqual([])
      }),
  }
}

/** Every transition of a machine by the name it has here: its state, its event, and which of several it is. */
export const transitionsOf = (machine: AnyStateMachine): string[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flat().filter(isOne).map(keyOf),
  )

/** The transitions of this machine that an inspected event tells of. */
export const crossings = (machine: AnyStateMachine, event: InspectionEvent): string[] =>
  event.type === '@xstate.microstep'
    ? event._transitions
        .filter(({ source }) => source.machine.id === machine.id)
        .filter(isOne)
        .map(keyOf)
    : []

/** One that leads somewhere, does something, or says when nothing is to be done. */
const isOne = ({ target, actions, guard }: AnyTransitionDefinition) =>
  target !== undefined || actions.length > 0 || guard !== undefined

const keyOf = (transition: AnyTransitionDefinition) => {
  const { source, eventType } = transition
  const siblings = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const at = siblings.indexOf(transition)
  return `${source.id} ${eventType || 'always'}${siblings.length > 1 ? ` [${at}]` : ''}`
}
