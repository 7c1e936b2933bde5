import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change, ChangePage, Intent } from '#content/change/types.ts'
import { emptyHistory, recordChange } from '#content/change/undo/undo-history.ts'
import { Failure } from '#content/model/failure.ts'
import { changePage } from '#src/app/effects/editing/other-page-effects.ts'
import { pagePayload } from '../../../support/content/page-payload.ts'
import { done } from '../../../support/sample-change.ts'
import {
  type OpenEditor,
  isUnavailable,
  openEditor,
  resumeHistory,
  sampleTitle,
  settleRun,
} from '../../../support/editor.tsx'

afterEach(cleanup)

const iri = '/component/titles/one'
const data = { title: 'Curtain' }
const elsewhere = { path: '/elsewhere', title: 'Somewhere else' }
const changeOf = (id: string, intent: Intent, more: Partial<Change> = {}): Change => ({
  id,
  intent,
  steps: [{ method: 'PATCH', iri, body: {} }],
  inverse: [{ method: 'PATCH', iri, body: {} }],
  refetch: [],
  ...more,
})
const set = (id: string, value: string, more?: Partial<Change>) =>
  changeOf(id, { kind: 'set', iri, property: 'title', value }, more)

const undoStack = [
  set('1', 'First', { page: elsewhere }),
  changeOf(
    '2',
    { kind: 'delete', iri },
    { page: elsewhere, inverse: [{ method: 'POST', iri: '/component/titles', body: data }] },
  ),
  set('3', 'Third'),
]
const redoStack = [set('4', 'Fourth')]

const open = async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await resumeHistory(editor, { undoStack, redoStack })
  return editor
}
const states = () => within(screen.getByRole('menu', { name: 'History' })).getAllByRole('menuitem')
const currentStates = () =>
  states()
    .filter((state) => state.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent)
const currentPath = ({ appRef }: OpenEditor) =>
  appRef.system.get('navigation').getSnapshot().context.location.path
const jobs = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) =>
    job.kind === 'apply' ? job.id : `${job.kind} ${job.change.id}`,
  )

test('lists the states, newest first, with the pages of other changes, and marks the current one', async () => {
  const { press } = await open()
  await press('History')
  expect(states().map(({ textContent }) => textContent)).toEqual([
    'Edited Title “Fourth”Undone',
    'Edited Title “Third”',
    'Deleted Title “Curtain”On “Somewhere else”',
    'Edited Title “First”On “Somewhere else”',
    'Open page “Somewhere else”',
    'Before these changes',
  ])
  expect(currentStates()).toEqual(['Edited Title “Third”'])
})

test('a draft that was discarded is named by its words', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  const discard = changeOf(
    '1',
    { kind: 'delete', iri: '/component/titles/draft', isDraft: true },
    {
      inverse: [{ method: 'PATCH', iri, body: data, creates: { iri: '/component/titles/draft' } }],
    },
  )
  await resumeHistory(editor, recordChange(emptyHistory, discard))
  await editor.press('History')
  expect(states()[0]?.textContent).toBe('Discarded draft of Title “Curtain”')
})

test('a text that was saved several times while it was typed is named by what it became', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  const typed = (id: string, value: string): Change => ({
    ...changeOf(id, { kind: 'set', iri, property: 'title', value, undoGroup: 'visit' }),
    steps: [{ method: 'PATCH', iri, body: { title: value } }],
  })
  const begun = recordChange(emptyHistory, typed('1', 'Cur'))
  await resumeHistory(editor, recordChange(begun, typed('2', 'Curtain up')))
  await editor.press('History')
  expect(states().map(({ textContent }) => textContent)).toEqual([
    'Edited Title “Curtain up”',
    'Before these changes',
  ])
})

test('without changes it says that there are none', async () => {
  const { press } = await openEditor()
  await press('History')
  expect(screen.getByText('Nothing to undo or redo yet')).toBeTruthy()
  expect(screen.getByRole('menuitem').getAttribute('aria-disabled')).toBe('true')
})

