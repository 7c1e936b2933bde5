import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Change, Intent } from '#content/change/types.ts'
import type { ChangeJob } from '#content/change/change-run.ts'
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import type { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import {
  canRedo,
  canUndo,
  isBusy,
  changeQueueMachine,
} from '#machines/editing/changes/change-queue.ts'
import { changeQueuePaths } from '../../../support/machines/change-queue-paths.ts'
import { untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const title = '/component/titles/1'
const other = '/component/titles/2'

const set = (value: string, undoGroup = '1', iri = title): Intent => ({
  kind: 'set',
  iri,
  property: 'title',
  value,
  undoGroup,
})
const changeFor = (id: string, intent: Intent): Change => ({
  id,
  intent,
  steps: [{ method: 'PATCH', iri: title, body: { title: 'value' in intent ? intent.value : '' } }],
  inverse: [{ method: 'PATCH', iri: title, body: { title: `before ${id}` } }],
  refetch: [],
})
const outputFor = (change: Change, more: Partial<ChangeOutcome> = {}): ChangeOutcome => ({
  change,
  identities: emptyIdentityMap,
  steps: [],
  result: { resource: null },
  replacements: [],
  hasEffect: true,
  changedByOthers: null,
  removed: [],
  failure: null,
  ...more,
})

const first = set('B')
const done = outputFor(changeFor('1', first))
const failed = outputFor(changeFor('1', first), { failure: new Failure('offline') })

const paths = changeQueuePaths({ intent: first, conflictKey: title, done, failed })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "changeQueue | change.requested [hasQueue] → sending {inFlight, queue} (emits change.started)",
      "changeQueue | undo.requested [hasHistoryRequest] (emits history.exhausted)",
      "changeQueue | redo.requested [hasHistoryRequest] (emits history.exhausted)",
      "changeQueue | change.recovered {history} (emits history.changed)",
      "changeQueue | history.resumed {history}",
      "changeQueue | undo.requested {historyRequests}",
      "changeQueue | redo.requested {historyRequests}",
      "changeQueue | undo.requested [canUndoNext] → undoing (emits change.started, emits history.changed)",
      "changeQueue | redo.requested [canRedoNext] → redoing (emits change.started, emits history.changed)",
      "idle | jump.requested",
      "idle | jump.requested [canUndoNext] → undoing (emits change.started, emits history.changed)",
      "idle | jump.requested [canRedoNext] → redoing (emits change.started, emits history.changed)",
      "sending | change.requested {queue}",
      "sending | changeRun 1 done [isInFlight, not hasQueue] → idle {history, inFlight, queue} (emits change.saved, emits history.changed)",
      "sending | changeRun 1 done [isInFlight, not hasQueue] → idle {inFlight, queue} (emits change.failed, emits history.changed)",
      "sending | changeRun 1 done [isInFlight, not hasQueue, canUndoNext] → undoing {history, historyRequests, inFlight, queue} (emits change.saved, emits history.changed, emits change.started, emits history.changed)",
      "sending | changeRun 1 done [isInFlight, not hasQueue, hasHistoryRequest] → idle {historyRequests, inFlight, queue} (emits change.failed, emits history.changed, emits history.exhausted)",
      "sending | changeRun 1 done [isInFlight, not hasQueue, hasHistoryRequest] → idle {history, historyRequests, inFlight, queue} (emits change.saved, emits history.changed, emits history.exhausted)",
      "sending | changeRun 1 done [isInFlight, not hasQueue, canUndoNext] → undoing {historyRequests, inFlight, queue} (emits change.failed, emits history.changed, emits change.started, emits history.changed)",
      "sending | changeRun 1 done [isInFlight, not hasQueue, canRedoNext] → redoing {historyRequests, inFlight, queue} (emits change.failed, emits history.changed, emits change.started, emits history.changed)",
      "undoing | change.requested {historyRequests, queue}",
      "undoing | undo done → idle {history} (emits change.undone, emits history.changed)",
      "undoing | undo done → idle {history, historyRequests} (emits undo.failed, emits history.changed)",
      "undoing | undo done [hasQueue] → sending {history, inFlight} (emits change.undone, emits history.changed, emits change.started)",
      "undoing | undo done [hasQueue] → sending {history, historyRequests, inFlight} (emits undo.failed, emits history.changed, emits change.started)",
      "undoing | undo done [hasHistoryRequest] → idle {history, historyRequests} (emits change.undone, emits history.changed, emits history.exhausted)",
      "undoing | undo done [canRedoNext] → redoing {history, historyRequests} (emits change.undone, emits history.changed, emits change.started, emits history.changed)",
      "redoing | change.requested {historyRequests, queue}",
      "redoing | redo done → idle {history} (emits change.redone, emits history.changed)",
      "redoing | redo done → idle {history, historyRequests} (emits undo.failed, emits history.changed)",
      "redoing | redo done [hasQueue] → sending {history, inFlight} (emits change.redone, emits history.changed, emits change.started)",
      "redoing | redo done [hasQueue] → sending {history, historyRequests, inFlight} (emits undo.failed, emits history.changed, emits change.started)",
      "redoing | redo done [canUndoNext] → undoing {history, historyRequests} (emits change.redone, emits history.changed, emits change.started, emits history.changed)",
      "redoing | redo done [hasHistoryRequest] → idle {history, historyRequests} (emits change.redone, emits history.changed, emits history.exhausted)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(changeQueueMachine, paths)).toEqual([])
  expect(untakenTransitions(changeQueueMachine, paths)).toEqual([])
})

