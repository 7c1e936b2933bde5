/** Small machines for tests of recordings: one with effects, one with delays. */
import { assign, emit, fromCallback, fromPromise, setup } from 'xstate'

/** Loads a color when it is switched on, and then burns until its wire breaks. */
export const lamp = setup({
  types: {} as {
    context: { color: string | null }
    events: { type: 'switch.pressed' } | { type: 'wire.broken' }
    emitted: { type: 'lamp.lit' }
  },
  actors: {
    loadColor: fromPromise(async () => 'red'),
    watchWire: fromCallback<{ type: 'wire.checked' }>(({ sendBack, receive }) =>
      receive(() => sendBack({ type: 'wire.broken' })),
    ),
  },
}).createMachine({
  id: 'lamp',
  context: { color: null },
  initial: 'off',
  states: {
    off: { on: { 'switch.pressed': 'loading' } },
    loading: {
      invoke: {
        id: 'loadColor',
        src: 'loadColor',
        onDone: { target: 'lit', actions: assign({ color: ({ event }) => event.output }) },
      },
    },
    lit: {
      entry: emit({ type: 'lamp.lit' }),
      invoke: { id: 'watchWire', src: 'watchWire' },
      on: { 'switch.pressed': 'off', 'wire.broken': 'broken' },
    },
    broken: { type: 'final' },
  },
})

/** Rings after a second, and for a second. */
export const timer = setup({
  types: {} as { events: { type: 'stop.requested' } },
}).createMachine({
  id: 'timer',
  initial: 'waiting',
  states: {
    waiting: { after: { 1000: 'ringing' }, on: { 'stop.requested': 'stopped' } },
    ringing: { after: { 1000: 'waiting' }, on: { 'stop.requested': 'stopped' } },
    stopped: {},
  },
})

/**
 * The timer with a bug: it rings only once.
 * @public Named on the command line.
 */
export const brokenTimer = setup({
  types: {} as { events: { type: 'stop.requested' } },
}).createMachine({
  id: 'timer',
  initial: 'waiting',
  states: {
    waiting: { after: { 1000: 'ringing' }, on: { 'stop.requested': 'stopped' } },
    ringing: { after: { 1000: 'stopped' }, on: { 'stop.requested': 'stopped' } },
    stopped: {},
  },
})
