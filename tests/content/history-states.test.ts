import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '#content/change/types.ts'
import {
  changesOf,
  directionsTo,
  changeOnOtherPage,
  otherPageOf,
} from '#content/change/undo/history-states.ts'
import { type UndoHistory, recordHistoryRun } from '#content/change/undo/undo-history.ts'

const about = { path: '/about', title: 'About us' }
const rename = (id: string): Change => ({
  id,
  intent: { kind: 'set', iri: '/component/titles/1', property: 'title', value: id },
  steps: [{ method: 'PATCH', iri: '/component/titles/1', body: { title: id } }],
  inverse: [{ method: 'PATCH', iri: '/component/titles/1', body: { title: '' } }],
  refetch: [],
  page: about,
})
const history = { undoStack: ['1', '2', '3'].map(rename), redoStack: ['5', '4'].map(rename) }

test('lists the newest change first, those that are undone above those that are not', () => {
  expect(changesOf(history).map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1'])
})

test.each([
  ['5', ['redo', 'redo']],
  ['4', ['redo']],
  ['3', []],
  ['2', ['undo']],
  ['1', ['undo', 'undo']],
  [null, ['undo', 'undo', 'undo']],
  ['unknown', []],
])('leads to the state after change %s', (to, directions) => {
  expect(directionsTo(history, to)).toEqual(directions)
})

test('leads from any state to any other', () => {
  const nothing = { failure: null, steps: [] }
  const go = (from: UndoHistory, to: string | null) =>
    directionsTo(from, to).reduce((at, direction) => recordHistoryRun(at, direction, nothing), from)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(null, '1', '2', '3', '4', '5')), (targets) => {
      let at: UndoHistory = history
      for (const to of targets) {
        at = go(at, to)
        expect(at.undoStack.at(-1)?.id ?? null).toBe(to)
        expect(changesOf(at)).toEqual(changesOf(history))
      }
    }),
  )
})

test('a change is elsewhere if it was made on a page other than the one that is shown', () => {
  const change = rename('1')
  expect(otherPageOf(change, '/')).toEqual(about)
  expect(otherPageOf(change, '/about')).toBeNull()
  const { page: _, ...unplaced } = change
  expect(otherPageOf(unplaced, '/')).toBeNull()
})

test('only what is undone or redone elsewhere is reported', () => {
  const change = rename('1')
  expect(changeOnOtherPage({ kind: 'undo', change }, '/')).toEqual({
    direction: 'undo',
    change,
    page: about,
  })
  expect(changeOnOtherPage({ kind: 'redo', change }, '/about')).toBeNull()
  expect(changeOnOtherPage({ kind: 'apply', id: '1', intent: change.intent }, '/')).toBeNull()
})
