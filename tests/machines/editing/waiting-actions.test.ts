import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Change } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import type { PendingAction } from '#machines/editing/pending-action-intent.ts'
import {
  type WaitingAction,
  isCarriedOut,
  isUndoOrRedo,
  nextOf,
  withAction,
  withReplacedIri,
} from '#machines/editing/waiting-action.ts'
import {
  type ActionsRead,
  selectRunningId,
  selectWaitingActions,
  waitingActionsMachine,
} from '#machines/editing/waiting-actions.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const iri = '/component/titles/1'
const publish: PendingAction = { type: 'publish.requested', iri }
const remove: PendingAction = { type: 'delete.requested', iri: '/component/titles/2' }
const undo: PendingAction = { type: 'undo.requested' }
const before: WaitingAction = { id: 'before 0', action: remove, edits: [], paused: 'interrupted' }
const offline = new Failure('offline')

const deferred = (action: PendingAction, id: string | null = null) => ({
  type: 'action.deferred' as const,
  action,
  id,
  edits: [],
})
const undoFailed = (failure: Failure, given: ('undo' | 'redo')[] = []) => ({
  type: 'undo.failed' as const,
  direction: 'undo' as const,
  isPartial: false,
  failure,
  given,
})

const publicationSaved = {
  type: 'change.saved' as const,
  id: '9',
  intent: { kind: 'publish' as const, iri },
  saved: { resource: null },
  copied: null,
  restored: null,
}

const recovered: Change = {
  id: 'recovered 0',
  intent: { kind: 'publish', iri },
  steps: [],
  inverse: [],
  irreversible: 'It was done just before the page was closed.',
  refetch: [iri],
}

const paths = pathsOf(waitingActionsMachine, {
  input: undefined,
  events: [
    { type: 'xstate.done.actor.readActions', output: { actions: [before], change: null } },
    { type: 'xstate.done.actor.readActions', output: { actions: [before], change: recovered } },
    { type: 'xstate.error.actor.readActions', error: new Failure('unexpected') },
    deferred(publish),
    deferred(publish, 'new 0'),
    { type: 'save.requested', iri: null, id: null },
    { type: 'save.requested', iri: null, id: 'new 0' },
    { type: 'undo.requested', isSaved: true, edits: [] },
    { type: 'redo.requested', isSaved: true, edits: [] },
    { type: 'jump.requested', to: null, isSaved: true, edits: [] },
    undoFailed(offline),
    { type: 'iri.replaced', from: iri, to: '/component/titles/3' },
    { type: 'actions.allowed' },
    { type: 'action.refused' },
    publicationSaved,
    { type: 'network.restored' },
    { type: 'connection.opened' },
    { type: 'retry.requested' },
    { type: 'action.givenUp', id: 'new 0' },
    { type: 'action.givenUp', id: 'before 0' },
  ],
  distinguishBy: ({ actions, edits, runningId }) => [
    edits !== null,
    runningId !== null,
    nextOf(actions)?.id === 'new 0',
    Math.min(actions.length, 2),
    actions[0]?.paused,
    actions.some(isUndoOrRedo),
  ],
})

