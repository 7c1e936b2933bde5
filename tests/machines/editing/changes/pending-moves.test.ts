import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { reorderMachine, selectOrder } from '#machines/editing/changes/reorder.ts'
import { pendingMovesMachine, selectReorder } from '#machines/editing/changes/pending-moves.ts'
import {
  controlledPromise,
  pathsOf,
  untakenTransitions,
  unreachableStates,
} from '../../../support/machines/paths.ts'
import { transitionTable } from '../../../support/machines/transition-table.ts'

const group = '/_/component_groups/1'
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const move = { group, position: b, to: 0, order: [a, b] } as const

const paths = pathsOf(pendingMovesMachine, {
  input: undefined,
  events: [{ type: 'move.requested', ...move }, { type: 'flush.requested' }],
  distinguishBy: ({ reorders }) => Object.keys(reorders),
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → ",
      "pendingMoves | move.requested {reorders} (emits position.moved)",
      "pendingMoves | flush.requested",
      "pendingMoves | move.requested [hasReorder] (sends move.requested to reorder /_/component_groups/1, emits position.moved)",
      "pendingMoves | flush.requested (sends flush.requested to reorder /_/component_groups/1)",
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
  const ref = createActor(pendingMovesMachine.provide({ actors: { reorder } })).start()
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

test('emits each move with its place', () => {
  const { ref } = run()
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.send({ type: 'move.requested', ...move })
  ref.send({ type: 'move.requested', ...move, to: 1 })
  expect(emitted).toEqual([
    { type: 'position.moved', to: 0, count: 2 },
    { type: 'position.moved', to: 1, count: 2 },
  ])
})

test('saves all moves when they are flushed', () => {
  const { ref, saving } = run()
  ref.send({ type: 'move.requested', ...move })
  expect(saving.calls).toEqual([])
  ref.send({ type: 'flush.requested' })
  expect(saving.calls).toHaveLength(1)
})
