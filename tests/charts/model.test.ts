import { describe, expect, test } from 'vitest'
import { and, not, setup } from 'xstate'
import { chartSvg } from '../../charts/drawing/chart-svg.tsx'
import { layoutChart } from '../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../charts/layout/layout-engine.ts'
import { statesBelow, transitionsOf } from '../../charts/model/chart-model.ts'
import { actionText } from '../../charts/model/action-text.ts'
import { guardDescription, guardText } from '../../charts/model/guard-model.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { triggerText } from '../../charts/model/transition-model.ts'
import { chain, trafficLight, wizard } from '../support/charts/foreign-machines.ts'

/** Returns the transitions of a machine as lines of text. */
const linesOf = (machine: Parameters<typeof modelOf>[0]) =>
  transitionsOf(modelOf(machine)).map(({ key, trigger, guard, targets, actions, reenter }) =>
    [
      `${key.split(' ')[0]}: ${triggerText(trigger)}`,
      guard && `[${guardText(guard)}]`,
      actions.length > 0 && `/ ${actions.map(actionText).join(', ')}`,
      targets.length > 0 && `→ ${targets.join(', ')}`,
      reenter && '(again)',
    ]
      .filter(Boolean)
      .join(' '),
  )

test('reads delays, inline functions and final states', () => {
  expect(linesOf(trafficLight)).toMatchInlineSnapshot(`
    [
      "light: POWER_OUTAGE → light.dark",
      "light.green: PED → light.yellow",
      "light.green: after 3 s → light.yellow",
      "light.yellow: after 500 ms [(a function)] → light.dark",
      "light.yellow: after 500 ms / countRound → light.red",
      "light.red: after redTime → light.green",
    ]
  `)
  const chart = modelOf(trafficLight)
  expect(chart.description).toBe('The light at a crossing.')
  expect(chart.hears).toEqual(['POWER_OUTAGE', 'PED'])
  const states = statesBelow(chart.root)
  expect(states.map(({ key, type }) => `${key} ${type}`)).toEqual([
    'light compound',
    'green atomic',
    'yellow atomic',
    'red atomic',
    'dark final',
  ])
  expect(states[1]!.tags).toEqual(['go'])
  // The timers of `after` are XState's own actions, and not the machine's.
  expect(states.map(({ entry, exit }) => [entry.map(actionText), exit])).toEqual([
    [[], []],
    [[], []],
    [[], []],
    [['assign'], []],
    [[], []],
  ])
})

test('reads parallel regions, history, combined guards and events by pattern', () => {
  expect(linesOf(wizard)).toMatchInlineSnapshot(`
    [
      "wizard.steps.filling: pause → wizard.steps.paused",
      "wizard.steps.filling.name: next → wizard.steps.filling.address",
      "wizard.steps.filling.address: back → wizard.steps.filling.name",
      "wizard.steps.filling.address: next [in #valid or isValid(2)] / finish: emit wizard.finished, raise pause → wizard.steps.done",
      "wizard.steps.paused: resume → wizard.steps.filling.last",
      "wizard.steps.paused: any event / (a function)",
      "wizard.validity: done / finish: emit wizard.finished",
      "wizard.validity.invalid: valid → valid",
      "valid: invalid → wizard.validity.invalid",
      "valid: pen.* → valid (again)",
    ]
  `)
  const chart = modelOf(wizard)
  expect(chart.root.type).toBe('parallel')
  expect(chart.emits).toEqual(['wizard.finished'])
  expect(statesBelow(chart.root).find(({ key }) => key === 'last')).toMatchObject({
    type: 'history',
    history: 'deep',
  })
})

test('reads invoked actors, with their inputs where these are plain', () => {
  expect(linesOf(chain)).toMatchInlineSnapshot(`
    [
      "chain.one: actor 0 done → chain.two",
      "chain.one: actor 0 failed → chain.failed",
      "chain.two: second done → chain.three",
      "chain.two: second failed → chain.failed",
      "chain.two: second changed / tell: send log.written to log",
      "chain.three: inline done → chain.ended",
      "chain.three: inline failed / tell: send log.written to log → chain.failed",
      "chain.failed: always → chain.ended",
    ]
  `)
  const chart = modelOf(chain)
  expect(chart.actors).toEqual([
    { name: 'first', machine: null },
    { name: 'second', machine: null },
  ])
  expect(statesBelow(chart.root).flatMap(({ invokes }) => invokes)).toMatchInlineSnapshot(`
    [
      {
        "id": "log",
        "input": {
          "to": [
            "file",
          ],
        },
        "src": "first",
        "systemId": null,
      },
      {
        "id": "0.chain.one",
        "input": null,
        "src": "first",
        "systemId": null,
      },
      {
        "id": "second",
        "input": null,
        "src": "second",
        "systemId": null,
      },
      {
        "id": "inline",
        "input": null,
        "src": "xstate.invoke.0.chain.three",
        "systemId": null,
      },
    ]
  `)
})

describe('the same machine', () => {
  test.each([trafficLight, wizard, chain])('has the same model each time', (machine) => {
    expect(JSON.stringify(modelOf(machine))).toBe(JSON.stringify(modelOf(machine)))
  })
})

test('reads the descriptions of states and guards, and draws them as titles', async () => {
  const door = setup({ guards: { isLocked: () => true, isBroken: () => false } }).createMachine({
    id: 'door',
    meta: { guards: { isLocked: 'The door is locked.' }, isPrivate: true },
    initial: 'closed',
    states: {
      closed: {
        description: 'One cannot pass.',
        on: { open: { guard: and([not('isLocked'), not('isBroken')]), target: 'open' } },
      },
      open: {},
    },
  })
  const chart = modelOf(door)
  expect(chart.root.meta).toEqual({ isPrivate: true })
  expect(chart.root.states.map(({ description }) => description)).toEqual([
    'One cannot pass.',
    null,
  ])
  const { guard } = transitionsOf(chart)[0]!
  expect(guardText(guard!)).toBe('not isLocked and not isBroken')
  expect(guardDescription(guard!)).toBe('isLocked: The door is locked.')
  const svg = chartSvg(await layoutChart(chart, createLayoutEngine()))
  expect(svg).toContain('<title>One cannot pass.</title>')
  expect(svg).toContain('<title>isLocked: The door is locked.</title>')
})
