import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { rememberedActionsText } from '#content/change/remembered-actions.ts'
import { rememberedAdditionText } from '#content/change/remembered-addition.ts'
import { Failure } from '#content/model/failure.ts'
import { isEditing, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusy, pendingActionMachine } from '#machines/editing/pending-action.ts'
import type { SettledEdits } from '#machines/editing/changes/wait-until-idle.ts'
import type { PendingAction } from '#machines/editing/pending-action-intent.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  changeTitle,
  changeTitleOffline,
  goBeforeChanges,
  isUnavailable,
  openEditor,
  publishListed,
  requestDeletion,
  sampleDraft,
  sampleTitle,
  saveAsDraft,
  scheduleDraft,
  scheduledTime,
  selectTitleAndText,
  title,
  titleAndTextPositions,
  tool,
  typeInto,
  undoUnsaved,
  walkEditor,
} from '../../support/editor.tsx'
import { copiedTitle, insertionPoint, pasteAfterTitle } from '../../support/copied-components.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'
import { settledEdits } from '../../support/settled-edits.ts'
import { retryWaiting, waitingPublication } from '../../support/waiting-actions.ts'

const coverage = cover(pendingActionMachine)
afterEach(cleanup)

/** Each copy has an id of its own. */
const anyId = expect.any(String) as string

const iri = sampleTitle['@id']

const requests: { action: PendingAction; request: (editor: OpenEditor) => Promise<unknown> }[] = [
  {
    action: { type: 'publish.requested', iri: sampleDraft['@id'] },
    request: async ({ user, press }) => {
      await user.click(screen.getByText('Coda, rewritten'))
      await press('Publish')
    },
  },
  {
    action: {
      type: 'schedule.requested',
      iri: sampleDraft['@id'],
      publishedAt: new Date(scheduledTime).toISOString(),
    },
    request: (editor) => scheduleDraft(editor),
  },
  {
    action: { type: 'publishAll.requested', iris: [sampleDraft['@id']] },
    request: publishListed,
  },
  {
    action: { type: 'delete.requested', iri },
    request: async ({ user, press, happen, puppets }) => {
      await user.click(title())
      await press('Delete')
      await happen(() =>
        puppets.deletion.settle({ type: 'xstate.done.actor.confirm', output: true }),
      )
    },
  },
  {
    action: { type: 'deleteAll.requested', positions: titleAndTextPositions },
    request: async (editor) => {
      await selectTitleAndText(editor)
      await editor.press('Delete')
      await editor.happen(() =>
        editor.puppets.deletion.settle({ type: 'xstate.done.actor.confirm', output: true }),
      )
    },
  },
  {
    action: { type: 'moveAll.requested', positions: titleAndTextPositions, by: 1 },
    request: async (editor) => {
      await selectTitleAndText(editor)
      await editor.press('Move down')
    },
  },
  {
    action: { type: 'duplicate.requested', iri, insertionPoint, isPublic: false, id: anyId },
    request: async ({ user }) => {
      await user.click(title())
      await user.click(tool('Duplicate'))
    },
  },
  {
    action: {
      type: 'paste.requested',
      copies: [copiedTitle],
      insertionPoint,
      isPublic: false,
      id: anyId,
    },
    request: pasteAfterTitle(),
  },
  {
    action: { type: 'undo.requested' },
    request: ({ user }) => user.keyboard('{Control>}z{/Control}'),
  },
  {
    action: { type: 'redo.requested' },
    request: ({ user }) => user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}'),
  },
  { action: { type: 'jump.requested', to: null }, request: goBeforeChanges },
  {
    action: { type: 'open.requested', href: '/elsewhere' },
    request: async ({ user, press }) => {
      await user.click(screen.getByText('Elsewhere'))
      await press('Open page')
    },
  },
  { action: { type: 'exit.requested' }, request: ({ press }) => press('Done') },
  {
    action: { type: 'signOut.requested' },
    request: async ({ user, press }) => {
      await press('Site menu')
      await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    },
  },
]

const settleSave: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.pendingAction.settle(event))

const gestures: EditorGestures = {
  'iri.replaced': ({ happen, appRef }, event) =>
    happen(() => appRef.system.get('pendingAction').send(event)),
  'save.settled': ({ happen, puppets }, { type: _, ...output }: { type: string } & SettledEdits) =>
    happen(() => puppets.waitUntilIdle.settle({ type: 'xstate.done.actor.waitUntilIdle', output })),
  'xstate.done.actor.saveChange': settleSave,
  'xstate.error.actor.saveChange': settleSave,
}