const resourceOf = (published: boolean): Resource => ({
  '@id': iri,
  '@type': 'Title',
  _metadata: { persisted: true, publishable: { published } },
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "waitingActions | action.deferred [isNew] {actions, count} (emits action.queued, saveActions)",
      "waitingActions | undo.requested {edits}",
      "waitingActions | redo.requested {edits}",
      "waitingActions | jump.requested {edits}",
      "waitingActions | action.givenUp [isOther] {actions} (saveActions)",
      "waitingActions | save.requested [hasActions] (emits actions.unsettled)",
      "waitingActions | iri.replaced [hasActions] {actions} (saveActions)",
      "waitingActions | undo.failed [canWait] {actions, count} (emits action.queued, saveActions)",
      "waitingActions | change.saved [hasOutdatedUndo] {actions} (emits action.outdated, saveActions)",
      "reading | readActions done → waiting {actions}",
      "reading | readActions done [hasRecovered] → waiting {actions} (emits change.recovered, saveActions)",
      "reading | readActions failed → waiting",
      "waiting | retry.requested [hasActions] → offering {actions} (emits action.resumed, saveActions)",
      "waiting | network.restored [canResume] → offering (emits action.resumed)",
      "waiting | connection.opened [canResume] → offering (emits action.resumed)",
      "offering | actions.allowed [canResume] → offering (emits action.resumed)",
      "offering | save.requested [isNext] → running {actions, runningId} (saveActions)",
      "offering | actions.allowed → waiting",
      "running | action.deferred [isRunning] → waiting {runningId} (emits action.queued)",
      "running | actions.allowed → waiting {actions, runningId} (saveActions)",
      "running | action.refused {actions, runningId} (saveActions)",
      "running | actions.allowed [canResume] → offering {actions, runningId} (saveActions, emits action.resumed)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(waitingActionsMachine, paths)).toEqual([])
  expect(untakenTransitions(waitingActionsMachine, paths)).toEqual([])
})

