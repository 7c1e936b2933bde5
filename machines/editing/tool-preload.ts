/**
 * Loads the tools that editing starts without, once edit mode is entered and the browser is idle, so that they are there
 * when the network is not.
 */
import { setup } from 'xstate'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'

type ToolPreloadEvent =
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  /** The site can be reached again. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }

export const toolPreloadMachine = setup({
  types: {} as { events: ToolPreloadEvent },
  actors: {
    waitForIdle: promiseEffect<void>(),
    loadTools: promiseEffect<unknown>(),
    listener,
  },
}).createMachine({
  id: 'toolPreload',
  invoke: listenTo<ToolPreloadEvent>({
    editMode: ['edit.entered', 'edit.exited'],
    hubConnection: ['connection.opened'],
    network: ['network.restored'],
  }),
  initial: 'unloaded',
  states: {
    unloaded: {
      description: 'Edit mode was not entered yet.',
      on: { 'edit.entered': 'waitingForIdle' },
    },
    waitingForIdle: {
      description: 'The tools are fetched once the browser has nothing else to do.',
      invoke: { id: 'waitForIdle', src: 'waitForIdle', onDone: 'loading', onError: 'loading' },
      on: { 'edit.exited': 'unloaded' },
    },
    loading: {
      description: 'The tools are being fetched.',
      invoke: { id: 'loadTools', src: 'loadTools', onDone: 'loaded', onError: 'failed' },
    },
    failed: {
      description:
        'The tools could not be fetched, which is tried again when the site can be reached.',
      on: {
        'edit.entered': 'waitingForIdle',
        'connection.opened': 'waitingForIdle',
        'network.restored': 'waitingForIdle',
      },
    },
    loaded: { description: 'The tools are there, also without a network.' },
  },
})
