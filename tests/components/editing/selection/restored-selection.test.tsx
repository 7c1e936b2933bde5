import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change, Intent } from '#content/change/types.ts'
import { selectSelectionRef } from '#machines/editing/edit-mode.ts'
import {
  restoredSelectionMachine,
  selectIri,
} from '#machines/editing/selection/restored-selection.ts'
import {
  selectRestoredSelectionRef,
  selectSelectedIri,
} from '#machines/editing/selection/selection.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  openEditor,
  queryManager,
  requestDeletion,
  sampleGroup as group,
  sampleTitle,
  settleRun,
  title,
} from '../../../support/editor.tsx'

const coverage = cover(restoredSelectionMachine)
afterEach(cleanup)

const { '@id': iri } = sampleTitle
const step = { method: 'DELETE' as const, iri }
const changeOf = (intent: Intent): Change => ({
  id: '1',
  intent,
  steps: [{ ...step, creates: { iri } }],
  inverse: [step],
  refetch: [],
})
const added: Intent = {
  kind: 'add',
  endpoint: '/component/Title',
  data: {},
  group,
  sortValue: 0,
  publish: false,
}

/** Deletes the first title, which is on the page all the time in this test. */
const openDeleted = async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(title())
  await requestDeletion(editor)
  await settleRun(editor, { change: changeOf({ kind: 'delete', iri }) })
  await editor.press('Close')
  const selectionRef = selectSelectionRef(editor.editModeRef.getSnapshot())!
  return {
    ...editor,
    selectedIri: () => selectSelectedIri(selectionRef.getSnapshot()),
    awaitedIri: () =>
      selectIri(selectRestoredSelectionRef(selectionRef.getSnapshot()).getSnapshot()),
  }
}

test('what undo and redo put back is selected', async () => {
  const editor = await openDeleted()
  await editor.press('Undo')
  await settleRun(editor, { change: changeOf({ kind: 'delete', iri }) })
  expect(editor.selectedIri()).toBe(iri)
  await editor.press('Close')
  await editor.press('Redo')
  await settleRun(editor, { change: changeOf(added) })
  expect(editor.selectedIri()).toBe(iri)
})

test('what is put back is not selected when the user has selected something else by then', async () => {
  const editor = await openDeleted()
  await editor.happen(() => editor.cache.remove([iri]))
  await editor.press('Undo')
  await settleRun(editor, { change: changeOf({ kind: 'delete', iri }) })
  expect(editor.awaitedIri()).toBe(iri)
  await editor.user.click(title(0))
  expect(editor.awaitedIri()).toBeNull()
  await editor.happen(() => editor.cache.save([{ resource: sampleTitle }]))
  expect(editor.selectedIri()).not.toBe(iri)
})

test('nothing is awaited after undoing what has put nothing back', async () => {
  const editor = await openDeleted()
  await editor.press('Undo')
  await settleRun(editor, {
    change: { ...changeOf({ kind: 'publish', iri }), steps: [], inverse: [] },
  })
  expect(editor.awaitedIri()).toBeNull()
  expect(queryManager()).toBeNull()
})

coverage.expectAll()