for (const { action, request } of requests) {
  const paths = pathsOf(pendingActionMachine, {
    input: { action },
    events: [
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'save.settled', ...settledEdits(true) },
      { type: 'save.settled', ...settledEdits(false) },
      { type: 'save.settled', ...settledEdits(false, { isOffline: true }) },
      { type: 'xstate.done.actor.saveChange', output: { resource: null } },
      { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
      { type: 'xstate.error.actor.saveChange', error: new Failure('conflict') },
    ],
  })
  for (const path of coveringPaths(paths))
    test(`${action.type}: ${path.name}`, async () => {
      const editor = await openEditor({ inspect: coverage.inspect, controlsIdle: true })
      await request(editor)
      const actionRef = selectPendingActionRef(editor.editModeRef.getSnapshot())!
      await walkEditor(editor, actionRef, path, gestures)
      expect(actionRef.getSnapshot().context).toEqual(path.next.context)
      const toggle = screen.getByRole('button', { name: /^(Done|Edit)$/ })
      expect(isUnavailable(toggle)).toBe(isBusy(path.next as never))
    })
}

test('deletes the draft that the edits before it have created together with its component', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(title())
  await changeTitle(editor, 'Mine')
  await requestDeletion(editor)
  await saveAsDraft(editor, 'Mine')
  expect(editor.puppets.changeRun.calls.map(({ input: { job } }) => job)).toMatchObject([
    { intent: { kind: 'set', iri } },
    { intent: { kind: 'deleteAll', positions: [titleAndTextPositions[0]] } },
  ])
})

test('editing does not end while something that was being added is neither added nor discarded', async () => {
  const addition = rememberedAdditionText(admin['@id'], {
    type: 'Title',
    insertionPoint: { ...insertionPoint, group: '/_/component_groups/gone' },
    data: { title: 'Overture' },
    page: { path: '/', title: 'Home' },
  })!
  const { press, editModeRef } = await openEditor({
    storage: { addition },
    inspect: coverage.inspect,
  })
  await press('Done')
  expect(isEditing(editModeRef.getSnapshot())).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Not added: Title' }))
})

test('editing does not end while an action waits for the network', async () => {
  const { press, editModeRef } = await openEditor({
    storage: { actions: waitingPublication },
    inspect: coverage.inspect,
  })
  await press('Done')
  expect(isEditing(editModeRef.getSnapshot())).toBe(true)
})

test('what was edited after it was to be published is not published', async () => {
  const editor = await openEditor({
    storage: { actions: waitingPublication },
    inspect: coverage.inspect,
  })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  typeInto(title(1), 'Later')
  await editor.wait(250)
  const resource = { ...sampleDraft, title: 'Later' }
  await editor.happen(() =>
    editor.puppets.field.settle({ type: 'xstate.done.actor.saveChange', output: { resource } }),
  )
  await retryWaiting(editor)
  expect(await screen.findByText('Not published')).toBeTruthy()
  expect(editor.puppets.pendingAction.calls).toEqual([])
})

test('an undo that has waited does not undo what was edited since then', async () => {
  const actions = rememberedActionsText(admin['@id'], [
    { id: 'new 0', action: { type: 'undo.requested' }, edits: [] },
  ])!
  const editor = await openEditor({
    storage: { actions },
    controlsChangeRuns: true,
    inspect: coverage.inspect,
  })
  await changeTitle(editor, 'Mine')
  await retryWaiting(editor)
  await saveAsDraft(editor, 'Mine')
  expect(await screen.findByText('Nothing was undone')).toBeTruthy()
  expect(editor.puppets.changeRun.calls).toHaveLength(1)
})

test('undo takes back an edit that cannot be saved, before any change that is saved', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await changeTitleOffline(editor, 'Mine')
  await undoUnsaved(editor)
  const { calls } = editor.puppets.acceptance
  expect(calls.map(({ input }) => input)).toMatchObject([{ value: 'Mine', isUndone: true }])
  expect(selectPendingActionRef(editor.editModeRef.getSnapshot())).toBeUndefined()
})

coverage.expectAll()
