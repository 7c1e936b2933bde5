import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { selectPendingMovesRef } from '#machines/editing/changes/pending-edits.ts'
import { selectTransferRefs } from '#machines/editing/changes/pending-moves.ts'
import { transferMachine } from '#machines/editing/changes/transfer.ts'
import { restoreNetwork } from '../../../support/app.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type OpenEditor,
  addFooter,
  footerGroup,
  hub,
  openEditor,
  reachServer,
  samplePageWithFooter,
  selectLink,
  signInAgain,
  title,
} from '../../../support/editor.tsx'
import type { Answer } from '#charts/paths/paths.ts'

const coverage = cover(transferMachine)
afterEach(cleanup)

const headerGroup = '/_/component_groups/top'
const position = '/_/component_positions/link'
const saved: Answer = { type: 'xstate.done.actor.saveChange', output: { resource: null } }
const failed: Answer = { type: 'xstate.error.actor.saveChange', error: new Failure('offline') }

const isIn = (group: string) =>
  document.querySelector(`[data-iri="${group}"] > [data-iri="${position}"]`) !== null

const moveTo = async ({ user }: OpenEditor, group: string) => {
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  await user.selectOptions(screen.getByLabelText('Section'), group)
}

/** Moves the link from the head of the layout to its foot. */
const open = async (options = {}) => {
  const editor = await openEditor({ hub, inspect: coverage.inspect, ...options })
  await selectLink(editor)
  await addFooter(editor)
  await moveTo(editor, footerGroup)
  const { transfer } = editor.puppets
  return {
    ...editor,
    answer: (answered: Answer) => editor.happen(() => transfer.settle(answered)),
    sent: () => transfer.calls.map(({ input }) => input),
    isPending: () => {
      const unsaved = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
      return position in selectTransferRefs(selectPendingMovesRef(unsaved).getSnapshot())
    },
  }
}

test('is shown at once, and over when it is saved', async () => {
  const { answer, sent, isPending } = await open()
  expect([isIn(headerGroup), isIn(footerGroup)]).toEqual([false, true])
  expect(sent()).toEqual([{ kind: 'transfer', position, group: footerGroup, before: null }])
  await answer(saved)
  expect(isPending()).toBe(false)
})

test('a failed one stays where it is shown, and is shown where it is stored once it is discarded', async () => {
  const { answer, press, isPending } = await open()
  await answer(failed)
  expect(screen.getByRole('region', { name: 'Not saved: Order' })).toBeTruthy()
  expect(isIn(footerGroup)).toBe(true)
  await press('Discard my change')
  expect([isIn(headerGroup), isPending()]).toEqual([true, false])
})

test.each<[string, (editor: Awaited<ReturnType<typeof open>>) => unknown]>([
  ['on request', ({ press }) => press('Try again')],
  ['when the hub is reached', reachServer],
  ['when the network is back', restoreNetwork],
  ['with all other edits', ({ press }) => press('Close')],
])('a failed one is retried %s', async (_, retry) => {
  const editor = await open()
  await editor.answer(failed)
  await retry(editor)
  expect(editor.sent()).toHaveLength(2)
  await editor.answer(saved)
  expect(editor.isPending()).toBe(false)
})

test('one that was refused without a session is saved once it is renewed', async () => {
  const editor = await open({ hub: undefined })
  await editor.answer({
    type: 'xstate.error.actor.saveChange',
    error: new Failure('forbidden', { status: 401 }),
  })
  await signInAgain(editor)
  expect(editor.sent()).toHaveLength(2)
})

test('another transfer replaces it while it is saved, waits, or has failed', async () => {
  const editor = await open()
  const { answer, sent, puppets } = editor
  await moveTo(editor, headerGroup)
  expect(isIn(headerGroup)).toBe(true)
  expect(sent()).toHaveLength(2)
  await answer(failed)
  await moveTo(editor, footerGroup)
  expect(sent()).toHaveLength(3)
  await answer(saved)
  expect(puppets.reorder.calls).toEqual([])
})

test('another transfer replaces it while a move that was made before is being saved', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  const { user, press, happen, puppets } = editor
  await user.click(title())
  await press('Move down')
  await selectLink(editor)
  await addFooter(editor)
  await moveTo(editor, footerGroup)
  await moveTo(editor, headerGroup)
  expect([puppets.reorder.calls.length, puppets.transfer.calls.length]).toEqual([1, 0])
  await happen(() => puppets.reorder.settle(saved))
  expect(puppets.transfer.calls.map(({ input }) => input)).toMatchObject([{ group: headerGroup }])
})

test('one from before a reload is shown, and saved on request', async () => {
  await open()
  const storage = { ...sessionStorage }
  cleanup()
  const payload = samplePageWithFooter()
  const editor = await openEditor({ storage, payload, inspect: coverage.inspect })
  expect([isIn(headerGroup), isIn(footerGroup)]).toEqual([false, true])
  expect(editor.puppets.transfer.calls).toEqual([])
  await editor.press('Save')
  expect(editor.puppets.transfer.calls.map(({ input }) => input)).toEqual([
    { kind: 'transfer', position, group: footerGroup, before: null },
  ])
})

test('one from before a reload waits for a decision where its section is not known any more', async () => {
  await open()
  const storage = { ...sessionStorage }
  cleanup()
  const { press, puppets } = await openEditor({ storage, inspect: coverage.inspect })
  expect(screen.getByRole('region', { name: 'Not saved: Order' }).textContent).toMatch(
    /^Moved .+ to another section.*Somebody else changed this/,
  )
  expect(puppets.transfer.calls).toEqual([])
  await press('Discard my change')
  expect(isIn(headerGroup)).toBe(true)
})

coverage.expectAll()
