import { expect, expectTypeOf, test } from 'vitest'
import { assign, createActor, emit, setup } from 'xstate'
import { listenTo, listener } from '#machines/actor-listener.ts'

type HeardEvent = { type: 'network.restored' } | { type: 'connection.lost' }

/** Emits one event when it starts, and another when it is told to. */
const network = setup({
  types: {} as { events: { type: 'lose' }; emitted: HeardEvent },
}).createMachine({
  entry: emit({ type: 'network.restored' }),
  on: { lose: { actions: emit({ type: 'connection.lost' }) } },
})

const hearing = setup({
  types: {} as { context: { heard: string[] }; events: HeardEvent },
  actors: { listener },
}).createMachine({
  context: { heard: [] },
  invoke: listenTo<HeardEvent>({ network: ['network.restored'] }),
  on: {
    '*': { actions: assign({ heard: ({ context, event }) => [...context.heard, event.type] }) },
  },
})

const start = (initial: 'without' | 'with') => {
  const ref = createActor(
    setup({
      types: {} as { children: { network: 'network'; hearing: 'hearing' } },
      actors: { network, hearing },
    }).createMachine({
      invoke: { id: 'hearing', src: 'hearing' },
      initial,
      states: {
        without: { on: { start: 'with' } },
        with: {
          invoke: { id: 'network', systemId: 'network', src: 'network' },
          on: { stop: 'without', restart: { target: 'with', reenter: true } },
        },
      },
    }),
  ).start()
  return {
    ref,
    heard: () => ref.getSnapshot().children.hearing!.getSnapshot().context.heard,
  }
}

test('hears what another actor emits at its start', () => {
  expect(start('with').heard()).toEqual(['network.restored'])
})

test('hears an actor that starts later, or takes the place of an earlier one', () => {
  const { ref, heard } = start('without')
  expect(heard()).toEqual([])
  ref.send({ type: 'start' })
  expect(heard()).toHaveLength(1)
  ref.send({ type: 'restart' })
  expect(heard()).toHaveLength(2)
  ref.send({ type: 'stop' })
  ref.send({ type: 'start' })
  expect(heard()).toHaveLength(3)
})

test('hears only the events it listens to', () => {
  const { ref, heard } = start('with')
  ref.getSnapshot().children.network!.send({ type: 'lose' })
  expect(heard()).toEqual(['network.restored'])
})

test('hears an event before what another actor emits in response, although that one listens first', () => {
  const answering = setup({
    types: {} as { events: HeardEvent; emitted: { type: 'chrome.shown' } },
    actors: { listener },
  }).createMachine({
    invoke: listenTo<HeardEvent>({ network: ['network.restored'] }),
    on: { 'network.restored': { actions: emit({ type: 'chrome.shown' }) } },
  })
  type EventFromBoth = HeardEvent | { type: 'chrome.shown' }
  const hearingBoth = setup({
    types: {} as { context: { heard: string[] }; events: EventFromBoth },
    actors: { listener },
  }).createMachine({
    context: { heard: [] },
    invoke: listenTo<EventFromBoth>({
      network: ['network.restored'],
      editorChrome: ['chrome.shown'],
    }),
    on: {
      '*': { actions: assign({ heard: ({ context, event }) => [...context.heard, event.type] }) },
    },
  })
  const ref = createActor(
    setup({
      types: {} as { children: { hearing: 'hearing' } },
      actors: { network, answering, hearing: hearingBoth },
    }).createMachine({
      invoke: [
        { systemId: 'editorChrome', src: 'answering' },
        { id: 'hearing', src: 'hearing' },
        { systemId: 'network', src: 'network' },
      ],
    }),
  ).start()
  const { heard } = ref.getSnapshot().children.hearing!.getSnapshot().context
  expect(heard).toEqual(['network.restored', 'chrome.shown'])
})

test('hears nothing once it is stopped', () => {
  const { ref } = start('with')
  const hearingRef = ref.getSnapshot().children.hearing!
  ref.stop()
  expect(hearingRef.getSnapshot().context.heard).toEqual(['network.restored'])
})

test('compiles only with events that the other emits and the actor receives', () => {
  type Listened = Parameters<typeof listenTo<HeardEvent>>[0]
  expectTypeOf<Listened['hubConnection']>().toEqualTypeOf<
    readonly 'connection.lost'[] | undefined
  >()
  expectTypeOf<Listened['navigation']>().toEqualTypeOf<readonly never[] | undefined>()
  expect(listenTo<HeardEvent>({ hubConnection: ['connection.lost'] }).input).toEqual({
    hubConnection: ['connection.lost'],
  })
})
