import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change, Intent } from '#content/change/types.ts'
import { selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import { selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import {
  restoredSelectionMachine,
  selectIris,
} from '#machines/editing/selection/restored-selection.ts'
import {
  selectRestoredSelectionRef,
  selectSelectedIri,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  bodyText,
  openEditor,
  queryManager,
  requestDeletion,
  sampleDraft,
  sampleGroup as group,
  samplePage,
  sampleTitle,
  selectTitleAndText,
  settleRun,
  title,
  titleAndTextPositions,
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
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  return {
    ...editor,
    selectedIri: () => selectSelectedIri(selectionRef.getSnapshot()),
    awaitedIri: () =>
      selectIris(selectRestoredSelectionRef(selectionRef.getSnapshot()).getSnapshot())[0] ?? null,
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
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  return { ...editor, selectedIri: () => selectSelectedIri(selectionRef.getSnapshot()) }
}

const focused = () => document.activeElement?.closest<HTMLElement>('[data-iri]')?.dataset['iri']

test('a duplicate is selected, and the focus is in its text', async () => {
  const editor = await openDuplicating()
  await settleRun(editor, { change: duplication })
  expect(editor.selectedIri()).toBe(other)
  expect(document.activeElement?.getAttribute('role')).toBe('textbox')
  expect(focused()).toBe(other)
})

test('a resource that a colleague had deleted is selected once it is put back, and the focus is in its text', async () => {
  const editor = await openDuplicating()
  const restored = {
    kind: 'restore',
    iri: other,
    property: 'title',
    value: 'Mine',
    known: [],
  } as const
  await settleRun(editor, { change: changeOf(restored) })
  expect(editor.selectedIri()).toBe(other)
  expect(document.activeElement?.getAttribute('role')).toBe('textbox')
  expect(focused()).toBe(other)
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

/** Closes the tab, and opens it again. */
const reopen = async (options: Pick<Parameters<typeof openEditor>[0] & {}, 'payload'> = {}) => {
  const storage = { ...sessionStorage }
  cleanup()
  return openEditor({ ...options, storage, inspect: coverage.inspect })
}

test('a component that was selected before a reload is selected again', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  const editor = await reopen()
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  expect(selectStack(selectionRef.getSnapshot())).toEqual([
    '/component/HtmlContent/two',
    '/_/component_positions/two',
    group,
  ])
})

test('a section that was selected before a reload is selected again', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(title())
  await press('Main content')
  const editor = await reopen()
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  expect(selectStack(selectionRef.getSnapshot())).toEqual([group])
})

test('components that were selected together before a reload are selected together again', async () => {
  await selectTitleAndText(await openEditor({ inspect: coverage.inspect }))
  const editor = await reopen()
  const multipleSelectionRef = selectMultipleSelectionRef(editor.editModeRef.getSnapshot())!
  const components = selectComponents(multipleSelectionRef.getSnapshot())
  expect(components.map(({ stack }) => stack[1])).toEqual(titleAndTextPositions)
})

test('nothing is selected after a reload that was closed before, nor after Done', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(title())
  expect(sessionStorage.getItem('selection')).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(sessionStorage.getItem('selection')).toBeNull()
  await user.click(title())
  await press('Done')
  expect(sessionStorage.getItem('selection')).toBeNull()
})

coverage.expectAll()

test('a component that is read after its position is selected once it is there, and never the empty position', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  const { payload, late } = payloadWithout('/component/HtmlContent/two')
  const editor = await reopen({ payload })
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  expect(selectStack(selectionRef.getSnapshot())).toEqual([])
  await editor.happen(() => editor.cache.save([late]))
  expect(selectSelectedIri(selectionRef.getSnapshot())).toBe('/component/HtmlContent/two')
})

/** Returns the page before one of its components is read, and that component. */
const payloadWithout = (missing: string) => {
  const payload = samplePage()
  const late = payload.entries.find(({ resource }) => resource['@id'] === missing)!
  return { late, payload: { ...payload, entries: payload.entries.filter((one) => one !== late) } }
}
