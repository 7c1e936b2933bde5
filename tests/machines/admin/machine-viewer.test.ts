import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { WatchedActor, WatchedStep } from '../../../charts/live/watched.ts'
import {
  machineViewerMachine,
  selectActor,
  selectLastTaken,
} from '#machines/admin/machine-viewer.ts'
import { trafficLight } from '../../support/charts/foreign-machines.ts'
import { machineViewer, viewerInput } from '../../support/machines/machine-viewer-paths.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(machineViewerMachine, machineViewer)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → drawing",
      "machineViewer | location.committed [isSamePath and isOtherMachine] → drawing {chart, choice, failure, search}",
      "machineViewer | location.committed [isSamePath] {choice, search}",
      "machineViewer | system.changed",
      "machineViewer | watchSystem failed {failure}",
      "drawing | drawChart done → drawn {chart}",
      "drawing | drawChart failed → failed {failure}",
      "failed | retry.requested → drawing {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(machineViewerMachine, paths)).toEqual([])
  expect(untakenTransitions(machineViewerMachine, paths)).toEqual([])
})

const light = createActor(trafficLight).start()
const actor: WatchedActor = {
  id: 'x:1',
  name: 'light',
  parent: null,
  snapshot: light.getSnapshot(),
}
const stepOf = (id: number, receiver: string, taken: string[]): WatchedStep => ({
  ...{ id, at: 0, sender: null, taken },
  receiver: { id: receiver, name: receiver },
  event: { type: 'timer' },
  snapshot: actor.snapshot,
})

const startViewer = () => {
  const watching = controlledCallback<never>()
  const drawing = controlledPromise<never, never>()
  const viewer = createActor(
    machineViewerMachine.provide({
      actors: { watchSystem: watching.logic as never, drawChart: drawing.logic as never },
    }),
    { input: viewerInput },
  )
  return viewer.start()
}

test('follows the actor of the machine that is shown', () => {
  const viewer = startViewer()
  expect([selectActor(viewer.getSnapshot()), selectLastTaken(viewer.getSnapshot())]).toEqual([
    undefined,
    null,
  ])
  const steps = [
    stepOf(1, 'x:1', ['light.green timer']),
    stepOf(2, 'x:1', []),
    stepOf(3, 'x:2', ['light.red timer']),
  ]
  viewer.send({ type: 'system.changed', actors: [actor], steps })
  expect(selectActor(viewer.getSnapshot())).toBe(actor)
  expect(selectLastTaken(viewer.getSnapshot())?.id).toBe(1)
})

test('keeps the last two thousand steps', () => {
  const viewer = startViewer()
  const some = (from: number) =>
    Array.from({ length: 1_500 }, (_, at) => stepOf(from + at, 'x:1', []))
  viewer.send({ type: 'system.changed', actors: [actor], steps: some(0) })
  viewer.send({ type: 'system.changed', actors: [actor], steps: some(1_500) })
  const { steps } = viewer.getSnapshot().context
  expect([steps.length, steps[0]!.id]).toEqual([2_000, 1_000])
})
