import { expect, test } from 'vitest'
import { type AnyStateMachine, assign, createMachine, stateIn } from 'xstate'
import { diffCharts } from '#charts/diff/diff-charts.ts'
import {
  affectedPathLines,
  possiblePathsOver,
  sampledPathsOver,
} from '#charts/diff/affected-paths.ts'
import { describePaths } from '#charts/command/paths-command.ts'
import { modelOf } from '#charts/model/model-of.ts'
import { pathsOf } from '#charts/paths/paths.ts'
import { deadParts, possiblePathText, possiblePaths } from '#charts/paths/possible-paths.ts'
import { reachedPaths } from '#charts/paths/reached-paths.ts'
import {
  chain,
  counter as filled,
  trafficLight,
  wizard,
} from '../support/charts/foreign-machines.ts'

/** Returns the shortest possible path to each transition, as lines of text. */
const possible = (machine: AnyStateMachine) =>
  [...possiblePaths(machine).paths].map(([key, path]) => `${key}: ${possiblePathText(path)}`)

test('finds the shortest way to each transition by the chart alone', () => {
  expect(possible(trafficLight)).toMatchInlineSnapshot(`
    [
      "light POWER_OUTAGE: POWER_OUTAGE → dark",
      "light.green PED: PED → yellow",
      "light.green xstate.after.3000.light.green: 3000 elapsed → yellow",
      "light.yellow xstate.after.500.light.yellow [0]: PED, 500 elapsed [(a function)] → dark",
      "light.yellow xstate.after.500.light.yellow [1]: PED, 500 elapsed [not (a function)] → red",
      "light.red xstate.after.redTime.light.red: PED, 500 elapsed [not (a function)], redTime elapsed → green",
    ]
  `)
  expect(possible(wizard)).toMatchInlineSnapshot(`
    [
      "wizard.steps.filling pause: pause → steps.paused validity.invalid",
      "wizard.steps.filling.name next: next → steps.filling.address validity.invalid",
      "wizard.validity.invalid valid: valid → steps.filling.name validity.valid",
      "wizard.steps.paused *: pause, valid → steps.paused validity.valid",
      "wizard.steps.paused resume: pause, resume → steps.filling.name validity.invalid",
      "wizard.steps.filling.address back: next, back → steps.filling.name validity.invalid",
      "wizard.steps.filling.address next: next, next [in #valid or isValid(2)] → steps.done validity.invalid",
      "valid invalid: valid, invalid → steps.filling.name validity.invalid",
      "valid pen.*: valid, pen.* → steps.filling.name validity.valid",
    ]
  `)
  expect(possible(chain)).toMatchInlineSnapshot(`
    [
      "chain.one xstate.done.actor.0.chain.one: 0.chain.one done → two",
      "chain.one xstate.error.actor.0.chain.one: 0.chain.one failed → ended",
      "chain.failed always: 0.chain.one failed → ended",
      "chain.two xstate.done.actor.second: 0.chain.one done, second done → three",
      "chain.two xstate.error.actor.second: 0.chain.one done, second failed → ended",
      "chain.two xstate.snapshot.second: 0.chain.one done, xstate.snapshot.second → two",
      "chain.three xstate.done.actor.inline: 0.chain.one done, second done, inline done → ended",
      "chain.three xstate.error.actor.inline: 0.chain.one done, second done, inline failed → ended",
    ]
  `)
})

test('also where events carry something', () => {
  expect(possible(filled)).toEqual([
    'counter.open added [0]: added [isLarge] → full',
    'counter.open added [1]: added [not isLarge] → open',
    'counter.open ended: ended → full',
  ])
})

/** Guards of transitions that follow by themselves, of two regions at once, and of states. */
const lock = createMachine({
  id: 'lock',
  type: 'parallel',
  states: {
    left: {
      initial: 'shut',
      states: {
        shut: { on: { turn: { guard: 'isLeft', target: 'checked' } } },
        checked: { always: [{ guard: 'isWorn', target: 'broken' }, { target: 'open' }] },
        broken: {},
        open: {},
      },
    },
    right: {
      initial: 'shut',
      states: {
        shut: { on: { turn: { guard: 'isRight', target: 'open' } } },
        open: { always: { guard: stateIn({ left: 'open' }), target: 'free' } },
        free: {},
      },
    },
    never: {
      initial: 'one',
      states: { one: { on: { jump: 'two' } }, two: { on: { jump: 'one' } }, three: {} },
      on: { fall: { guard: stateIn({ never: 'three' }), target: '.three' } },
    },
  },
})

