/** Tests that a machine that is exported is the same machine for others. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { loadFolder } from '../../charts/command/load-machines.ts'
import { mermaidOf } from '../../charts/export/mermaid.ts'
import { xstateConfigOf } from '../../charts/export/xstate-config.ts'
import { actionText } from '../../charts/model/action-text.ts'
import {
  type ActionModel,
  type ChartModel,
  type StateModel,
  statesBelow,
} from '../../charts/model/chart-model.ts'
import { guardText } from '../../charts/model/guard-model.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { chain, trafficLight, wizard } from '../support/charts/foreign-machines.ts'

const folder = join(import.meta.dirname, '../../machines')
const machines = [
  ...[...(await loadFolder(folder)).values()].flat(),
  trafficLight,
  wizard,
  chain,
] as AnyStateMachine[]
const charts = machines.map((machine) => [machine.id, modelOf(machine)] as const)

/** Without what JSON cannot hold: the bodies of functions, of which only the text stays. */
const actionNames = (actions: readonly ActionModel[]) =>
  actions.map((action) => (action.type === 'name' ? action.name : actionText(action)))

const nameOfGuard = (guard: NonNullable<StateModel['transitions'][number]['guard']>) =>
  guard.type === 'name' ? guard.name : guardText(guard)

const shapeOf = (state: StateModel): unknown => ({
  ...state,
  entry: actionNames(state.entry),
  exit: actionNames(state.exit),
  invokes: state.invokes.map((invoke) => ({ ...invoke, src: invoke.src ?? '(a function)' })),
  transitions: state.transitions
    .map((transition) => ({
      ...transition,
      guard: transition.guard && nameOfGuard(transition.guard),
      actions: actionNames(transition.actions),
    }))
    // XState lists the events of invoked actors after others.
    .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  states: state.states.map(shapeOf),
})

describe('JSON for XState', () => {
  test.each(charts)('is read as the same machine: %s', (_, chart) => {
    const config = JSON.parse(JSON.stringify(xstateConfigOf(chart))) as Parameters<
      typeof createMachine
    >[0]
    expect(shapeOf(modelOf(createMachine(config)).root)).toEqual(shapeOf(chart.root))
  })
})

/** The arrows of a diagram: from, to and text. */
const arrowsIn = (text: string) =>
  [...text.matchAll(/^ *(\w+) --> (\w+): (.+)$/gm)].map(([, from, to, label]) => [from, to, label])

const namesIn = (text: string) =>
  [...text.matchAll(/^ *state "[^"]*" as (\w+)(?: \{)?$/gm)].map(([, name]) => name)

const arrowCount = ({ root }: ChartModel) =>
  statesBelow(root)
    .flatMap(({ transitions }) => transitions)
    .reduce((count, { targets }) => count + Math.max(1, targets.length), 0)

describe('a diagram of Mermaid', () => {
  test.each(charts)('has each state once, and an arrow for each transition: %s', (_, chart) => {
    const text = mermaidOf(chart)
    const names = namesIn(text)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !name!.endsWith('__any'))).toHaveLength(
      statesBelow(chart.root).length,
    )
    const arrows = arrowsIn(text)
    expect(arrows).toHaveLength(arrowCount(chart))
    for (const [from, to] of arrows) {
      expect(names).toContain(from)
      expect(names).toContain(to)
    }
    expect(text.match(/\{$/gm)?.length ?? 0).toBe(text.match(/^ *\}$/gm)?.length ?? 0)
  })

  test('draws no arrow between a state and one inside it', () => {
    for (const [, chart] of charts) {
      const text = mermaidOf(chart)
      const inside = new Map(
        statesBelow(chart.root).map((state) => [
          state.id.replace(/\W+/g, '_'),
          statesBelow(state)
            .slice(1)
            .map(({ id }) => id.replace(/\W+/g, '_')),
        ]),
      )
      for (const [from, to] of arrowsIn(text)) {
        expect(inside.get(from!) ?? []).not.toContain(to)
        expect(inside.get(to!) ?? []).not.toContain(from)
      }
    }
  })

  test('is what people read', () => {
    expect(mermaidOf(modelOf(trafficLight))).toMatchInlineSnapshot(`
      "stateDiagram-v2
        state "light" as light {
          [*] --> light_green
          state "in any state" as light__any
          state "green" as light_green
          state "yellow" as light_yellow
          state "red" as light_red
          state "dark" as light_dark
          light_dark --> [*]
        }
        light__any --> light_dark: POWER_OUTAGE
        light_green --> light_yellow: PED
        light_green --> light_yellow: after 3 s
        light_yellow --> light_dark: after 500 ms [(a function)]
        light_yellow --> light_red: after 500 ms / countRound
        light_red --> light_green: after redTime
      "
    `)
    expect(mermaidOf(modelOf(wizard))).toMatchInlineSnapshot(`
      "stateDiagram-v2
        state "wizard" as wizard {
          state "steps" as wizard_steps {
            [*] --> wizard_steps_filling
            state "filling" as wizard_steps_filling {
              [*] --> wizard_steps_filling_name
              state "name" as wizard_steps_filling_name
              state "address" as wizard_steps_filling_address
              state "last (deep history)" as wizard_steps_filling_last
            }
            state "paused" as wizard_steps_paused
            state "done" as wizard_steps_done
            wizard_steps_done --> [*]
          }
          --
          state "validity" as wizard_validity {
            [*] --> wizard_validity_invalid
            state "in any state" as wizard_validity__any
            state "invalid" as wizard_validity_invalid
            state "valid" as valid
          }
        }
        wizard_steps_filling --> wizard_steps_paused: pause
        wizard_steps_filling_name --> wizard_steps_filling_address: next
        wizard_steps_filling_address --> wizard_steps_filling_name: back
        wizard_steps_filling_address --> wizard_steps_done: next [in #35;valid or isValid(2)] / finish: emit wizard.finished, raise pause
        wizard_steps_paused --> wizard_steps_filling_last: resume
        wizard_steps_paused --> wizard_steps_paused: any event / (a function)
        wizard_validity__any --> wizard_validity__any: done / finish: emit wizard.finished
        wizard_validity_invalid --> valid: valid
        valid --> wizard_validity_invalid: invalid
        valid --> valid: pen.*
      "
    `)
  })
})
