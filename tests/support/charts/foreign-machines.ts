/** Small machines that are not ours, with what of XState our own do not use. */
import { assign, createMachine, emit, fromPromise, or, raise, sendTo, setup, stateIn } from 'xstate'

/** A traffic light: delays by number and by name, inline functions, a description. */
export const trafficLight = setup({
  types: {} as { context: { rounds: number }; events: { type: 'POWER_OUTAGE' } | { type: 'PED' } },
  delays: { redTime: () => 5_000 },
  actions: { countRound: assign({ rounds: ({ context }) => context.rounds + 1 }) },
}).createMachine({
  id: 'light',
  description: 'The light at a crossing.',
  context: { rounds: 0 },
  initial: 'green',
  on: { POWER_OUTAGE: '.dark' },
  states: {
    green: { tags: ['go'], after: { 3000: 'yellow' }, on: { PED: { target: 'yellow' } } },
    yellow: {
      description: 'Stop if you can.',
      after: {
        500: [
          { guard: ({ context }) => context.rounds > 99, target: 'dark' },
          { target: 'red', actions: 'countRound' },
        ],
      },
    },
    red: { after: { redTime: 'green' }, entry: assign({}) },
    dark: { type: 'final' },
  },
})

/** A wizard with parallel regions and history. */
export const wizard = setup({
  types: {} as {
    events: { type: 'next' | 'back' | 'pause' | 'resume' | 'valid' | 'invalid' } | { type: 'pen.*' }
    emitted: { type: 'wizard.finished' }
  },
  guards: { isLast: () => false, isValid: (_, _params: { least: number }) => true },
  actions: { finish: emit({ type: 'wizard.finished' }) },
}).createMachine({
  id: 'wizard',
  type: 'parallel',
  states: {
    steps: {
      initial: 'filling',
      states: {
        filling: {
          initial: 'name',
          states: {
            name: { on: { next: 'address' } },
            address: {
              on: {
                back: 'name',
                next: {
                  guard: or([stateIn('#valid'), { type: 'isValid', params: { least: 2 } }]),
                  target: '#wizard.steps.done',
                  actions: ['finish', raise({ type: 'pause' })],
                },
              },
            },
            last: { type: 'history', history: 'deep' },
          },
          on: { pause: 'paused' },
        },
        paused: { on: { resume: 'filling.last', '*': { actions: () => {} } } },
        done: { type: 'final' },
      },
    },
    validity: {
      initial: 'invalid',
      states: {
        invalid: { on: { valid: '#valid' } },
        valid: {
          id: 'valid',
          on: { invalid: 'invalid', 'pen.*': { target: 'valid', reenter: true } },
        },
      },
      onDone: { actions: 'finish' },
    },
  },
})

const step = fromPromise(async () => 1)

/** A deep chain of promises, with one that is written in its place. */
export const chain = createMachine(
  {
    id: 'chain',
    initial: 'one',
    invoke: { id: 'log', src: 'first', input: { to: ['file'] } },
    states: {
      one: { invoke: { src: 'first', onDone: 'two', onError: 'failed' } },
      two: {
        invoke: {
          id: 'second',
          src: 'second',
          onDone: 'three',
          onError: 'failed',
          onSnapshot: { actions: 'tell' },
        },
      },
      three: {
        invoke: {
          id: 'inline',
          src: step,
          onDone: 'ended',
          onError: { target: 'failed', actions: 'tell' },
        },
      },
      failed: { always: { target: 'ended' }, exit: 'tell' },
      ended: { type: 'final' },
    },
  },
  {
    actors: { first: fromPromise(async () => 1), second: fromPromise(async () => 2) },
    actions: { tell: sendTo('log', ({ event }) => ({ type: 'log.written', event })) },
  },
)

interface CounterEvent {
  type: 'added'
  unit: 'cent' | 'euro'
  by: number
  at: Date
}

/** A counter, whose events carry something. */
export const counter = setup({
  types: {} as { events: CounterEvent | { type: 'ended' }; input: { least: number } },
  guards: { isLarge: ({ event }) => event.type === 'added' && event.by > 2 },
}).createMachine({
  id: 'counter',
  initial: 'open',
  states: {
    open: {
      on: { added: [{ guard: 'isLarge', target: 'full' }, { actions: () => {} }], ended: 'full' },
    },
    full: { type: 'final' },
  },
})
