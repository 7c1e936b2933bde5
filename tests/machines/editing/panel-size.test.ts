import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { PanelSize } from '#content/page/geometry/panel-size.ts'
import { isResizing, panelSizeMachine, selectPanelSize } from '#machines/editing/panel-size.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const bounds = { min: 256, max: 512, initial: 320 }
const remembered: PanelSize = { width: 400, height: null }

const paths = pathsOf(panelSizeMachine, {
  input: undefined,
  events: [
    { type: 'separator.grabbed', dimension: 'width', size: 320, at: 1000 },
    { type: 'separator.dragged', at: 900, bounds },
    { type: 'separator.released' },
    { type: 'drag.canceled' },
    { type: 'size.chosen', dimension: 'height', size: 200 },
    { type: 'xstate.done.actor.readPanelSize', output: remembered },
    { type: 'xstate.error.actor.readPanelSize', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readPanelSize done → idle {size}",
      "reading | readPanelSize failed → idle",
      "idle | separator.grabbed → resizing {grab, previous}",
      "idle | size.chosen {size} (savePanelSize)",
      "resizing | separator.dragged {size}",
      "resizing | separator.released → idle {grab} (savePanelSize)",
      "resizing | drag.canceled → idle {grab}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(panelSizeMachine, paths)).toEqual([])
  expect(untakenTransitions(panelSizeMachine, paths)).toEqual([])
})

const run = async (size: PanelSize = { width: null, height: null }) => {
  const reading = controlledPromise<PanelSize, undefined>()
  const saved: PanelSize[] = []
  const ref = createActor(
    panelSizeMachine.provide({
      actors: { readPanelSize: reading.logic },
      actions: { savePanelSize: (_, saving) => void saved.push(saving) },
    }),
  ).start()
  reading.settle({ type: 'xstate.done.actor.readPanelSize', output: size })
  await waitFor(ref, (snapshot) => snapshot.matches('idle'))
  return { ref, saved, size: () => selectPanelSize(ref.getSnapshot()) }
}

test('a drag follows the pointer within the bounds, and is saved once, when it ends', async () => {
  const { ref, saved, size } = await run()
  ref.send({ type: 'separator.grabbed', dimension: 'width', size: 320, at: 1000 })
  expect(isResizing(ref.getSnapshot())).toBe(true)
  for (const [at, width] of [
    [980, 340],
    [500, 512],
    [2000, 256],
    [950, 370],
  ] as const) {
    ref.send({ type: 'separator.dragged', at, bounds })
    expect(size()).toEqual({ width, height: null })
  }
  expect(saved).toEqual([])
  ref.send({ type: 'separator.released' })
  expect(saved).toEqual([{ width: 370, height: null }])
  ref.send({ type: 'separator.dragged', at: 900, bounds })
  expect(size()).toEqual({ width: 370, height: null })
})

test('a canceled drag puts the size back, the default one, too, and saves nothing', async () => {
  for (const width of [null, 400]) {
    const { ref, saved, size } = await run({ width, height: 200 })
    ref.send({ type: 'separator.grabbed', dimension: 'width', size: width ?? 320, at: 1000 })
    ref.send({ type: 'separator.dragged', at: 900, bounds })
    ref.send({ type: 'drag.canceled' })
    expect(size()).toEqual({ width, height: 200 })
    expect(saved).toEqual([])
  }
})

test('a press without a move keeps the default', async () => {
  const { ref, size } = await run()
  ref.send({ type: 'separator.grabbed', dimension: 'height', size: 320, at: 480 })
  ref.send({ type: 'separator.released' })
  expect(size()).toEqual({ width: null, height: null })
})

test('a chosen size is saved with the other one', async () => {
  const { ref, saved } = await run(remembered)
  ref.send({ type: 'size.chosen', dimension: 'height', size: 200 })
  ref.send({ type: 'size.chosen', dimension: 'width', size: null })
  expect(saved).toEqual([
    { width: 400, height: 200 },
    { width: null, height: 200 },
  ])
})
