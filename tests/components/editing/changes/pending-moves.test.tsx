import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Step } from '#content/change/types.ts'
import { selectPendingMovesRef } from '#machines/editing/changes/pending-edits.ts'
import { isMoved, pendingMovesMachine } from '#machines/editing/changes/pending-moves.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  manager,
  openEditor,
  requestDeletion,
  sampleGroup as group,
  sampleTitle,
  selectLink,
  settleRun,
  title,
  tool,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(pendingMovesMachine)
afterEach(cleanup)

const order = ['one', 'two', 'three'].map((id) => `/_/component_positions/${id}` as const)

const paths = coveringPaths(
  pathsOf(pendingMovesMachine, {
    input: undefined,
    events: [
      { type: 'move.requested', group, position: order[0]!, to: 1, order },
      { type: 'move.requested', group, position: order[0]!, to: 2, order },
      { type: 'flush.requested' },
    ],
    distinguishBy: ({ reorders }) => Object.keys(reorders),
  }),
)

const gestures: EditorGestures = {
  'move.requested': async ({ user }, { to }: { to: number }) => {
    await user.click(title())
    await user.click(screen.getByRole('tab', { name: 'Order' }))
    await user.selectOptions(screen.getByLabelText('Place'), `${to + 1} of 3`)
  },
  'flush.requested': () => fireEvent.blur(title()),
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const pendingEditsRef = editor.editModeRef.getSnapshot().children.pendingEdits!
    const pendingMovesRef = selectPendingMovesRef(pendingEditsRef.getSnapshot())
    await walkEditor(editor, pendingMovesRef, path, gestures)
    expect(Object.keys(pendingMovesRef.getSnapshot().context.reorders)).toEqual(
      Object.keys(path.next.context.reorders),
    )
  })

test('a transfer is held until it is saved, with the moves in the new section', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  const { user, happen, puppets } = editor
  await selectLink(editor)
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  await user.selectOptions(screen.getByLabelText('Section'), group)
  await happen(() => puppets.drop.settle({ type: 'xstate.done.actor.confirm', output: true }))
  await user.selectOptions(screen.getByLabelText('Place'), '1 of 4')
  expect(puppets.transfer.calls.at(-1)!.input).toMatchObject({ group, before: order[0] })
  const pendingEditsRef = editor.editModeRef.getSnapshot().children.pendingEdits!
  const pendingMovesRef = selectPendingMovesRef(pendingEditsRef.getSnapshot())
  const { context } = pendingMovesRef.getSnapshot()
  expect([Object.keys(context.reorders), Object.keys(context.transfers).length]).toEqual([[], 1])
  await happen(() =>
    puppets.transfer.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: null },
    }),
  )
  expect(pendingMovesRef.getSnapshot().context.transfers).toEqual({})
})

test('moves from before a reload are held until the user decides', async () => {
  const before = await openEditor({ inspect: coverage.inspect })
  await before.user.click(title())
  await before.press('Move down')
  const storage = { ...sessionStorage }
  cleanup()
  const { editModeRef, press } = await openEditor({ storage, inspect: coverage.inspect })
  const pendingEditsRef = editModeRef.getSnapshot().children.pendingEdits!
  const { reorders } = selectPendingMovesRef(pendingEditsRef.getSnapshot()).getSnapshot().context
  expect(reorders[group]!.getSnapshot().matches('failed')).toBe(true)
  await press('Discard my change')
  expect(reorders[group]!.getSnapshot().matches('idle')).toBe(true)
})

test('what was moved is known until the selection moves on', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  const pendingEditsRef = editor.editModeRef.getSnapshot().children.pendingEdits!
  const pendingMovesRef = selectPendingMovesRef(pendingEditsRef.getSnapshot())
  const moved = () => isMoved(order[0])(pendingMovesRef.getSnapshot())
  await editor.user.click(title())
  await editor.user.click(tool('Move down'))
  expect(moved()).toBe(true)
  await requestDeletion(editor)
  await settleRun(editor, { result: { resource: null } })
  expect(moved()).toBe(true)
  // The selection moves to what is beside the deleted component.
  await settleRun(editor, { removed: [sampleTitle['@id']] })
  expect(moved()).toBe(false)
})

test('the panel says that visitors see a move at once, until it is undone', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  const seen = () => within(manager()).queryByText('Visitors see this move at once.')
  await editor.user.click(title())
  await editor.user.click(tool('Move down'))
  await editor.wait(1_000)
  await editor.press('Undo')
  const { job } = editor.puppets.changeRun.calls[0]!.input
  const intent = (job as Extract<typeof job, { kind: 'apply' }>).intent
  const inverse: Step[] = [{ method: 'PATCH', iri: '/_/component_positions/one', body: {} }]
  const change = { id: '1', intent, steps: [], inverse, refetch: [] }
  expect(seen()).not.toBeNull()
  await settleRun(editor, { change })
  expect(seen()).not.toBeNull()
  await settleRun(editor, { change })
  expect(seen()).toBeNull()
})

coverage.expectAll()
