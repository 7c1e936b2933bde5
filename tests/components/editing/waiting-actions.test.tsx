import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { waitingActionsMachine } from '#machines/editing/waiting-actions.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type OpenEditor,
  changeTitle,
  goBeforeChanges,
  openEditor,
  reachServer,
  requestDeletion,
  resumeHistory,
  sampleTitle,
  sampleDraft,
  saveAsDraft,
  settleRun,
  stageTitle,
  title,
  tool,
} from '../../support/editor.tsx'
import { restoreNetwork } from '../../support/app.tsx'
import { openUnsavedList, waitingPublication } from '../../support/waiting-actions.ts'

const coverage = cover(waitingActionsMachine)
afterEach(cleanup)

const open = (options: Parameters<typeof openEditor>[0] = {}) =>
  openEditor({ controlsChangeRuns: true, inspect: coverage.inspect, ...options })

const loseNetwork = (editor: OpenEditor) => settleRun(editor, { failure: new Failure('offline') })

const publish = async ({ user, press }: OpenEditor) => {
  await user.click(screen.getByText('Coda, rewritten'))
  await press('Publish')
}

/** Returns what is listed, each with its state. */
const listed = async (editor: OpenEditor) =>
  within(await openUnsavedList(editor))
    .getAllByRole('listitem')
    .map((row) => [
      within(row).getByRole('heading').textContent,
      row.querySelector('[data-save-state] > span')?.textContent,
    ])

const kindsOf = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) =>
    job.kind === 'apply' ? job.intent.kind : job.kind,
  )

test('is listed while the network is lost, and carried out when it is back', async () => {
  const editor = await open()
  await publish(editor)
  await loseNetwork(editor)
  expect(screen.getByText('It is done once the network is back, after your edits.')).toBeTruthy()
  expect(document.querySelector('[data-save-status]')!.textContent).toBe('Not saved')
  expect(await listed(editor)).toEqual([['Published Component', 'Waiting for the network']])
  await editor.user.keyboard('{Escape}')
  await editor.user.click(title())
  await requestDeletion(editor)
  await loseNetwork(editor)
  await restoreNetwork(editor)
  expect(kindsOf(editor)).toEqual(['publish', 'delete', 'publish'])
  await settleRun(editor, { result: { resource: sampleDraft } })
  expect(kindsOf(editor)).toEqual(['publish', 'delete', 'publish', 'delete'])
  await settleRun(editor, { result: { resource: null } })
  expect(document.querySelector('[data-save-status]')!.textContent).toBe('Saved')
})

test('those that wait are carried out in their order, but for what is given up', async () => {
  const editor = await open({ hub: '/hub' })
  await publish(editor)
  await loseNetwork(editor)
  await editor.user.click(title())
  await requestDeletion(editor)
  await loseNetwork(editor)
  await reachServer(editor)
  expect(kindsOf(editor)).toEqual(['publish', 'delete', 'publish'])
  expect(await listed(editor)).toEqual([
    ['Published Component', 'Being sent'],
    ['Deleted Component', 'Waiting for the network'],
  ])
  await editor.press('Give up…')
  await editor.press('Give up')
  await loseNetwork(editor)
  expect(await listed(editor)).toHaveLength(1)
  await editor.press('Give up…')
  await editor.press('Give up')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await restoreNetwork(editor)
  expect(kindsOf(editor)).toHaveLength(3)
})

test('what is to be deleted is marked on the page, and undo takes the deletion out of those that wait', async () => {
  const editor = await open()
  const marked = () => document.querySelector('[data-deletion-mark]')?.closest('[data-iri]')
  await editor.user.click(title())
  await requestDeletion(editor)
  await loseNetwork(editor)
  expect(marked()?.getAttribute('data-iri')).toBe(sampleTitle['@id'])
  await editor.press('Undo')
  expect(marked()).toBeUndefined()
  expect(document.querySelector('[data-save-status]')!.textContent).toBe('Saved')
  await restoreNetwork(editor)
  expect(kindsOf(editor)).toEqual(['delete'])
})

test('is carried out after the edits before it, with the draft that they have created', async () => {
  const editor = await open()
  await changeTitle(editor, 'Mine')
  await loseNetwork(editor)
  await editor.user.click(title())
  await editor.user.click(tool('Duplicate'))
  expect(kindsOf(editor)).toEqual(['set', 'set'])
  await loseNetwork(editor)
  expect(await listed(editor)).toHaveLength(2)
  await editor.press('Try all again')
  await saveAsDraft(editor, 'Mine')
  expect(editor.puppets.changeRun.calls.at(-1)!.input.job).toMatchObject({
    intent: { kind: 'duplicate', iri: '/component/Title/draft' },
  })
})

