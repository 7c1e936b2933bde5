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
  bodyText,
  openEditor,
  queryManager,
  requestDeletion,
  sampleDraft,
  sampleGroup as group,
  sampleTitle,
  settleRun,
  title,
  tool,
} from '../../../support/editor.tsx'

const coverage = cover(restoredSelectionMachine)
afterEach(cleanup)

const { '@id': iri } = sampleTitle
const other = sampleDraft['@id']
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

const duplicated: Intent = { kind: 'duplicate', iri, group, sortValue: 1 }
/** A change that has created the second title, which is on the page all the time in this test. */
const duplication: Change = {
  ...changeOf(duplicated),
  steps: [
    {
      method: 'POST',
      iri: '/component/Title',
      creates: { iri: other },
      sortIndex: { group, index: 1 },
    },
  ],
}

const openDuplicating = async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(title())
  await editor.user.click(tool('Duplicate'))
  const selectionRef = selectSelectionRef(editor.editModeRef.getSnapshot())!
  return { ...editor, selectedIri: () => selectSelectedIri(selectionRef.getSnapshot()) }
}

test('a duplicate is selected, and the focus is in the panel', async () => {
  const editor = await openDuplicating()
  await settleRun(editor, { change: duplication })
  expect(editor.selectedIri()).toBe(other)
  expect(queryManager()!.contains(document.activeElement)).toBe(true)
})

test('a duplicate is not selected when the user has selected something else meanwhile', async () => {
  const editor = await openDuplicating()
  await editor.user.click(bodyText())
  await settleRun(editor, { change: duplication })
  expect(editor.selectedIri()).toBe('/component/HtmlContent/two')
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