const run = async (remembered: readonly WaitingAction[] = []) => {
  const saved: (readonly WaitingAction[])[] = []
  const ref = createActor(
    waitingActionsMachine.provide({
      actors: {
        readActions: fromPromise<ActionsRead, undefined>(async () => ({
          actions: remembered,
          change: null,
        })),
      },
      actions: { saveActions: (_, { actions }) => void saved.push(actions) },
    }),
  )
  const emitted: { type: string; waiting?: WaitingAction }[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  await Promise.resolve()
  await Promise.resolve()
  const resumed = () =>
    emitted.filter(({ type }) => type === 'action.resumed').map(({ waiting }) => waiting!.id)
  const ids = () => selectWaitingActions(ref.getSnapshot()).map(({ id }) => id)
  return { ref, emitted, saved, resumed, ids }
}

/** Edit mode begins an action. */
const begin = (id: string) => ({ type: 'save.requested' as const, iri: null, id })

test('carries out the actions in their order, one after the other, once the network is back', async () => {
  const { ref, resumed, ids } = await run()
  ref.send(deferred(publish))
  ref.send(deferred(remove))
  expect(resumed()).toEqual([])
  ref.send({ type: 'network.restored' })
  ref.send(begin('new 0'))
  expect([resumed(), selectRunningId(ref.getSnapshot())]).toEqual([['new 0'], 'new 0'])
  ref.send({ type: 'actions.allowed' })
  expect([resumed(), ids()]).toEqual([['new 0', 'new 1'], ['new 1']])
  ref.send(begin('new 1'))
  ref.send({ type: 'actions.allowed' })
  expect([resumed(), ids()]).toEqual([['new 0', 'new 1'], []])
})

test('offers an action again once edit mode has ended another one', async () => {
  const { ref, resumed } = await run()
  ref.send(deferred(publish))
  ref.send({ type: 'connection.opened' })
  ref.send({ type: 'save.requested', iri: null, id: null })
  ref.send({ type: 'actions.allowed' })
  expect(resumed()).toEqual(['new 0', 'new 0'])
})

test('keeps an action for which the network is lost again', async () => {
  const { ref, ids, resumed } = await run()
  ref.send(deferred(publish))
  ref.send({ type: 'network.restored' })
  ref.send(begin('new 0'))
  ref.send(deferred(publish, 'new 0'))
  ref.send({ type: 'actions.allowed' })
  expect([ids(), resumed()]).toEqual([['new 0'], ['new 0']])
})

test('does not carry out what was requested before the document was loaded until the user has it done', async () => {
  const { ref, resumed } = await run([before])
  ref.send(deferred(publish))
  ref.send({ type: 'network.restored' })
  expect(resumed()).toEqual(['new 0'])
  ref.send(begin('new 0'))
  ref.send({ type: 'actions.allowed' })
  ref.send({ type: 'retry.requested' })
  expect(resumed()).toEqual(['new 0', 'before 0'])
})

test('an undo waits, with those that were to follow it', async () => {
  const { ref } = await run()
  ref.send({ type: 'undo.requested', isSaved: true, edits: [] })
  ref.send(undoFailed(offline, ['undo', 'redo']))
  expect(selectWaitingActions(ref.getSnapshot()).map(({ action }) => action.type)).toEqual([
    'undo.requested',
    'undo.requested',
    'redo.requested',
  ])
})

test.each([
  ['something else is refused', true, new Failure('conflict'), null],
  ['an edit is not saved', false, offline, null],
  ['another action waits', true, offline, deferred(publish)],
] as const)('an undo does not wait when %s', async (_, isSaved, failure, earlier) => {
  const { ref, ids } = await run()
  if (earlier) ref.send(earlier)
  const count = ids().length
  ref.send({ type: 'undo.requested', isSaved, edits: [] })
  ref.send(undoFailed(failure))
  expect(ids()).toHaveLength(count)
})

test('what is given up is not carried out, unless it has begun', async () => {
  const { ref, ids, saved } = await run()
  for (const action of [publish, remove]) ref.send(deferred(action))
  ref.send({ type: 'network.restored' })
  ref.send(begin('new 0'))
  ref.send({ type: 'action.givenUp', id: 'new 0' })
  ref.send({ type: 'action.givenUp', id: 'new 1' })
  expect(ids()).toEqual(['new 0'])
  expect(saved.at(-1)!.map(({ id }) => id)).toEqual(['new 0'])
})

test('is told about when editing is to end', async () => {
  const { ref, emitted } = await run()
  ref.send({ type: 'save.requested', iri: null, id: null })
  expect(emitted).toEqual([])
  ref.send(deferred(publish))
  ref.send({ type: 'save.requested', iri: null, id: null })
  expect(emitted.map(({ type }) => type)).toEqual(['action.queued', 'actions.unsettled'])
})

test('the same action waits once, and copies each time', () => {
  const paste: PendingAction = {
    type: 'paste.requested',
    copies: [],
    insertionPoint: { group: '/_/component_groups/1', index: 0, sortValue: 0 },
    isPublic: false,
  }
  const waiting = [publish, paste, undo, publish, paste].reduce<readonly WaitingAction[]>(
    (actions, action, at) => withAction(actions, { id: `${at}`, action, edits: [] }),
    [],
  )
  expect(waiting.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

test('names resources by their new IRIs', () => {
  const all: PendingAction = { type: 'publishAll.requested', iris: [iri, '/component/titles/2'] }
  const waiting = [publish, all, remove].map((action) => ({ id: '', action, edits: [] }))
  const [first, second, third] = withReplacedIri(waiting, { from: iri, to: '/component/titles/9' })
  expect(first!.action).toEqual({ ...publish, iri: '/component/titles/9' })
  expect(second!.action).toEqual({
    ...all,
    iris: ['/component/titles/9', '/component/titles/2'],
  })
  expect(third!.action).toEqual(remove)
})

test.each<[string, PendingAction, readonly (Resource | null)[], boolean]>([
  ['a draft that is live', publish, [resourceOf(true)], true],
  ['a draft in whose place another version is live', publish, [null], true],
  ['a draft that is still one', publish, [resourceOf(false)], false],
  [
    'one of two drafts',
    { type: 'publishAll.requested', iris: [iri, iri] },
    [null, resourceOf(false)],
    false,
  ],
  ['what is deleted', remove, [null], true],
  ['what is still there', remove, [resourceOf(true)], false],
  ['an undo, of which nothing tells', undo, [], false],
])('%s is known to be carried out, or not', (_, action, now, expected) => {
  expect(isCarriedOut(action, now)).toBe(expected)
})