const change: Change = {
  id: '0',
  intent: { kind: 'set', iri: sampleTitle['@id'], property: 'title', value: 'Mine' },
  steps: [{ method: 'PATCH', iri: sampleTitle['@id'], body: { title: 'Mine' } }],
  inverse: [{ method: 'PATCH', iri: sampleTitle['@id'], body: { title: 'Curtain' } }],
  refetch: [],
}
const repeat =
  (undoStack: Change[], redoStack: Change[], name: string) => async (editor: OpenEditor) => {
    await resumeHistory(editor, { undoStack, redoStack })
    await editor.press(name)
  }

test.each([
  ['Undo', 'undo', repeat([change], [], 'Undo')],
  ['Redo', 'redo', repeat([], [change], 'Redo')],
  ['Undo', 'undo', goBeforeChanges],
] as const)('an %s waits, too', async (label, kind, request) => {
  const editor = await open()
  await request(editor)
  await loseNetwork(editor)
  expect(await listed(editor)).toEqual([[label, 'Waiting for the network']])
  await editor.press('Try again')
  expect(kindsOf(editor).at(-1)).toBe(kind)
})

test('an undo that waits is given up once something else is saved, which it would undo', async () => {
  const editor = await open()
  await repeat([change], [], 'Undo')(editor)
  await loseNetwork(editor)
  await publish(editor)
  await settleRun(editor, { result: { resource: sampleDraft } })
  expect(screen.getByText('Nothing was undone')).toBeTruthy()
  expect(document.querySelector('[data-save-status]')!.textContent).toBe('Saved')
  await restoreNetwork(editor)
  expect(kindsOf(editor)).toEqual(['undo', 'publish'])
})

test('is kept for a decision when the edits before it are in conflict', async () => {
  const editor = await open()
  await changeTitle(editor, 'Mine')
  await loseNetwork(editor)
  await editor.user.click(title())
  await editor.user.click(tool('Duplicate'))
  await loseNetwork(editor)
  await openUnsavedList(editor)
  await editor.press('Try all again')
  const resource = { ...sampleTitle, title: 'Theirs' }
  await settleRun(editor, { failure: new Failure('conflict', { resource }) })
  expect(await listed(editor)).toContainEqual([
    expect.any(String),
    'Waits until the edits before it are saved',
  ])
})

test('waits until another action has ended, or something was added', async () => {
  const editor = await open()
  await publish(editor)
  await loseNetwork(editor)
  await stageTitle(editor)
  await restoreNetwork(editor)
  expect(kindsOf(editor)).toEqual(['publish'])
  await editor.press('Discard')
  await editor.press('Ok')
  expect(kindsOf(editor)).toEqual(['publish', 'publish'])
})

test('what is given up meanwhile is not carried out', async () => {
  const editor = await open()
  await publish(editor)
  await loseNetwork(editor)
  await stageTitle(editor)
  await restoreNetwork(editor)
  await openUnsavedList(editor)
  await editor.press('Give up…')
  await editor.press('Give up')
  await editor.press('Discard')
  await editor.press('Ok')
  expect(kindsOf(editor)).toEqual(['publish'])
})

test('editing does not end while something waits, which is listed', async () => {
  const editor = await open()
  await publish(editor)
  await loseNetwork(editor)
  await editor.press('Done')
  expect(isEditing(editor.editModeRef.getSnapshot())).toBe(true)
  expect(await screen.findByRole('dialog', { name: 'Not saved yet' })).toBeTruthy()
})

test('after a reload it is listed, and carried out once the user wants it', async () => {
  const editor = await open({ storage: { actions: waitingPublication } })
  await restoreNetwork(editor)
  expect(await listed(editor)).toEqual([
    ['Published Component', 'Not sent before the page was closed'],
  ])
  await editor.press('Try again')
  expect(kindsOf(editor)).toEqual(['publish'])
})

test('is remembered by the tab', async () => {
  const editor = await open()
  await publish(editor)
  await loseNetwork(editor)
  expect(sessionStorage.getItem('actions')).toBe(waitingPublication)
})

test('is a change that cannot be undone where it was carried out before the tab was loaded', async () => {
  const editor = await openEditor({ controlsResumption: true, inspect: coverage.inspect })
  const recovered: Change = {
    id: 'recovered',
    intent: { kind: 'publish', iri: sampleDraft['@id'] },
    steps: [],
    inverse: [],
    irreversible: 'It was done just before the page was closed.',
    refetch: [],
  }
  const output = { actions: [], change: recovered }
  await editor.happen(() =>
    editor.puppets.readActions.settle({ type: 'xstate.done.actor.readActions', output }),
  )
  await editor.press('Undo')
  expect(await screen.findByText(recovered.irreversible!)).not.toBeNull()
})

test('goes on without what the tab cannot read', async () => {
  const editor = await openEditor({ controlsResumption: true, inspect: coverage.inspect })
  const error = new Failure('unexpected')
  await editor.happen(() =>
    editor.puppets.readActions.settle({ type: 'xstate.error.actor.readActions', error }),
  )
  expect(editor.editModeRef.getSnapshot().children.waitingActions!.getSnapshot().value).toBe(
    'waiting',
  )
})

coverage.expectAll()