interface Sent {
  job: ChangeJob
  settle: (output: ChangeOutcome) => void
}

/** Runs a queue whose changes are answered by the test. */
const run = () => {
  const sent: Sent[] = []
  const emitted: EmittedBy<'changeQueue'>[] = []
  const started: (Intent | null)[] = []
  const write = fromPromise<ChangeOutcome, { job: ChangeJob }>(
    ({ input: { job } }) => new Promise((settle) => sent.push({ job, settle })),
  )
  const ref = createActor(
    changeQueueMachine.provide({
      actors: { changeRun: write as unknown as typeof changeRunMachine },
    }),
  )
  const remembered: [undo: string[], redo: string[]][] = []
  const idsOf = (stack: readonly Change[]) => stack.map(({ id }) => id)
  ref.on('*', (event) => {
    if (event.type === 'history.changed')
      remembered.push([idsOf(event.history.undoStack), idsOf(event.history.redoStack)])
    else if (event.type === 'change.started') started.push(event.intent)
    else emitted.push(event)
  })
  ref.start()
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  const snapshot = () => ref.getSnapshot()
  return {
    ref,
    sent,
    emitted,
    /** The intents that have begun to be sent; null for an undo or redo. */
    started,
    /** The ids of the changes in both stacks, each time the history has changed. */
    remembered,
    snapshot,
    request: (id: string, intent: Intent, conflictKeys: Iri[] = [title]) =>
      ref.send({ type: 'change.requested', id, intent, conflictKeys }),
    /** Answers the nth change. */
    answer: async (nth: number, more: Partial<ChangeOutcome> = {}) => {
      const { job, settle } = sent[nth]!
      const change = job.kind === 'apply' ? changeFor(job.id, job.intent) : job.change
      settle(outputFor(change, more))
      await turn()
    },
    undo: () => ref.send({ type: 'undo.requested' }),
    redo: () => ref.send({ type: 'redo.requested' }),
    jobs: () =>
      sent.map(({ job }) => (job.kind === 'apply' ? job.id : `${job.kind} ${job.change.id}`)),
  }
}

test('sends independent changes in parallel and conflicting ones in order', async () => {
  const { request, jobs, answer, snapshot } = run()
  request('1', set('B'))
  request('2', set('C'))
  request('3', set('D', '2', other), [other])
  request('4', { kind: 'delete', iri: other }, [other, title])
  expect(jobs()).toEqual(['1', '3'])
  expect(snapshot().context.queue).toHaveLength(4)
  await answer(1)
  expect(jobs()).toEqual(['1', '3'])
  await answer(0)
  expect(jobs()).toEqual(['1', '3', '2'])
  await answer(2)
  expect(jobs()).toEqual(['1', '3', '2', '4'])
  await answer(3)
  expect(isBusy(snapshot())).toBe(false)
})

test('tells what begins to be sent, with each undo', async () => {
  const { request, answer, started, undo } = run()
  request('1', set('B'))
  request('2', set('C'))
  expect(started).toEqual([set('B')])
  await answer(0)
  await answer(1)
  undo()
  expect(started).toEqual([set('B'), set('C'), null])
})

test('continues after a failure and logs only what was saved', async () => {
  const { request, answer, emitted, jobs, snapshot } = run()
  request('1', set('B'))
  request('2', set('C'))
  const failure = new Failure('invalid')
  await answer(0, { failure })
  expect(emitted).toEqual([
    { type: 'change.failed', id: '1', intent: set('B'), failure, isPartial: false },
  ])
  expect(jobs()).toEqual(['1', '2'])
  await answer(1)
  expect(emitted.at(-1)).toMatchObject({ type: 'change.saved', id: '2' })
  expect(snapshot().context.history.undoStack.map(({ id }) => id)).toEqual(['2'])
})

