import { expect, test } from 'vitest'
import {
  type AnyEventObject,
  assign,
  createActor,
  createMachine,
  emit,
  fromCallback,
  sendTo,
  setup,
} from 'xstate'
import { stateAt } from '../../charts/drawing/state-at.ts'
import { layoutChart } from '../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../charts/layout/layout-engine.ts'
import { actorRows, foundNames, stateText } from '../../charts/live/actor-rows.ts'
import { chartTable } from '../../charts/live/chart-table.ts'
import { chosenActor } from '../../charts/live/chosen-actor.ts'
import { liveStateOf } from '../../charts/live/live-state.ts'
import { watchSystem } from '../../charts/live/watch-system.ts'
import { createRecorder } from '../../charts/record/recorder.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { trafficLight, wizard } from '../support/charts/foreign-machines.ts'

const door = setup({
  types: {} as {
    context: { isLocked: boolean; opened: number }
    events: { type: 'opened' | 'closed' | 'locked' | 'knocked' } | { type: 'named'; name: string }
    emitted: { type: 'door.opened' }
  },
  actions: {
    count: assign({ opened: ({ context }) => context.opened + 1 }),
    tell: emit({ type: 'door.opened' }),
    lock: assign({ isLocked: true }),
  },
  guards: {
    isLocked: ({ context }) => context.isLocked,
    isShort: ({ event }) => (event as { name: string }).name.length < 3,
    isRepaired: () => false,
  },
}).createMachine({
  id: 'door',
  meta: { guards: { isLocked: 'The door is locked.' } },
  context: { isLocked: false, opened: 0 },
  initial: 'closed',
  on: { knocked: { actions: 'count' }, closed: { actions: 'count' } },
  states: {
    closed: {
      always: { guard: 'isRepaired', target: 'open' },
      on: {
        opened: [
          { guard: 'isLocked', target: 'closed' },
          { target: 'open', actions: ['count', 'tell'] },
        ],
        locked: { actions: 'lock' },
        named: { guard: 'isShort', target: 'open' },
      },
    },
    open: { on: { closed: 'closed' } },
  },
})

/** A house hears what its door emits through a callback, as a listener does. */
const house = setup({
  types: {} as { events: { type: 'door.opened' } | { type: 'guest.came' } },
  actors: {
    door,
    listener: fromCallback<AnyEventObject, undefined>(({ sendBack, system }) => {
      system.get('door').on('door.opened', sendBack)
    }),
    sleeper: fromCallback(() => {}),
  },
}).createMachine({
  id: 'house',
  invoke: [
    { id: 'door', systemId: 'door', src: 'door' },
    { id: 'listener', src: 'listener' },
  ],
  initial: 'quiet',
  states: {
    quiet: {
      on: {
        'guest.came': { actions: sendTo('door', { type: 'opened' }) },
        'door.opened': 'awake',
      },
    },
    awake: { type: 'final' },
  },
})

const watch = (root = createActor(house).start()) => {
  let changes = 0
  const recorder = createRecorder({ ignores: ({ id }) => id === 'ignored' })
  recorder.attach(root)
  const watching = watchSystem({ root, recorder, onChange: () => (changes += 1) })
  const first = watching.take()
  return { root, watching, first, changes: () => changes }
}

test('lists the machines that are alive already, and no other actors', () => {
  const { first, root } = watch()
  expect(first.actors.map(({ name, parent }) => [name, parent])).toEqual([
    [root.id, null],
    ['door', root.sessionId],
  ])
})

test('tells who sent or emitted an event, which transitions it took, and what came of it', () => {
  const { root, watching, changes } = watch()
  root.send({ type: 'guest.came' })
  const steps = watching.take().steps
  expect(
    steps.map(({ sender, receiver, event, taken, snapshot }) => [
      ...[sender?.name ?? null, receiver.name, event.type, taken, snapshot.value],
    ]),
  ).toEqual([
    [null, root.id, 'guest.came', ['house.quiet guest.came'], 'quiet'],
    [root.id, 'door', 'opened', ['door.closed opened [1]'], 'open'],
    // By the listener, which only passes it on.
    ['door', root.id, 'door.opened', ['house.quiet door.opened'], 'awake'],
    [null, 'door', 'xstate.stop', [], 'open'],
  ])
  expect(changes()).toBeGreaterThan(0)
  expect(watching.take()).toEqual({ actors: [], steps: [] })
})

test('knows the snapshot before each step', () => {
  const { root, watching } = watch()
  root.send({ type: 'guest.came' })
  const before = watching.take().steps.map((step) => step.before?.value)
  expect(before).toEqual(['quiet', 'closed', 'quiet', 'open'])
  const view = createActor(door, { id: 'view', parent: root }).start()
  view.send({ type: 'opened' })
  expect(watching.take().steps.map((step) => step.before?.value ?? null)).toEqual([null, 'closed'])
})

test('finds actors that start later, ignores those that it is told to, and stops', () => {
  const { root, watching } = watch()
  const view = createActor(door, { id: 'view', parent: root }).start()
  const ignored = createActor(door, { id: 'ignored', parent: root }).start()
  createActor(door, { id: 'below', parent: ignored }).start()
  expect(watching.take().actors.map(({ name }) => name)).toEqual([root.id, 'door', 'view'])
  ignored.send({ type: 'opened' })
  view.send({ type: 'opened' })
  const opened = watching.take().steps.filter(({ event }) => event.type === 'opened')
  expect(opened.map(({ receiver }) => receiver.name)).toEqual(['view'])
  watching.stop()
  view.send({ type: 'closed' })
  expect(watching.take().steps).toEqual([])
})

