import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type DevicePreview, noPreview } from '#content/page/geometry/device-preview.ts'
import { Failure } from '#content/model/failure.ts'
import { devicePreviewMachine, selectDevicePreview } from '#machines/editing/device-preview.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const remembered: DevicePreview = { device: 'tablet', colorScheme: 'light' }

const paths = pathsOf(devicePreviewMachine, {
  input: undefined,
  events: [
    { type: 'device.selected', device: 'phone' },
    { type: 'colorScheme.selected', colorScheme: 'dark' },
    { type: 'xstate.done.actor.readDevicePreview', output: remembered },
    { type: 'xstate.error.actor.readDevicePreview', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readDevicePreview done → idle {colorScheme, device}",
      "reading | readDevicePreview failed → idle",
      "idle | device.selected {device} (saveDevicePreview)",
      "idle | colorScheme.selected {colorScheme} (saveDevicePreview)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(devicePreviewMachine, paths)).toEqual([])
  expect(untakenTransitions(devicePreviewMachine, paths)).toEqual([])
})

const run = async (preview: DevicePreview) => {
  const reading = controlledPromise<DevicePreview, undefined>()
  const saved: DevicePreview[] = []
  const ref = createActor(
    devicePreviewMachine.provide({
      actors: { readDevicePreview: reading.logic },
      actions: { saveDevicePreview: (_, saving) => void saved.push(saving) },
    }),
  ).start()
  reading.settle({ type: 'xstate.done.actor.readDevicePreview', output: preview })
  await waitFor(ref, (snapshot) => snapshot.matches('idle'))
  return { ref, saved, preview: () => selectDevicePreview(ref.getSnapshot()) }
}

test('goes on with what is remembered, and saves nothing by itself', async () => {
  const { preview, saved } = await run(remembered)
  expect(preview()).toEqual(remembered)
  expect(saved).toEqual([])
})

test('the device and the colors are chosen apart, and saved together', async () => {
  const { ref, preview, saved } = await run(noPreview)
  ref.send({ type: 'device.selected', device: 'phone' })
  ref.send({ type: 'colorScheme.selected', colorScheme: 'dark' })
  expect(preview()).toEqual({ device: 'phone', colorScheme: 'dark' })
  ref.send({ type: 'device.selected', device: 'desktop' })
  expect(saved).toEqual([
    { device: 'phone', colorScheme: 'system' },
    { device: 'phone', colorScheme: 'dark' },
    { device: 'desktop', colorScheme: 'dark' },
  ])
})