test('emits replaced and removed IRIs before the saved change', async () => {
  const { request, answer, emitted, sent } = run()
  request('1', set('B'))
  request('2', { kind: 'publish', iri: title })
  await answer(0, { replacements: [{ from: title, to: other }], removed: ['/component/titles/3'] })
  expect(emitted.map(({ type }) => type)).toEqual([
    'iri.replaced',
    'resource.removed',
    'change.saved',
  ])
  // A queued change is about the resource that exists by then.
  expect(sent[1]!.job).toMatchObject({ intent: { kind: 'publish', iri: other } })
})

test('undoes the last change and redoes it', async () => {
  const { request, answer, undo, redo, jobs, emitted, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  request('2', { kind: 'publish', iri: title })
  await answer(1)
  undo()
  await answer(2)
  expect(jobs().at(-1)).toBe('undo 2')
  expect(emitted.at(-1)).toMatchObject({ type: 'change.undone', intent: { kind: 'publish' } })
  expect([canUndo(snapshot()), canRedo(snapshot())]).toEqual([true, true])
  redo()
  await answer(3)
  expect(jobs().at(-1)).toBe('redo 2')
  undo()
  await answer(4)
  undo()
  await answer(5)
  expect(jobs().at(-1)).toBe('undo 1')
  expect(canUndo(snapshot())).toBe(false)
})

test('waits with undo for a change in flight, which is the one to undo', async () => {
  const { request, answer, undo, jobs } = run()
  request('1', set('B'))
  undo()
  undo()
  expect(jobs()).toEqual(['1'])
  await answer(0)
  expect(jobs()).toEqual(['1', 'undo 1'])
  await answer(1)
  // There was nothing to undo a second time.
  expect(jobs()).toEqual(['1', 'undo 1'])
})

test('runs a change requested during an undo after it, which clears the redo history', async () => {
  const { request, answer, undo, jobs, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  undo()
  request('2', set('C', '2'))
  expect(jobs()).toEqual(['1', 'undo 1'])
  await answer(1)
  expect(canRedo(snapshot())).toBe(false)
  await answer(2)
  expect(jobs()).toEqual(['1', 'undo 1', '2'])
  expect(snapshot().context.history.redoStack).toEqual([])
})

test('undoes the saves of one undo group together', async () => {
  const { request, answer, undo, redo, sent, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  request('2', set('BC'))
  await answer(1)
  request('3', set('BCD', '2'))
  await answer(2)
  expect(snapshot().context.history.undoStack).toHaveLength(2)
  undo()
  await answer(3)
  undo()
  expect(sent.at(-1)!.job).toMatchObject({ change: { inverse: [{ body: { title: 'before 1' } }] } })
  await answer(4)
  redo()
  expect(sent.at(-1)!.job).toMatchObject({ change: { steps: [{ body: { title: 'BC' } }] } })
})

test('emits the history whenever a run has ended, and without the change that is being undone or redone', async () => {
  const { request, answer, undo, redo, remembered } = run()
  request('1', set('B'))
  expect(remembered).toEqual([])
  await answer(0)
  request('2', { kind: 'publish', iri: title })
  await answer(1)
  expect(remembered.splice(0)).toEqual([
    [['1'], []],
    [['1', '2'], []],
  ])
  undo()
  undo()
  expect(remembered.splice(0)).toEqual([[['1'], []]])
  await answer(2)
  await answer(3, { failure: new Failure('offline'), steps: [] })
  expect(remembered.splice(0)).toEqual([
    [['1'], ['2']],
    [[], []],
    [['1'], ['2']],
  ])
  redo()
  expect(remembered.splice(0)).toEqual([[['1'], []]])
  await answer(4)
  expect(remembered).toEqual([[['1', '2'], []]])
})

test('goes on with the history of the document before', async () => {
  const { ref, undo, sent, snapshot } = run()
  const identities = { aliases: {}, etags: { [title]: '"1"' } }
  const history = { undoStack: [changeFor('0', first)], redoStack: [] }
  ref.send({ type: 'history.resumed', history, identities })
  expect(canUndo(snapshot())).toBe(true)
  undo()
  expect(sent.map(({ job }) => job)).toEqual([{ kind: 'undo', change: history.undoStack[0] }])
  expect(snapshot().context.identities).toEqual(identities)
})

test('says of a change that was not answered that it cannot be undone, in place of those before it', () => {
  const { ref, snapshot } = run()
  const identities = { aliases: {}, etags: {} }
  const history = { undoStack: [changeFor('0', first)], redoStack: [] }
  ref.send({ type: 'history.resumed', history, identities })
  const change = { ...changeFor('1', first), irreversible: 'Done.' }
  ref.send({ type: 'change.recovered', change })
  expect(snapshot().context.history).toEqual({ undoStack: [change], redoStack: [] })
})

test('retries a failed undo from where it stopped', async () => {
  const { request, answer, undo, sent, emitted } = run()
  request('1', set('B'))
  await answer(0)
  undo()
  const left = [{ method: 'DELETE' as const, iri: title }]
  await answer(1, { failure: new Failure('offline'), steps: left })
  expect(emitted.at(-1)).toMatchObject({ type: 'undo.failed' })
  undo()
  expect(sent.at(-1)!.job).toMatchObject({ kind: 'undo', change: { inverse: left } })
})

test('retries a failed redo', async () => {
  const { request, answer, undo, redo, jobs, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  undo()
  await answer(1)
  redo()
  await answer(2, { failure: new Failure('offline') })
  expect(canRedo(snapshot())).toBe(true)
  redo()
  expect(jobs().at(-1)).toBe('redo 1')
})

test('drops a change that cannot be undone, after saying why, so that the one before it can be', async () => {
  const { ref, request, answer, undo, sent, emitted, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  request('2', { kind: 'delete', iri: '/_/pages/1' }, [])
  const lost = { ...changeFor('2', set('B', '2')), inverse: [], irreversible: 'It is gone.' }
  sent[1]!.settle(outputFor(lost))
  await new Promise((resolve) => setTimeout(resolve))
  expect(canUndo(snapshot())).toBe(true)
  undo()
  const failure = new Failure('invalid', { message: lost.irreversible })
  await answer(2, { failure })
  expect(emitted.at(-1)).toEqual({
    type: 'undo.failed',
    direction: 'undo',
    isPartial: false,
    failure,
    given: [],
  })
  expect(ref.getSnapshot().context.history).toMatchObject({
    undoStack: [{ id: '1' }],
    redoStack: [],
  })
})

test.each(['undo', 'redo'] as const)(
  'drops a change of what is deleted after its %s has failed, so that the next one follows',
  async (direction) => {
    const { request, answer, undo, redo, jobs, snapshot } = run()
    request('1', set('B'))
    await answer(0)
    request('2', set('C', '2'))
    await answer(1)
    undo()
    await answer(2)
    const again = direction === 'undo' ? undo : redo
    again()
    await answer(3, { failure: new Failure('notFound') })
    const { undoStack, redoStack } = snapshot().context.history
    expect([undoStack, redoStack].map((stack) => stack.map(({ id }) => id))).toEqual(
      direction === 'undo' ? [[], ['2']] : [['1'], []],
    )
    const back = direction === 'undo' ? redo : undo
    back()
    await answer(4)
    expect(jobs().at(-1)).toBe(direction === 'undo' ? 'redo 2' : 'undo 1')
  },
)

test('knows of an undo that it may have been carried out, until it is', async () => {
  const { request, answer, undo, snapshot } = run()
  request('1', set('B'))
  await answer(0)
  undo()
  await answer(1, { failure: new Failure('offline') })
  expect(snapshot().context.history.undoStack).toMatchObject([{ isUnanswered: true }])
  undo()
  await answer(2)
  expect(snapshot().context.history.redoStack[0]).not.toHaveProperty('isUnanswered')
})

test('does not remember a change without an inverse', async () => {
  const { request, answer, snapshot, sent } = run()
  request('1', set('B'))
  await answer(0)
  request('2', { kind: 'delete', iri: '/_/routes//' }, [])
  sent[1]!.settle(outputFor({ ...changeFor('2', set('B')), inverse: [] }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(snapshot().context.history.undoStack.map(({ id }) => id)).toEqual(['1'])
})

test('passes learned IRIs and ETags on to the next change', async () => {
  const inputs: unknown[] = []
  const write = fromPromise<ChangeOutcome, { job: ChangeJob }>(async ({ input }) => {
    inputs.push(input)
    const { job } = input
    const change = job.kind === 'apply' ? changeFor(job.id, job.intent) : job.change
    return outputFor(change, {
      identities: { aliases: { [title]: other }, etags: { [other]: '"2"' } },
    })
  })
  const ref = createActor(
    changeQueueMachine.provide({
      actors: { changeRun: write as unknown as typeof changeRunMachine },
    }),
  ).start()
  ref.send({ type: 'change.requested', id: '1', intent: first, conflictKeys: [title] })
  ref.send({ type: 'undo.requested' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(inputs).toMatchObject([
    { identities: emptyIdentityMap },
    { identities: { aliases: { [title]: other }, etags: { [other]: '"2"' } } },
  ])
})
