import { madeChange, resourceListEvents } from '../../support/machines/admin-paths.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import {
  type ResourceListRequest,
  resourceListMachine,
  selectBulkFailure,
  selectFailure,
  selectList,
} from '#machines/admin/resource-list.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const input = { path: '/_cwa/routes', search: '', listPath: '/_cwa/routes' }
const list: ResourceListPage = {
  members: [
    { '@id': '/_/routes//old', '@type': 'Route', path: '/old', _metadata: { etag: '"1"' } },
    { '@id': '/_/routes//new', '@type': 'Route', path: '/new', _metadata: { etag: '"2"' } },
  ],
  total: 2,
  pages: 1,
  labels: {},
  title: null,
  actions: ['delete'],
}
const committed = (href: string) => ({
  type: 'location.committed' as const,
  location: locationOf(href),
})

const paths = pathsOf(resourceListMachine, {
  input,
  events: [
    committed('/_cwa/routes?search=goat'),
    committed('/_cwa/routes'),
    committed('/elsewhere'),
    ...resourceListEvents('/_/routes//old', list),
  ],
  distinguishBy: ({
    search,
    list: read,
    selection,
    undoable: kept,
    bulkFailure,
    deleted,
    failure,
  }) => [
    search,
    read !== null,
    deleted,
    failure !== null,
    selection.selected.length > 0,
    kept !== null,
    bulkFailure !== null,
  ],
})

const accepted = {
  type: 'notification.accepted' as const,
  key: bulkNotification,
  heading: madeChange.label,
}
/** The list of something whose deletion on its own screen has led here: it can be undone before the list was ever read. */
const deletedPaths = pathsOf(resourceListMachine, {
  input: { ...input, undoable: madeChange },
  events: [accepted, { type: 'xstate.error.actor.undoChange', error: new Failure('notFound') }],
})
const allPaths = [...paths, ...deletedPaths]

test('has this transition table', () => {
  expect(transitionTable(allPaths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "resourceList | location.committed [isSamePath and not isSameSearch] → reading {deleted, failure, search, selection}",
      "resourceList | row.selected [isRead] {selection}",
      "resourceList | rows.selected [isRead] {selection}",
      "resourceList | selection.cleared [hasSelection] {selection}",
      "reading | reload.requested → reading",
      "reading | readList done → ready {failure, list}",
      "reading | readList failed → failed {failure}",
      "reading | readList failed [canRenew] → renewing {failure}",
      "reading | notification.accepted [isUndo] → undoing",
      "ready | reload.requested → reading {failure}",
      "ready | deletion.requested → confirming {deleted, failure}",
      "ready | bulk.requested [hasSelection] → changing {bulkFailure}",
      "ready | undo.requested [canUndo] → undoing",
      "ready | notification.accepted [isUndo] → undoing",
      "failed | retry.requested → reading {failure}",
      "failed | notification.accepted [isUndo] → undoing",
      "confirming | deletion.confirmed → deleting",
      "confirming | deletion.canceled → ready {deleted}",
      "deleting | deleteListed done → reading {deleted, failure, undoable}",
      "deleting | deleteListed failed → ready {deleted, failure}",
      "deleting | deleteListed failed [canRenew] → renewing {failure}",
      "changing | bulkChange done [isChanged] → reading {selection, undoable}",
      "changing | bulkChange done → ready",
      "changing | bulkChange done [isOutdated] → reading {bulkFailure}",
      "undoing | undoChange done → reading {bulkFailure, undoable}",
      "undoing | undoChange failed [isRead] → ready {bulkFailure}",
      "undoing | undoChange failed → reading {bulkFailure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
      "renewing | renewSession done [isRead] → ready {deleted}",
      "renewing | renewSession failed [isRead] → ready {deleted}",
      "renewing | renewSession done [isRenewed, isDeleting] → deleting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(resourceListMachine, allPaths)).toEqual([])
  expect(untakenTransitions(resourceListMachine, allPaths)).toEqual([])
})

test('keeps what is listed while it is read again, and a response that is late never wins', async () => {
  const answers: ((page: ResourceListPage) => void)[] = []
  const readList = fromPromise<ResourceListPage, ResourceListRequest>(
    () => new Promise((resolve) => answers.push(resolve)),
  )
  const ref = createActor(resourceListMachine.provide({ actors: { readList } }), { input }).start()
  answers[0]!(list)
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  ref.send(committed('/_cwa/routes?search=a'))
  ref.send(committed('/_cwa/routes?search=ab'))
  expect(selectList(ref.getSnapshot())).toBe(list)
  const latest = { ...list, total: 2 }
  answers[2]!(latest)
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  answers[1]!({ ...list, total: 1 })
  await Promise.resolve()
  expect(selectList(ref.getSnapshot())).toBe(latest)
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

test('a change is undone while the list is still being read, and the reading is given up', async () => {
  const reads: AbortSignal[] = []
  const undone: string[] = []
  const readList = fromPromise<ResourceListPage, ResourceListRequest>(({ signal }) => {
    reads.push(signal)
    return new Promise(() => {})
  })
  const undoChange = fromPromise<void, { listPath: string; change: UndoableChange }>(
    ({ input: { change } }) => {
      undone.push(change.iri)
      return Promise.reject(new Failure('invalid', { message: 'It was changed since then.' }))
    },
  )
  const ref = createActor(resourceListMachine.provide({ actors: { readList, undoChange } }), {
    input: { ...input, undoable: madeChange },
  }).start()
  ref.send({ ...accepted, heading: '1 user deleted' })
  expect(undone).toEqual([])
  ref.send(accepted)
  expect(undone).toEqual([madeChange.iri])
  await expect.poll(() => reads.map(({ aborted }) => aborted)).toEqual([true, false])
  expect(ref.getSnapshot().value).toBe('reading')
  expect(selectBulkFailure(ref.getSnapshot())?.message).toBe('It was changed since then.')
})

test('of several requests to read it again the latest wins, and no URL changes a list that follows none', async () => {
  const requests: { request: ResourceListRequest; signal: AbortSignal }[] = []
  const readList = fromPromise<ResourceListPage, ResourceListRequest>(
    ({ input: request, signal }) => {
      requests.push({ request, signal })
      return new Promise(() => {})
    },
  )
  const ref = createActor(resourceListMachine.provide({ actors: { readList } }), {
    input: { ...input, path: null, search: '?isTemplate=true' },
  }).start()
  ref.send({ type: 'reload.requested' })
  ref.send(committed('/_cwa/routes?search=a'))
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(requests[1]!.request).toEqual({ path: '/_cwa/routes', search: '?isTemplate=true' })
})