test('goes to a state by undoing one change after the other, and back', async () => {
  const editor = await open()
  await editor.press('History')
  await editor.user.click(states()[3]!)
  expect(jobs(editor)).toEqual(['undo 3'])
  // Until that is done, no other state can be chosen.
  await editor.press('History')
  expect(isUnavailable(states()[0]!)).toBe(true)
  await editor.user.keyboard('{Escape}')
  await settleRun(editor, { ...done, change: undoStack[2]! })
  expect(jobs(editor)).toEqual(['undo 3', 'undo 2'])
  await settleRun(editor, { ...done, change: undoStack[1]! })
  expect(jobs(editor)).toEqual(['undo 3', 'undo 2'])
  await editor.press('History')
  expect(currentStates()).toEqual(['Edited Title “First”On “Somewhere else”'])
  await editor.user.click(states()[1]!)
  await settleRun(editor, { ...done, change: undoStack[1]! })
  expect(jobs(editor)).toEqual(['undo 3', 'undo 2', 'redo 2', 'redo 3'])
})

test('stops at the first change that cannot be undone, and says so', async () => {
  const editor = await open()
  await editor.press('History')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Before these changes' }))
  await settleRun(editor, { ...done, change: undoStack[2]!, failure: new Failure('conflict') })
  expect(jobs(editor)).toEqual(['undo 3'])
  expect(screen.getByText('Nothing was undone')).toBeTruthy()
  await editor.press('History')
  expect(currentStates()).toEqual(['Edited Title “Third”'])
})

test('a change that is made meanwhile ends it, because it would be undone next', async () => {
  const editor = await open()
  await editor.press('History')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Before these changes' }))
  const intent: Intent = { kind: 'set', iri, property: 'title', value: 'New' }
  await editor.happen(() =>
    editor.changeQueueRef.send({ type: 'change.requested', id: '9', intent, conflictKeys: [iri] }),
  )
  await settleRun(editor, { ...done, change: undoStack[2]! })
  await settleRun(editor, { ...done, change: changeOf('9', intent) })
  expect(jobs(editor)).toEqual(['undo 3', '9'])
})

test('leads to the page on which a change was made', async () => {
  const editor = await open()
  await editor.press('History')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Open page “Somewhere else”' }))
  expect(currentPath(editor)).toBe('/elsewhere')
})

/** Undoes a change of the title, which was made on a page. */
const undoChangeOn = async (editor: OpenEditor, page: ChangePage) => {
  const { happen, puppets, press } = editor
  await resumeHistory(editor, { undoStack: [set('1', 'First', { page })], redoStack: [] })
  await press('Undo')
  await happen(() =>
    puppets.sendStep.settle({
      type: 'xstate.done.actor.sendStep',
      output: { resource: sampleTitle },
    }),
  )
  await happen(() =>
    puppets.refetch.settle({
      type: 'xstate.done.actor.refetch',
      output: { items: [], removed: [] },
    }),
  )
}

test('undoing a change of another page names it and leads there', async () => {
  const editor = await openEditor({ savesByQueue: true })
  await undoChangeOn(editor, elsewhere)
  expect(screen.getByText('Undone on another page')).toBeTruthy()
  expect(screen.getByText('Edited Title “First”')).toBeTruthy()
  await editor.user.click(screen.getByRole('link', { name: 'Open page “Somewhere else”' }))
  expect(currentPath(editor)).toBe('/elsewhere')
})

test('a page that was opened by its IRI is no other page than that of its changes', async () => {
  const path = '/_cwa/%2F_%2Fpages%2F_'
  const payload = pagePayload([sampleTitle])
  const root = payload.page!.page!
  const editor = await openEditor({
    savesByQueue: true,
    path,
    payload: { ...payload, page: { ...payload.page!, path: root, root } },
  })
  const page = changePage(editor.appRef.system)
  expect(page).toEqual({ path, title: 'A page' })
  await undoChangeOn(editor, page)
  expect(screen.queryByText('Undone on another page')).toBeNull()
  await editor.press('History')
  expect(states().map(({ textContent }) => textContent)).toEqual([
    'Edited Title “First”Undone',
    'Before these changes',
  ])
})