const readinessOf = (...events: AnyEventObject[]) => {
  const actor = createActor(door).start()
  for (const event of events) actor.send(event as never)
  return Object.fromEntries(liveStateOf(actor.getSnapshot(), modelOf(door)).readiness)
}

test('says which transitions can be taken, and which depend on what the event says', () => {
  expect(readinessOf()).toEqual({
    'door knocked': 'open',
    'door closed': 'open',
    'door.closed always': 'refused',
    'door.closed opened [0]': 'refused',
    'door.closed opened [1]': 'open',
    'door.closed locked': 'open',
    'door.closed named': 'depends',
  })
})

test('follows the guards, and leaves out what a state inside takes in its place', () => {
  expect(readinessOf({ type: 'locked' })).toMatchObject({ 'door.closed opened [0]': 'open' })
  expect(readinessOf({ type: 'locked' })).not.toHaveProperty('door.closed opened [1]')
  expect(readinessOf({ type: 'opened' })).toEqual({
    'door knocked': 'open',
    'door.open closed': 'open',
  })
})

test('an actor that has ended takes nothing any more', () => {
  const actor = createActor(house).start()
  actor.send({ type: 'guest.came' })
  expect(liveStateOf(actor.getSnapshot(), modelOf(house))).toEqual({
    active: new Set(['house', 'house.awake']),
    readiness: new Map(),
  })
})

test('finds actors by their names, machines and states, with those above them', () => {
  const actors = watch().watching.take().actors
  const found = (words: string) =>
    actorRows(actors, words).map(({ actor, depth }) => [actor.snapshot.machine.id, depth])
  expect(found('')).toEqual([
    ['house', 0],
    ['door', 1],
  ])
  expect(found('door CLOSED')).toEqual(found(''))
  expect(found('quiet')).toEqual([['house', 0]])
  expect(found('window')).toEqual([])
  expect(foundNames(['outline', 'editMode'], 'mode EDIT')).toEqual(['editMode'])
  // The parent of the first one is not watched.
  const collapsed = (words: string) =>
    actorRows(actors, words, new Set([actors[0]!.id])).map(({ isExpanded }) => isExpanded)
  expect(actorRows(actors).map(({ isExpanded }) => isExpanded)).toEqual([true, null])
  expect(collapsed('')).toEqual([false])
  expect(collapsed('door')).toEqual([true, null])
  expect(actorRows(actors.slice(1)).map(({ depth }) => depth)).toEqual([0])
})

test('the chosen actor is alive, and of the chosen machine', () => {
  const root = createActor(house).start()
  createActor(door, { parent: root }).start()
  const { watching } = watch(root)
  const second = createActor(door, { id: 'second', parent: root }).start()
  const actors = watching.take().actors
  const nameOf = (machine: string, actor: string | null) =>
    chosenActor(actors, { machine, actor })?.name
  expect(nameOf('door', null)).toBe('door')
  expect(nameOf('door', second.sessionId)).toBe('second')
  expect(nameOf('door', root.sessionId)).toBe('door')
  expect(nameOf('window', null)).toBeUndefined()
})

test.each([
  ['idle', 'idle'],
  [{ open: 'idle' }, 'open.idle'],
  [
    { queue: { resolving: 'recent' }, requests: 'busy' },
    'queue.resolving.recent and requests.busy',
  ],
  [{ queue: {} }, 'queue'],
])('the state %j is written %j', (value, text) => expect(stateText(value)).toBe(text))

test('says all that a chart shows in a table', () => {
  const table = chartTable(modelOf(door))
  expect(table.map(({ name, notes }) => [name, notes])).toEqual([
    ['door', ['compound', 'begins with closed']],
    ['closed', []],
    ['open', []],
  ])
  expect(table[1]!.transitions).toMatchObject([
    {
      event: 'opened',
      guard: 'isLocked',
      guardDescription: 'The door is locked.',
      actions: '',
      targets: ['closed'],
    },
    { event: 'opened', guard: '', actions: 'count, tell: emit door.opened', targets: ['open'] },
    { event: 'locked', guard: '', actions: 'lock', targets: [] },
    { event: 'named', guard: 'isShort', guardDescription: null, targets: ['open'] },
    { event: 'always', guard: 'isRepaired', targets: ['open'] },
  ])
  const other = createMachine({
    id: 'a',
    initial: 'b',
    states: { b: { id: 'own', entry: 'greet' } },
  })
  expect(chartTable(modelOf(other))[1]).toMatchObject({ name: 'own', notes: ['entry: greet'] })
})

test.each([trafficLight, wizard])('finds the innermost state at a point', async (machine) => {
  const layout = await layoutChart(modelOf(machine), createLayoutEngine())
  const states = layout.states.filter(({ type }) => type !== 'initial')
  for (const { id, x, y } of states) expect(stateAt(layout, { x: x + 1, y: y + 1 })).toBe(id)
  expect(stateAt(layout, { x: -1, y: 0 })).toBeUndefined()
})