test('decides guards that are asked on the way, but not those of states', () => {
  expect(possible(lock)).toMatchInlineSnapshot(`
    [
      "lock.left.shut turn: turn [isLeft, not isWorn] → left.open right.shut never.one",
      "lock.left.checked always [1]: turn [isLeft, not isWorn] → left.open right.shut never.one",
      "lock.right.shut turn: turn [isLeft, isRight, not isWorn, in {"left":"open"}] → left.open right.free never.one",
      "lock.right.open always: turn [isLeft, isRight, not isWorn, in {"left":"open"}] → left.open right.free never.one",
      "lock.left.checked always [0]: turn [isLeft, isRight, isWorn] → left.broken right.open never.one",
      "lock.never.one jump: jump → left.shut right.shut never.two",
      "lock.never.two jump: jump, jump → left.shut right.shut never.one",
    ]
  `)
})

test('names the states and transitions that nothing can reach', () => {
  expect(deadParts(lock, possiblePaths(lock))).toEqual({
    states: ['lock.never.three'],
    transitions: ['lock.never fall'],
  })
  expect(deadParts(trafficLight, possiblePaths(trafficLight))).toEqual({
    states: [],
    transitions: [],
  })
})

const counter = createMachine({
  id: 'counter',
  types: {} as { events: { type: 'added'; by: number } | { type: 'ended' } },
  context: { sum: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        added: [
          { guard: ({ event }) => event.by > 2, target: 'full' },
          { actions: assign({ sum: ({ event }) => event.by.toFixed(0).length }) },
        ],
        ended: 'full',
      },
    },
    full: { type: 'final' },
  },
})
const samples = { input: undefined, events: [{ type: 'ended' }, { type: 'added', by: 1 }] }

test('says what samples do not reach, and what needs samples where there are none', () => {
  const key = 'counter.open added [0]'
  const withSamples = reachedPaths(counter, [{ machine: counter, samples }])
  expect([...withSamples.unreached.keys()]).toEqual([key])
  const without = describePaths(counter, [])
  expect(without.isComplete).toBe(false)
  expect(without.text).toMatchInlineSnapshot(`
    "Transitions of counter

      start → open
      open | ended → full

    Paths, the shortest to each transition

      1. ended → full
         event {"type":"ended"}
         takes counter.open ended

    These transitions need samples. The shortest events to each, with what its guards must say:

      counter.open added [0]
        added [(a function)] → full
      counter.open added [1]
        added [not (a function)] → open"
  `)
})

test('says nothing is left when all is reached', () => {
  const events = [...samples.events, { type: 'added', by: 3 }]
  const { text, isComplete } = describePaths(counter, [
    { machine: counter, samples: { input: undefined, events } },
  ])
  expect(isComplete).toBe(true)
  expect(text).not.toContain('do not reach')
})

test('names the paths that a change affects, by samples where there are any', () => {
  const changed: AnyStateMachine = createMachine(
    {
      ...trafficLight.config,
      states: { ...trafficLight.config.states, green: { on: { PED: 'red' } } },
    } as never,
    trafficLight.implementations as never,
  )
  const differences = diffCharts(modelOf(trafficLight), modelOf(changed))
  const before = possiblePathsOver(trafficLight)
  expect(affectedPathLines(differences, before, possiblePathsOver(changed))).toMatchInlineSnapshot(`
    [
      "light.green xstate.after.3000.light.green: 1 path",
      "  3000 elapsed → yellow",
      "light.green PED: 2 paths",
      "  PED → red",
      "  PED, redTime elapsed → green",
    ]
  `)
  const paths = pathsOf(changed, { input: undefined, events: [{ type: 'PED' }] })
  expect(affectedPathLines(differences, before, sampledPathsOver(paths))).toMatchInlineSnapshot(`
    [
      "light.green xstate.after.3000.light.green: 1 path",
      "  3000 elapsed → yellow",
      "light.green PED: 2 paths",
      "  PED → red",
      "  PED, redTime elapsed → green",
    ]
  `)
})
