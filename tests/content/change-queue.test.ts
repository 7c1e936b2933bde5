import { expect, test } from 'vitest'
import {
  type ChangeQueue,
  type ChangeRequest,
  afterRun,
  canRunNext,
  emptyChangeQueue,
  unblockedRequests,
} from '#content/change/change-queue.ts'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import { emptyHistory, recordChange } from '#content/change/undo/undo-history.ts'
import { Failure } from '#content/model/failure.ts'

const live = '/component/titles/1'
const draft = '/component/titles/2'
const other = '/component/titles/3'

const publish = (iri: string): Intent => ({ kind: 'publish', iri })
const request = (id: string, ...conflictKeys: string[]): ChangeRequest => ({
  id,
  intent: publish(conflictKeys[0]!),
  conflictKeys,
})
const change: Change = {
  id: '1',
  intent: publish(live),
  steps: [{ method: 'PATCH', iri: live }],
  inverse: [{ method: 'PATCH', iri: live }],
  refetch: [],
}
const done = {
  change,
  failure: null,
  replacements: [],
  steps: [],
  identities: emptyIdentityMap,
  changedByOthers: null,
}

const queueOf = (...queue: ChangeRequest[]): ChangeQueue => ({
  ...emptyChangeQueue,
  queue,
  inFlight: ['1'],
})

test('a change waits for each earlier one that it shares a key with, whether that is sent or not', () => {
  const queue = queueOf(
    request('1', live),
    request('2', live, draft),
    request('3', draft),
    request('4', other),
  )
  expect(unblockedRequests(queue).map(({ id }) => id)).toEqual(['4'])
})

test('a change that is done leaves the queue and can be undone', () => {
  const { queue, inFlight, history } = afterRun(queueOf(request('1', live)), '1', done)
  expect({ queue, inFlight }).toEqual({ queue: [], inFlight: [] })
  expect(history.undoStack).toEqual([change])
})

test('a draft that somebody else has changed, too, is not deleted by undoing what has created it', () => {
  const set = (undoGroup: string): Intent => ({
    kind: 'set',
    iri: live,
    property: 'title',
    value: 'Mine',
    undoGroup,
  })
  const creation: Change = {
    ...change,
    intent: set('1'),
    inverse: [{ method: 'DELETE', iri: 'new:1', published: false, reveals: live }],
  }
  const next: Change = { ...change, id: '2', intent: set('1') }
  const identities = { ...emptyIdentityMap, aliases: { 'new:1': draft } }
  const queue = {
    ...queueOf(request('1', live)),
    history: { ...emptyHistory, undoStack: [creation] },
  }
  const undoAfter = (changedByOthers: string | null) =>
    afterRun(queue, '1', { ...done, change: next, identities, changedByOthers }).history.undoStack

  expect(undoAfter(null).map(({ inverse }) => inverse)).toEqual([creation.inverse])
  expect(undoAfter(other).map(({ inverse }) => inverse)).toEqual([creation.inverse, next.inverse])
  const [refused, undone] = undoAfter(draft)
  expect(refused).toMatchObject({
    inverse: [],
    irreversible: 'Somebody else changed this while you were editing.',
  })
  expect(undone?.inverse).toEqual(next.inverse)
})

const setTo = (value: string, from: string, undoGroup: string): Change => ({
  ...change,
  intent: { kind: 'set', iri: live, property: 'title', value, undoGroup },
  steps: [{ method: 'PATCH', iri: live, body: { title: value } }],
  inverse: [{ method: 'PATCH', iri: live, body: { title: from } }],
})

test('what is typed and deleted again leaves nothing to undo, unless it has created a draft', () => {
  const typed = recordChange(emptyHistory, setTo('B', 'A', '1'))
  expect(recordChange(typed, setTo('A', 'B', '1'))).toEqual(emptyHistory)
  expect(recordChange(typed, setTo('A', 'B', '2')).undoStack).toHaveLength(2)
  const creation = { ...setTo('B', 'A', '1'), inverse: [{ method: 'DELETE', iri: draft } as const] }
  const created = recordChange(emptyHistory, creation)
  expect(recordChange(created, setTo('A', 'B', '1')).undoStack).toHaveLength(1)
})

