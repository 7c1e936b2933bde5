/** Holds how the page is shown while it is edited, as on which device and in which colors, and remembers that for this tab. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import {
  type ColorScheme,
  type Device,
  type DevicePreview,
  noPreview,
} from '#content/page/geometry/device-preview.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

export type DevicePreviewEvent =
  | { type: 'device.selected'; device: Device }
  | { type: 'colorScheme.selected'; colorScheme: ColorScheme }

export const devicePreviewMachine = setup({
  types: {} as { context: DevicePreview; events: DevicePreviewEvent },
  actors: {
    /** Resolves with the preview that this tab remembers. */
    readDevicePreview: promiseEffect<DevicePreview>(),
  },
  actions: {
    saveDevicePreview: actionEffect<DevicePreview>(),
    setRead: assign((_, { output }: { output: DevicePreview }) => output),
    setDevice: assign((_, { device }: { device: Device }) => ({ device })),
    setColorScheme: assign((_, { colorScheme }: { colorScheme: ColorScheme }) => ({ colorScheme })),
  },
}).createMachine({
  id: 'devicePreview',
  context: noPreview,
  initial: 'reading',
  states: {
    reading: {
      description: 'Looks how this tab has shown the page before.',
      invoke: {
        id: 'readDevicePreview',
        src: 'readDevicePreview',
        onDone: { target: 'idle', actions: withEvent('setRead') },
        onError: 'idle',
      },
    },
    idle: {
      description: 'The page is shown as was chosen.',
      on: {
        'device.selected': {
          actions: [withEvent('setDevice'), { type: 'saveDevicePreview', params: previewOf }],
        },
        'colorScheme.selected': {
          actions: [withEvent('setColorScheme'), { type: 'saveDevicePreview', params: previewOf }],
        },
      },
    },
  },
})

function previewOf({ context }: { context: DevicePreview }) {
  return context
}

export const selectDevicePreview = (snapshot: SnapshotFrom<typeof devicePreviewMachine>) =>
  snapshot.context
