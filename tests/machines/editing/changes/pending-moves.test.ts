import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { UnsavedMove } from '#content/change/moves/remembered-moves.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { reorderMachine, selectOrder } from '#machines/editing/changes/reorder.ts'
import {
  isMoved,
  moveRefsOf,
  pendingMovesMachine,
  selectReorder,
  selectTransferRefs,
} from '#machines/editing/changes/pending-moves.ts'
import { selectTransfer, transferMachine } from '#machines/editing/changes/transfer.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const group = '/_/component_groups/1'
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const move = { group, position: b, to: 0, order: [a, b] } as const
const side = '/_/component_groups/side'
const transfer = {
  position: b,
  group: side,
  before: null,
  to: 0,
  count: 1,
  section: 'Side',
} as const

const undone = {
  intent: { kind: 'move', position: b, to: a },
  saved: { resource: null },
  restored: null,
} as const

const paths = pathsOf(pendingMovesMachine, {
  input: undefined,
  events: [
    { type: 'move.requested', ...move },
    { type: 'transfer.requested', ...transfer },
    { type: 'move.requested', ...move, group: side },
    { type: 'edits.resumed', edits: [], moves: [] },
    { type: 'flush.requested' },
    { type: `xstate.done.actor.transfer ${b}`, output: { position: b, group: side, before: null } },
    { type: 'change.undone', ...undone },
    { type: 'selection.changed', iri: null },
    { type: 'selection.moved', iri: '/component/titles/1' },
  ],
  distinguishBy: ({ reorders, transfers }) => [Object.keys(reorders), Object.keys(transfers)],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → ",
      "pendingMoves | move.requested {moved, reorders} (emits position.moved)",
      "pendingMoves | transfer.requested {moved, transfers} (emits position.moved)",
      "pendingMoves | edits.resumed",
      "pendingMoves | flush.requested",
      "pendingMoves | selection.changed {moved}",
      "pendingMoves | selection.moved {moved}",
      "pendingMoves | move.requested [hasReorder] {moved} (sends move.requested to reorder /_/component_groups/1, emits position.moved)",
      "pendingMoves | transfer.requested {moved, transfers} (sends flush.requested to reorder /_/component_groups/1, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/1)",
      "pendingMoves | change.undone [isMovedBy] {moved}",
      "pendingMoves | move.requested [isTransferring] {moved} (sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | transfer.requested {moved} (sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to transfer /_/component_positions/b)",
      "pendingMoves | transfer /_/component_positions/b done {transfers}",
      "pendingMoves | transfer.requested {moved, transfers} (sends flush.requested to reorder /_/component_groups/side, emits position.moved)",
      "pendingMoves | move.requested [hasReorder] {moved} (sends move.requested to reorder /_/component_groups/side, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/side)",
      "pendingMoves | transfer.requested {moved} (sends flush.requested to reorder /_/component_groups/1, sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/1, sends flush.requested to transfer /_/component_positions/b)",
      "pendingMoves | transfer.requested {moved, transfers} (sends flush.requested to reorder /_/component_groups/1, sends flush.requested to reorder /_/component_groups/side, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/1, sends flush.requested to reorder /_/component_groups/side)",
      "pendingMoves | transfer.requested {moved, transfers} (sends flush.requested to reorder /_/component_groups/side, sends flush.requested to reorder /_/component_groups/1, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/side, sends flush.requested to reorder /_/component_groups/1)",
      "pendingMoves | transfer.requested {moved} (sends flush.requested to reorder /_/component_groups/side, sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/side, sends flush.requested to transfer /_/component_positions/b)",
      "pendingMoves | transfer.requested {moved} (sends flush.requested to reorder /_/component_groups/1, sends flush.requested to reorder /_/component_groups/side, sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/1, sends flush.requested to reorder /_/component_groups/side, sends flush.requested to transfer /_/component_positions/b)",
      "pendingMoves | transfer.requested {moved} (sends flush.requested to reorder /_/component_groups/side, sends flush.requested to reorder /_/component_groups/1, sends transfer.requested to transfer /_/component_positions/b, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/side, sends flush.requested to reorder /_/component_groups/1, sends flush.requested to transfer /_/component_positions/b)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pendingMovesMachine, paths)).toEqual([])
  expect(untakenTransitions(pendingMovesMachine, paths)).toEqual([])
})

const run = () => {
  const saving = controlledPromise<SaveResult, Intent>()
  const reorder = reorderMachine.provide({ actors: { saveChange: saving.logic } })
  const transferred = transferMachine.provide({ actors: { saveChange: saving.logic } })
  const ref = createActor(
    pendingMovesMachine.provide({ actors: { reorder, transfer: transferred } }),
  ).start()
  return {
    ref,
    saving,
    order: () => selectOrder(selectReorder(group)(ref.getSnapshot())!.getSnapshot()),
  }
}

