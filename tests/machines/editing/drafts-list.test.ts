import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { FoundDrafts, ListPage } from '#content/page/drafts/draft-lists.ts'
import {
  draftsListMachine,
  hasMore,
  isOpen,
  isPageListed,
  selectDone,
  selectFailure,
  selectFound,
  selectRefusal,
  selectSelected,
} from '#machines/editing/drafts-list.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const titles = '/component/titles'
const [one, two] = [`${titles}/1`, `${titles}/2`] as const
const publishing: Intent = { kind: 'publishAll', iris: [one] }
const typing: Intent = { kind: 'set', iri: one, property: 'title', value: 'A' }

const paths = pathsOf(draftsListMachine, {
  input: undefined,
  events: [
    { type: 'list.requested' },
    { type: 'list.dismissed' },
    { type: 'scope.selected', scope: 'page', endpoints: [titles] },
    { type: 'scope.selected', scope: 'site', endpoints: [titles] },
    { type: 'more.requested' },
    { type: 'retry.requested' },
    { type: 'drafts.toggled', iris: [one], isSelected: true },
    { type: 'change.saved', intent: publishing },
    { type: 'change.failed', intent: publishing, failure: new Failure('invalid') },
    { type: 'change.saved', intent: typing },
    { type: 'action.refused' },
    { type: 'location.committed' },
    {
      type: 'xstate.done.actor.readDrafts',
      output: { drafts: [one], remaining: [{ endpoint: titles, page: 2 }] },
    },
    { type: 'xstate.done.actor.readDrafts', output: { drafts: [], remaining: [] } },
    { type: 'xstate.error.actor.readDrafts', error: new Failure('offline') },
    { type: 'xstate.error.actor.readDrafts', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ remaining }: { remaining: readonly unknown[] }) => [remaining.length],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | list.requested → open.page",
      "open | list.dismissed → closed {failure, found, remaining}",
      "open | scope.selected [isPage] → open.page",
      "open | scope.selected → open.reading {failure, found, remaining}",
      "open | drafts.toggled {selected}",
      "open | change.saved [isAboutDrafts] {done}",
      "open | change.failed [isAboutDrafts] {refusal}",
      "open | action.refused → closed {failure, found, remaining}",
      "open | location.committed → closed {failure, found, remaining}",
      "open.reading | readDrafts done → open.listed {found, remaining}",
      "open.reading | readDrafts failed → open.failed {failure}",
      "open.reading | readDrafts failed [canRenew] → open.renewing {failure}",
      "open.renewing | renewSession done [isRenewed] → open.reading",
      "open.renewing | renewSession done → open.failed",
      "open.renewing | renewSession failed → open.failed",
      "open.listed | more.requested [hasMore] → open.reading",
      "open.failed | retry.requested → open.reading {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(draftsListMachine, paths)).toEqual([])
  expect(untakenTransitions(draftsListMachine, paths)).toEqual([])
})

test('holds what is selected until the list is closed or another one is shown', () => {
  const ref = createActor(draftsListMachine).start()
  const selected = () => selectSelected(ref.getSnapshot())
  ref.send({ type: 'list.requested' })
  ref.send({ type: 'drafts.toggled', iris: [one, two], isSelected: true })
  ref.send({ type: 'drafts.toggled', iris: [one], isSelected: true })
  expect(selected()).toEqual([two, one])
  ref.send({ type: 'drafts.toggled', iris: [two], isSelected: false })
  expect(selected()).toEqual([one])
  ref.send({ type: 'scope.selected', scope: 'site', endpoints: [titles] })
  expect(selected()).toEqual([])
})

test('says what became of a publication, and nothing of what is typed', () => {
  const ref = createActor(draftsListMachine).start()
  const refusal = new Failure('invalid')
  ref.send({ type: 'list.requested' })
  ref.send({ type: 'change.saved', intent: typing })
  expect(selectDone(ref.getSnapshot())).toBeNull()
  ref.send({ type: 'change.failed', intent: publishing, failure: refusal })
  expect(selectRefusal(ref.getSnapshot())).toBe(refusal)
  ref.send({ type: 'change.saved', intent: publishing })
  expect([selectRefusal(ref.getSnapshot()), selectDone(ref.getSnapshot())]).toEqual([
    null,
    publishing,
  ])
  ref.send({ type: 'list.dismissed' })
  ref.send({ type: 'list.requested' })
  expect(selectDone(ref.getSnapshot())).toBeNull()
  expect(isPageListed(ref.getSnapshot())).toBe(true)
})

test('an edit that cannot be saved closes the list, which would cover it', () => {
  const ref = createActor(draftsListMachine).start()
  ref.send({ type: 'list.requested' })
  ref.send({ type: 'action.refused' })
  expect(isOpen(ref.getSnapshot())).toBe(false)
})

test('what could not be read is not said any more while it is read again', async () => {
  let reads = 0
  const readDrafts = fromPromise<FoundDrafts, { remaining: readonly ListPage[] }>(() => {
    reads += 1
    return reads === 1 ? Promise.reject(new Failure('offline')) : new Promise(() => {})
  })
  const ref = createActor(draftsListMachine.provide({ actors: { readDrafts } })).start()
  ref.send({ type: 'list.requested' })
  ref.send({ type: 'scope.selected', scope: 'site', endpoints: [titles] })
  await expect.poll(() => selectFailure(ref.getSnapshot())?.kind).toBe('offline')
  ref.send({ type: 'retry.requested' })
  expect([selectFailure(ref.getSnapshot()), selectFound(ref.getSnapshot())]).toEqual([null, []])
  expect(hasMore(ref.getSnapshot())).toBe(false)
})
