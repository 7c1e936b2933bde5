import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { Failure } from '#content/model/failure.ts'
import type { Point } from '#content/page/geometry/box.ts'
import type { DragItem, DescribedDropTarget } from '#machines/editing/drag-context.ts'
import {
  dragMachine,
  isAtOrigin,
  isDragging,
  isPressed,
  selectItem,
  selectDropTarget,
  selectStart,
} from '#machines/editing/drag.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const [main, side] = ['/_/component_groups/main', '/_/component_groups/side'] as const
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const c = '/_/component_positions/c'
const item: DragItem = {
  position: a,
  positions: [a],
  group: main,
  order: [a, b],
  label: 'Title',
}
const several: DragItem = { ...item, positions: [a, c], label: '2 components' }
const dropTargetWith = (more: Partial<DescribedDropTarget>): DescribedDropTarget => ({
  group: main,
  before: b,
  to: 0,
  count: 2,
  section: 'Main content',
  place: '1 of 2',
  refusal: null,
  confirmation: null,
  ...more,
})
const origin = dropTargetWith({})
const behind = dropTargetWith({ before: null, to: 1 })
const elsewhere = dropTargetWith({ group: side, section: 'Side', before: null, count: 1 })
const refused = { ...elsewhere, refusal: 'Side takes no Title.' }
const confirmation = { title: 'Show this on every page?', body: 'Side is part of the layout.' }
const withConfirmation = { ...elsewhere, confirmation }
const point = { x: 100, y: 200 }

const paths = pathsOf(dragMachine, {
  input: undefined,
  events: [
    { type: 'handle.pressed' },
    { type: 'handle.released' },
    { type: 'drag.started', item, dropTarget: origin, start: null },
    { type: 'drag.started', item: several, dropTarget: origin, start: null },
    { type: 'drag.started', item: several, dropTarget: origin, start: point },
    { type: 'drag.started', item, dropTarget: origin, start: point },
    { type: 'dropTarget.entered', dropTarget: behind },
    { type: 'dropTarget.entered', dropTarget: elsewhere },
    { type: 'dropTarget.entered', dropTarget: refused },
    { type: 'dropTarget.entered', dropTarget: withConfirmation },
    { type: 'dropTarget.entered', dropTarget: null },
    { type: 'collapsedItem.entered', key: 'page a' },
    { type: 'collapsedItem.entered', key: null },
    { type: 'drop.requested' },
    { type: 'drag.canceled' },
    { type: 'dropTarget.chosen', item, dropTarget: elsewhere },
    { type: 'location.committed' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ item: moved, dropTarget, start, collapsedItem }) => ({
    isSeveral: moved === several,
    dropTarget,
    start,
    collapsedItem,
  }),
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "drag | drag.started → dragging.held {dropTarget, item, start} (emits drag.started)",
      "idle | handle.pressed → pressed",
      "idle | dropTarget.chosen → idle (emits transfer.requested)",
      "pressed | handle.released → idle",
      "dragging | drag.canceled → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "dragging | location.committed → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "dragging.held | dropTarget.entered {dropTarget} (emits dropTarget.entered)",
      "dragging.held | collapsedItem.entered → dragging.held {collapsedItem}",
      "dragging.held | drop.requested [not hasDropTarget or isUnmoved] → idle {collapsedItem, dropTarget, item} (emits drop.canceled)",
      "dragging.held | drop.requested [isSeveral] → idle {collapsedItem, dropTarget, item} (emits moveAll.requested)",
      "dragging.held | drop.requested [isByPointer] → dragging.releasing",
      "dragging.held | drop.requested [isInGroup] → idle {collapsedItem, dropTarget, item} (emits move.requested)",
      "dragging.held | drop.requested → idle {collapsedItem, dropTarget, item} (emits transfer.requested)",
      "dragging.held | drop.requested [isRefused] → idle {collapsedItem, dropTarget, item} (emits drop.canceled)",
      "dragging.held | drop.requested [needsConfirmation] → confirming",
      "dragging.held | expandDelay elapsed [isOverCollapsedItem] (emits collapsedItem.held)",
      "dragging.releasing | clickDelay elapsed [isSeveral] → idle {collapsedItem, dropTarget, item, start} (emits moveAll.requested)",
      "dragging.releasing | clickDelay elapsed [not hasDropTarget or isUnmoved] → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "dragging.releasing | clickDelay elapsed [isRefused] → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "dragging.releasing | clickDelay elapsed [needsConfirmation] → confirming",
      "dragging.releasing | clickDelay elapsed [isInGroup] → idle {collapsedItem, dropTarget, item, start} (emits move.requested)",
      "dragging.releasing | clickDelay elapsed → idle {collapsedItem, dropTarget, item, start} (emits transfer.requested)",
      "confirming | confirm done [isConfirmed] → idle {collapsedItem, dropTarget, item, start} (emits transfer.requested)",
      "confirming | confirm done → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "confirming | confirm failed → idle {collapsedItem, dropTarget, item, start} (emits drop.canceled)",
      "confirming | confirm done [isConfirmed, isSeveral] → idle {collapsedItem, dropTarget, item, start} (emits moveAll.requested)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(dragMachine, paths)).toEqual([])
  expect(untakenTransitions(dragMachine, paths)).toEqual([])
})

const run = () => {
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const clock = new SimulatedClock()
  const ref = createActor(dragMachine.provide({ actors: { confirm: confirming.logic } }), {
    clock,
  }).start()
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  return {
    ref,
    confirming,
    emitted,
    clock,
    pickUp: (start: Point | null = null) =>
      ref.send({ type: 'drag.started', item, dropTarget: origin, start }),
    enter: (dropTarget: DescribedDropTarget | null) =>
      ref.send({ type: 'dropTarget.entered', dropTarget }),
    drop: () => ref.send({ type: 'drop.requested' }),
    answer: async (output: boolean) => {
      confirming.settle({ type: 'xstate.done.actor.confirm', output })
      await waitFor(ref, (snapshot) => snapshot.matches('idle'))
    },
  }
}