test('starts one actor for a group and reuses it', () => {
  const { ref, order } = run()
  expect(selectReorder(group)(ref.getSnapshot())).toBeUndefined()
  ref.send({ type: 'move.requested', ...move })
  expect(order()).toEqual([b, a])
  ref.send({ type: 'move.requested', ...move, to: 1 })
  expect(order()).toBeNull()
})

test('moves from before the document was loaded are shown, and not saved', () => {
  const { ref, saving, order } = run()
  const before = { page: { path: '/', title: 'Home' }, failure: null }
  const reordered = {
    group,
    order: [b, a],
    moves: [{ position: b, to: a, before: [a, b] }],
  } satisfies UnsavedMove
  const transferred = { position: a, group: side, before: null } as const
  const moves = [
    { ...reordered, ...before },
    { ...transferred, ...before },
  ]
  ref.send({ type: 'edits.resumed', edits: [], moves })
  expect(order()).toEqual([b, a])
  const { [a]: transferRef } = selectTransferRefs(ref.getSnapshot())
  expect(selectTransfer(transferRef!.getSnapshot())).toEqual(transferred)
  ref.send({ type: 'flush.requested' })
  expect(saving.calls).toEqual([])
  expect(moveRefsOf(ref.getSnapshot()).map((one) => one.getSnapshot().hasTag('unsaved'))).toEqual([
    true,
    true,
  ])
})

test('emits each move with the new index', () => {
  const { ref } = run()
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.send({ type: 'move.requested', ...move })
  ref.send({ type: 'move.requested', ...move, to: 1 })
  expect(emitted).toEqual([
    { type: 'position.moved', to: 0, count: 2, section: null },
    { type: 'position.moved', to: 1, count: 2, section: null },
  ])
})

test.each([
  { type: 'change.undone', ...undone },
  { type: 'change.undone', ...undone, intent: { kind: 'transfer', ...transfer } },
  { type: 'selection.changed', iri: null },
  { type: 'selection.moved', iri: '/component/titles/1' },
] as const)('knows which position was moved last until $type', (event) => {
  const { ref } = run()
  const moved = () => [a, b, undefined].filter((one) => isMoved(one)(ref.getSnapshot()))
  expect(moved()).toEqual([])
  ref.send({ type: 'move.requested', ...move })
  expect(moved()).toEqual([b])
  ref.send({ type: 'move.requested', ...move, position: a })
  expect(moved()).toEqual([a])
  ref.send({ type: 'transfer.requested', ...transfer })
  expect(moved()).toEqual([b])
  ref.send(event)
  expect(moved()).toEqual([])
})

test('knows which position was moved last while something else is undone', () => {
  const { ref } = run()
  ref.send({ type: 'move.requested', ...move })
  const edited = { kind: 'set', iri: '/component/titles/1', property: 'title', value: '' } as const
  for (const intent of [edited, { ...undone.intent, position: a }])
    ref.send({ type: 'change.undone', ...undone, intent })
  expect(isMoved(b)(ref.getSnapshot())).toBe(true)
})

test('saves all moves when they are flushed', () => {
  const { ref, saving } = run()
  ref.send({ type: 'move.requested', ...move })
  expect(saving.calls).toEqual([])
  ref.send({ type: 'flush.requested' })
  expect(saving.calls).toHaveLength(1)
})

test('a transfer saves the moves before it first, and is then saved itself', async () => {
  const { ref, saving } = run()
  ref.send({ type: 'move.requested', ...move })
  ref.send({ type: 'transfer.requested', ...transfer })
  expect(saving.calls.map(({ input }) => input.kind)).toEqual(['move'])
  saving.settle({ type: 'xstate.done.actor.saveChange', output: { resource: null } })
  await vi.waitFor(() =>
    expect(saving.calls.map(({ input }) => input.kind)).toEqual(['move', 'transfer']),
  )
  expect(moveRefsOf(ref.getSnapshot())).toHaveLength(2)
  saving.settle({ type: 'xstate.done.actor.saveChange', output: { resource: null } })
  await vi.waitFor(() => expect(selectTransferRefs(ref.getSnapshot())).toEqual({}))
})

test('a move in the new group is part of the transfer while that is not saved', () => {
  const { ref } = run()
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.send({ type: 'transfer.requested', ...transfer })
  ref.send({ type: 'move.requested', group: side, position: b, to: 0, order: [a, b] })
  const { [b]: transferRef } = selectTransferRefs(ref.getSnapshot())
  expect(selectTransfer(transferRef!.getSnapshot())).toEqual({
    position: b,
    group: side,
    before: a,
  })
  expect(selectReorder(side)(ref.getSnapshot())).toBeUndefined()
  expect(emitted).toEqual([
    { type: 'position.moved', to: 0, count: 1, section: 'Side' },
    { type: 'position.moved', to: 0, count: 2, section: null },
  ])
})