test('an edit that is undone before it is saved can be redone, and what was undone before it cannot', () => {
  const undone = (value: string): Change => ({
    ...setTo(value, 'A', '1'),
    intent: { kind: 'set', iri: live, property: 'title', value, isUndone: true },
  })
  const before = { undoStack: [change], redoStack: [setTo('B', 'A', '1')] }
  const once = recordChange(before, undone('C'))
  expect(once).toEqual({ undoStack: [change], redoStack: [undone('C')] })
  expect(recordChange(once, undone('D')).redoStack).toEqual([undone('C'), undone('D')])
})

test('what could not be taken back of a refused change can be undone later', () => {
  const steps: Step[] = [{ method: 'POST', iri: live, reverts: 0 }]
  const failed = { ...done, steps, failure: new Failure('offline') }
  const { history } = afterRun(queueOf(request('1', live)), '1', failed)
  expect(history.undoStack).toEqual([{ ...change, inverse: steps }])
})

test('a change that has failed leaves the queue, and nothing is to be undone', () => {
  const failed = { ...done, failure: new Failure('offline') }
  const { queue, history } = afterRun(queueOf(request('1', live)), '1', failed)
  expect(queue).toEqual([])
  expect(history).toEqual(emptyHistory)
})

test('the changes that wait are about the resources that are shown by now', () => {
  const replacements = [{ from: live, to: draft }]
  const waiting = [request('2', live), request('3', other)]
  const { queue } = afterRun(queueOf(request('1', live), ...waiting), '1', {
    ...done,
    replacements,
  })
  expect(queue.map(({ intent }) => intent)).toEqual([publish(draft), publish(other)])
})

test('of undo and redo, the one that was requested first runs, if there is a change for it', () => {
  const history = { undoStack: [change], redoStack: [] }
  expect(canRunNext({ historyRequests: ['undo', 'redo'], history }, 'undo')).toBe(true)
  expect(canRunNext({ historyRequests: ['redo', 'undo'], history }, 'undo')).toBe(false)
  expect(canRunNext({ historyRequests: ['redo'], history }, 'redo')).toBe(false)
  expect(canRunNext({ historyRequests: [], history }, 'undo')).toBe(false)
})

const image = '/component/images/1'
const paste: Change = {
  id: 'paste',
  intent: { kind: 'paste', copies: [], group: '/_/component_groups/1', sortValue: 0, id: 'picked' },
  steps: [{ method: 'POST', iri: '/component/images', creates: { iri: 'new:paste' } }],
  inverse: [{ method: 'DELETE', iri: 'new:paste' }],
  refetch: [],
}
const fillWith = (completes: string, more: Partial<Step> = {}): Change => ({
  id: 'file',
  intent: { kind: 'set', iri: image, property: 'file', value: 'data:,', completes },
  steps: [{ method: 'PATCH', iri: image, body: { file: 'data:,' }, ...more }],
  inverse: [{ method: 'PATCH', iri: image, body: { file: null } }],
  files: new Map([['data:,', '/_/media_objects/1']]),
  refetch: [],
})

test('a paste and the file that its component gets are one step of the history, whatever was done meanwhile', () => {
  const history = [paste, change, fillWith('picked')].reduce(recordChange, emptyHistory)
  expect(history.undoStack).toEqual([
    {
      ...paste,
      steps: [...paste.steps, ...fillWith('picked').steps],
      files: new Map([['data:,', '/_/media_objects/1']]),
    },
    change,
  ])
})

test('the file of another paste, and one that is a draft beside what is published, are steps of their own', () => {
  for (const fill of [fillWith('other'), fillWith('picked', { creates: { iri: 'new:file' } })])
    expect([paste, fill].reduce(recordChange, emptyHistory).undoStack).toEqual([paste, fill])
})
