import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { WatchedActor, WatchedStep } from '../../../charts/live/watched.ts'
import {
  machineViewerMachine,
  selectExportFailure,
  selectFileFailure,
  selectLastStep,
  selectLastTaken,
  selectShown,
  selectShownActor,
} from '#machines/admin/machine-viewer.ts'
import { locationOf } from '#content/navigation/location.ts'
import { trafficLight } from '../../support/charts/foreign-machines.ts'
import {
  drawnChart,
  machineViewer,
  viewerInput,
} from '../../support/machines/machine-viewer-paths.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(machineViewerMachine, machineViewer)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → chart.drawing export.idle file.idle time.following",
      "machineViewer | system.changed",
      "machineViewer | system.lost {failure}",
      "machineViewer | watchSystem failed {failure}",
      "chart | location.committed [isSamePath and isOtherMachine] → chart.drawing {chart, choice, failure, search}",
      "chart | location.committed [isSamePath] {choice, search}",
      "chart | choice.made [isOtherMachine] → chart.drawing {chart, choice, failure, search}",
      "chart | choice.made {choice, search}",
      "chart.drawing | drawChart done → chart.drawn {chart}",
      "chart.drawing | drawChart failed → chart.failed {failure}",
      "chart.failed | retry.requested → chart.drawing {failure}",
      "export.idle | export.requested [hasChart] → export.saving",
      "export.saving | saveExport done → export.idle",
      "export.saving | saveExport failed → export.idle {exportFailure}",
      "file | file.chosen → file.reading",
      "file | recordings.swapped {recordings}",
      "file | recordings.closed → file.idle {recordings}",
      "file | recordings.closed → file.idle time.following {cursor, recordings}",
      "file.reading | readFile done → file.idle {recordings}",
      "file.reading | readFile failed → file.idle {fileFailure}",
      "file.reading | readFile done → file.idle time.following {cursor, recordings}",
      "time.following | pause.requested → time.paused {cursor}",
      "time.following | log.cleared",
      "time.following | step.chosen → time.paused {cursor}",
      "time.paused | resume.requested → time.following {cursor}",
      "time.paused | log.cleared → time.following {cursor}",
      "time.paused | step.chosen {cursor}",
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
  before: null,
  snapshot: actor.snapshot,
})

const startViewer = (search = viewerInput.search) => {
  const watching = controlledCallback<never>()
  const drawing = controlledPromise<never, never>()
  const viewer = createActor(
    machineViewerMachine.provide({
      actors: { watchSystem: watching.logic as never, drawChart: drawing.logic as never },
    }),
    { input: { ...viewerInput, search } },
  )
  return viewer.start()
}

test('follows the actor of the machine that is shown', () => {
  const viewer = startViewer()
  expect(selectShown(viewer.getSnapshot())).toBeUndefined()
  expect(selectLastTaken(viewer.getSnapshot())).toBeNull()
  const steps = [
    stepOf(1, 'x:1', ['light.green timer']),
    stepOf(2, 'x:1', []),
    stepOf(3, 'x:2', ['light.red timer']),
  ]
  viewer.send({ type: 'system.changed', actors: [actor], steps })
  expect(selectShown(viewer.getSnapshot())).toBe(actor.snapshot)
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

test('stays at a time when another machine is chosen', () => {
  const viewer = startViewer()
  viewer.send({ type: 'step.chosen', id: 3 })
  const location = locationOf('/blog?machine=auth')
  viewer.send({ type: 'location.committed', location })
  expect(viewer.getSnapshot().value).toEqual({
    chart: 'drawing',
    export: 'idle',
    file: 'idle',
    time: 'paused',
  })
})

test('goes back in time, to actors that have ended, too', () => {
  const viewer = startViewer('?machine=light&actor=x:2')
  const ended = createActor(trafficLight).start()
  const before = ended.getSnapshot()
  ended.send({ type: 'POWER_OUTAGE' })
  const last: WatchedStep = {
    ...stepOf(7, 'x:2', ['taken']),
    before,
    snapshot: ended.getSnapshot(),
  }
  viewer.send({ type: 'system.changed', actors: [actor], steps: [stepOf(5, 'x:1', []), last] })
  const shown = () => {
    const snapshot = viewer.getSnapshot()
    return [selectShownActor(snapshot), selectShown(snapshot), selectLastStep(snapshot)?.id]
  }
  // Another actor of the machine takes the place of one that is gone.
  expect(shown()).toEqual(['x:1', actor.snapshot, 5])
  viewer.send({ type: 'pause.requested' })
  expect(shown()).toEqual(['x:2', last.snapshot, 7])
  viewer.send({ type: 'step.chosen', id: 5 })
  expect(shown()).toEqual(['x:2', before, undefined])
  expect(selectLastTaken(viewer.getSnapshot())).toBeNull()
  viewer.send({ type: 'resume.requested' })
  expect(shown()).toEqual(['x:1', actor.snapshot, 5])
})

test('the failure of a file, and of an export, is gone with the next attempt', async () => {
  const [reading, saving, drawing] = [
    controlledPromise<never, never>(),
    controlledPromise<never, never>(),
    controlledPromise<never, never>(),
  ]
  const viewer = createActor(
    machineViewerMachine.provide({
      actors: {
        watchSystem: controlledCallback<never>().logic as never,
        drawChart: drawing.logic as never,
        readFile: reading.logic as never,
        saveExport: saving.logic as never,
      },
    }),
    { input: viewerInput },
  ).start()
  const failures = () => {
    const snapshot = viewer.getSnapshot()
    return [selectFileFailure(snapshot), selectExportFailure(snapshot)].map(Boolean)
  }
  drawing.settle({ type: 'xstate.done.actor.drawChart', output: drawnChart } as never)
  await waitFor(viewer, (snapshot) => snapshot.matches({ chart: 'drawn' }))
  const attempt = () => {
    viewer.send({ type: 'file.chosen', file: new File([], 'a.json'), isCompared: false })
    viewer.send({ type: 'export.requested', format: 'svg' })
  }
  attempt()
  reading.settle({ type: 'xstate.error.actor.readFile', error: new Error('No.') } as never)
  saving.settle({ type: 'xstate.error.actor.saveExport', error: new Error('No.') } as never)
  await waitFor(viewer, ({ value }) => value.export === 'idle' && value.file === 'idle')
  expect(failures()).toEqual([true, true])
  attempt()
  expect(failures()).toEqual([false, false])
})