const move = { type: 'move.requested', position: a, group: main, order: [a, b], to: 1 }
const transfer = {
  type: 'transfer.requested',
  position: a,
  group: side,
  before: null,
  to: 0,
  count: 1,
  section: 'Side',
}
const canceled = { type: 'drop.canceled', refusal: null }

test('a drop within the group is a move, one in another group a transfer', () => {
  for (const [dropTarget, expected] of [
    [behind, move],
    [elsewhere, transfer],
  ] as const) {
    const { pickUp, enter, drop, emitted, ref } = run()
    pickUp()
    enter(dropTarget)
    drop()
    expect(emitted).toEqual([
      { type: 'drag.started', item, dropTarget: origin },
      { type: 'dropTarget.entered', dropTarget },
      expected,
    ])
    expect([selectItem(ref.getSnapshot()), selectDropTarget(ref.getSnapshot())]).toEqual([
      null,
      null,
    ])
  }
})

test('several are moved as one change, also within the group, unless all of them are there already', () => {
  const { ref, enter, drop, emitted } = run()
  const pickUpSeveral = (order: DragItem['order']) =>
    ref.send({ type: 'drag.started', item: { ...several, order }, dropTarget: origin, start: null })
  pickUpSeveral([a, b, c])
  drop()
  const moveAll = { type: 'moveAll.requested', positions: [a, c], group: main }
  expect(emitted.at(-1)).toEqual({ ...moveAll, before: b })
  pickUpSeveral([a, c, b])
  drop()
  expect(emitted.at(-1)).toEqual(canceled)
  pickUpSeveral([a, c, b])
  enter(elsewhere)
  drop()
  expect(emitted.at(-1)).toEqual({ ...moveAll, group: side, before: null })
})

test('what a pointer lets go of is dropped after the click that follows', () => {
  const { ref, clock, pickUp, enter, drop, emitted } = run()
  pickUp(point)
  expect(selectStart(ref.getSnapshot())).toEqual(point)
  enter(behind)
  drop()
  expect(ref.getSnapshot().value).toEqual({ dragging: 'releasing' })
  expect([isDragging(ref.getSnapshot()), emitted.length]).toEqual([true, 2])
  enter(elsewhere)
  clock.increment(0)
  expect(emitted.slice(2)).toEqual([move])
  expect(selectStart(ref.getSnapshot())).toBe(null)
})

test.each([
  ['where it was', origin],
  ['beside all drop targets', null],
])('a drop %s moves nothing', (_, dropTarget) => {
  const { pickUp, enter, drop, emitted, ref } = run()
  pickUp()
  expect(isAtOrigin(ref.getSnapshot())).toBe(true)
  enter(behind)
  expect(isAtOrigin(ref.getSnapshot())).toBe(false)
  enter(dropTarget)
  drop()
  expect(emitted.slice(3)).toEqual([canceled])
})

test('a refused drop moves nothing, and says why, and so does a refused choice', () => {
  const { ref, pickUp, enter, drop, emitted } = run()
  const notMoved = { type: 'drop.canceled', refusal: 'Side takes no Title.' }
  pickUp()
  enter(refused)
  drop()
  expect(emitted.at(-1)).toEqual(notMoved)
  ref.send({ type: 'dropTarget.chosen', item, dropTarget: refused })
  expect(emitted.slice(3)).toEqual([notMoved])
})

test('asks for a confirmation before the component is moved, and keeps to the answer', async () => {
  for (const [answer, expected] of [
    [true, transfer],
    [false, canceled],
  ] as const) {
    const { ref, confirming, emitted, answer: settle } = run()
    ref.send({ type: 'dropTarget.chosen', item, dropTarget: withConfirmation })
    expect(confirming.calls.map(({ input }) => input)).toEqual([confirmation])
    expect(emitted).toEqual([])
    await settle(answer)
    expect(emitted).toEqual([expected])
  }
})

test('a collapsed item of the outline is expanded once something is held over it for a moment', () => {
  const { ref, clock, pickUp, emitted } = run()
  const enter = (key: string | null) => ref.send({ type: 'collapsedItem.entered', key })
  pickUp(point)
  clock.increment(600)
  enter('layout')
  clock.increment(599)
  enter('page a')
  clock.increment(599)
  expect(emitted.length).toBe(1)
  clock.increment(1)
  expect(emitted.slice(1)).toEqual([{ type: 'collapsedItem.held', key: 'page a' }])
  enter('layout')
  enter(null)
  clock.increment(600)
  expect(emitted.length).toBe(2)
})

test('a press that is released before it is a drag does nothing', () => {
  const { ref, emitted } = run()
  ref.send({ type: 'handle.pressed' })
  expect([isPressed(ref.getSnapshot()), isDragging(ref.getSnapshot())]).toEqual([true, false])
  ref.send({ type: 'handle.released' })
  expect(emitted).toEqual([])
  expect(ref.getSnapshot().value).toBe('idle')
})

test.each([
  ['while it is held', () => {}],
  ['before its drop counts', (drop: () => void) => drop()],
])('a component is let go when another page is shown %s', (_, before) => {
  const { ref, clock, pickUp, enter, drop, emitted } = run()
  pickUp(point)
  enter(behind)
  before(drop)
  ref.send({ type: 'location.committed' })
  expect(isDragging(ref.getSnapshot())).toBe(false)
  clock.increment(0)
  expect(emitted.slice(2)).toEqual([canceled])
})
