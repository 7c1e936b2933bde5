import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromPromise, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Interruption } from '#content/change/fields/field-value.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { uploadMachine } from '#machines/admin/upload.ts'
import {
  fieldMachine,
  selectFailure,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import {
  type NextStep,
  type SaveRefusalEvent,
  isConflicting,
  isOrphaned,
  saveRefusalMachine,
  selectRemoteValue,
} from '#machines/editing/changes/save-refusal.ts'
import type { EditedField } from '#content/change/fields/field-edit.ts'
import {
  pathsOf,
  controlledCallback,
  controlledPromise,
  untakenTransitions,
  unreachableStates,
} from '../../../support/machines/paths.ts'
import { controlledSending } from '../../../support/machines/upload-queue-paths.ts'
import { transitionTable } from '../../../support/machines/transition-table.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'

const titled = (title: string, iri = draft): Resource => ({
  '@id': iri,
  '@type': 'Title',
  _metadata: {},
  title,
})
const conflict = (resource?: Resource) => new Failure('conflict', resource ? { resource } : {})

const input: EditedField = {
  iri: live,
  property: 'title',
  value: 'B',
  stored: 'A',
  id: '1',
  isChoice: false,
}

const refusalDone = (next: NextStep, stored: unknown, remote: unknown) =>
  ({
    type: 'xstate.done.actor.saveRefusal',
    output: { next, stored, remote, givenUp: null },
  }) as const

const paths = pathsOf(fieldMachine, {
  input,
  events: [
    { type: 'field.changed', value: 'B', stored: 'A' },
    { type: 'field.changed', value: 'C', stored: 'A' },
    { type: 'field.changed', value: 'A', stored: 'A' },
    { type: 'flush.requested' },
    { type: 'deletion.detected', iri: draft, live, known: [] },
    { type: 'deletion.detected', iri: live, live: null, known: [] },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'xstate.done.actor.saveChange', output: { resource: titled('B') } },
    refusalDone('save', 'A', 'X'),
    refusalDone('revert', 'A', 'X'),
    refusalDone('restore', 'A', null),
    refusalDone('check', 'A', 'Y'),
    refusalDone('check', 'A', 'B'),
    refusalDone('check', 'A', 'A'),
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('invalid') },
    { type: 'xstate.error.actor.saveChange', error: failureFromStatus(401) },
    { type: 'xstate.error.actor.saveChange', error: new Failure('notFound') },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('X')) },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('A')) },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('B')) },
  ],
  distinguishBy: ({ value, inFlight, iri, failure, deleted }) => [
    value,
    inFlight,
    iri,
    failure?.kind,
    deleted?.iri,
  ],
})

const choice = pathsOf(fieldMachine, { input: { ...input, isChoice: true }, events: [] })

const content = 'data:image/png;name=goat.png;base64,eA=='
const file = { iri: '/_/media_objects/goat', isNew: true }

/** The paths of a file of the disk that is chosen in place of another one. */
const picked = pathsOf(fieldMachine, {
  input: { ...input, property: 'file', value: content, stored: null, isChoice: true },
  events: [
    { type: 'xstate.done.actor.upload', output: { saved: file } },
    { type: 'xstate.done.actor.upload', output: { failure: new Failure('offline') } },
    { type: 'xstate.done.actor.upload', output: { failure: new Failure('notFound') } },
    { type: 'xstate.done.actor.saveChange', output: { resource: null } },
    refusalDone('save', null, null),
    { type: 'field.changed', value: content, stored: null },
    { type: 'flush.requested' },
    { type: 'upload.canceled' },
  ],
  distinguishBy: ({ value, inFlight, failure }) => [value, inFlight, failure?.kind],
})

const interruption: Interruption = {
  page: { path: '/', title: 'Home' },
  failure: null,
  remote: 'A',
}
const resumed = pathsOf(fieldMachine, { input: { ...input, interruption }, events: [] })

test('has this transition table', () => {
  expect(transitionTable([...paths, ...choice, ...resumed])).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "start → saving",
      "start → refused",
      "field | deletion.detected {deleted}",
      "field | iri.replaced [isOwnIri] {deleted, iri}",
      "clean | field.changed → dirty {stored, value}",
      "clean | field.changed [isStored] → clean {stored, value}",
      "clean | flush.requested {undoGroup}",
      "clean | deletion.detected → done",
      "dirty | field.changed → dirty {value}",
      "dirty | field.changed [isStored] → clean {deleted, failure, value}",
      "dirty | flush.requested → saving {failure, inFlight, undoGroup}",
      "dirty | debounce elapsed → saving {failure, inFlight}",
      "dirty | field.changed [isStored and isGone] → done {value}",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isInFlight] → clean {deleted, iri, stored}",
      "saving | saveChange failed [not isConflict] → refused {failure, remote}",
      "saving | saveChange failed → refused {failure, remote}",
      "saving | saveChange failed [isRemoteUnchanged] → saving {inFlight, remote}",
      "saving | saveChange failed [isRemoteSame] → clean {deleted, remote, stored}",
      "saving | saveChange done → saving {inFlight, iri, stored}",
      "refused | field.changed → dirty {value}",
      "refused | field.changed [isStored] → clean {failure, value}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
      "refused | deletion.detected → refused {deleted}",
      "refused | saveRefusal done [isNext] → saving {failure, inFlight, remote, stored}",
      "refused | saveRefusal done [isStored] → clean {deleted, failure, iri, remote, stored, value}",
      "refused | saveRefusal done [isNext] → restoring {failure, inFlight, iri}",
      "refused | saveRefusal done [isNext, not isConflict] → refused {remote, stored}",
      "refused | field.changed [isResourceDeleted or isConflict] {value}",
      "refused | saveRefusal done [isNext] → refused {remote, stored}",
      "refused | saveRefusal done [isNext, isRemoteSame] → clean {deleted, failure, remote, stored}",
      "refused | saveRefusal done [isNext, isRemoteUnchanged] → saving {failure, inFlight, remote, stored}",
      "refused | saveRefusal done [isStored and isGone] → done {remote, stored, value}",
      "restoring | field.changed {value}",
      "restoring | saveChange done [isInFlight] → clean {deleted, stored}",
      "restoring | saveChange failed → refused {failure, remote}",
      "restoring | saveChange done → saving {deleted, inFlight, stored}",
    ]
  `)
})

test('has this transition table for a file, which goes to the library first', () => {
  expect(transitionTable(picked)).toMatchInlineSnapshot(`
    [
      "start → uploading",
      "clean | field.changed [isChoice, isFileContent] → uploading {inFlight, value}",
      "clean | flush.requested {undoGroup}",
      "uploading | upload done [isUploaded] → saving {inFlight, undoGroup, value}",
      "uploading | upload done → refused {failure}",
      "uploading | upload done [hasNoLibrary] → saving {undoGroup}",
      "uploading | field.changed [isChoice, isFileContent] → uploading",
      "uploading | upload.canceled [isStored] → clean {value}",
      "saving | saveChange done [isInFlight] → clean",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isFileContent] → uploading {inFlight}",
      "refused | saveRefusal done [isNext, isFileContent] → uploading {failure}",
      "refused | field.changed [isChoice, isFileContent] → uploading {failure}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(fieldMachine, [...paths, ...picked])).toEqual([])
  const all = [...paths, ...choice, ...picked, ...resumed]
  expect(untakenTransitions(fieldMachine, all)).toEqual([])
})

const run = (first: Partial<EditedField> = {}) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const watching = controlledCallback<SaveRefusalEvent, { iri: string }>()
  const upload = controlledSending()
  const clock = new SimulatedClock()
  const ref = createActor(
    fieldMachine.provide({
      actors: {
        saveChange: saving.logic,
        upload: uploadMachine.provide({ actors: { sendFile: upload.logic } }),
        saveRefusal: saveRefusalMachine.provide({
          actors: {
            watchResource: watching.logic,
            saveChange: fromPromise<SaveResult, Intent>(async () => ({ resource: null })),
          },
        }),
      },
    }),
    {
      input: { ...input, ...first },
      clock,
    },
  ).start()
  const sent = () => saving.calls.map(({ input: intent }) => intent)
  const settled = () => waitFor(ref, (at) => !at.hasTag('busy'))
  const answer = async (title: string, iri = draft) => {
    const callCount = sent().length
    saving.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: titled(title, iri) },
    })
    await waitFor(ref, (at) => !at.hasTag('busy') || sent().length > callCount)
  }
  const refuse = async (error: Failure) => {
    const callCount = sent().length
    saving.settle({ type: 'xstate.error.actor.saveChange', error })
    await waitFor(ref, (at) => !at.hasTag('busy') || sent().length > callCount)
  }
  const type = (value: string, stored = 'A') => ref.send({ type: 'field.changed', value, stored })
  const flush = () => ref.send({ type: 'flush.requested' })
  const refusal = () => selectSaveRefusalRef(ref.getSnapshot())!
  const decide = (event: SaveRefusalEvent['type'] & `${string}.${string}`) =>
    refusal().send({ type: event, value: ref.getSnapshot().context.value } as SaveRefusalEvent)
  return {
    ref,
    clock,
    sent,
    settled,
    answer,
    refuse,
    type,
    flush,
    refusal,
    decide,
    watching,
    upload,
  }
}

const typed = ({ ref }: ReturnType<typeof run>) => selectPendingValue(ref.getSnapshot())

test('saves a quarter of a second after the last keystroke', () => {
  const { clock, type, sent } = run()
  clock.increment(249)
  type('C')
  clock.increment(249)
  expect(sent()).toEqual([])
  clock.increment(1)
  expect(sent()).toMatchObject([{ kind: 'set', iri: live, property: 'title', value: 'C' }])
})

test('saves a selected value at once, and a typed one on blur', () => {
  expect(run({ isChoice: true }).sent()).toHaveLength(1)
  const { flush, sent } = run()
  flush()
  expect(sent()).toHaveLength(1)
})

test('sends nothing when the value equals the stored one', () => {
  const field = run()
  field.type('A')
  field.clock.increment(1_000)
  expect(field.sent()).toEqual([])
  expect(typed(field)).toBeUndefined()
})

test('saves what is typed during a save next, and only the latest value', async () => {
  const field = run()
  field.flush()
  field.type('BC')
  field.type('BCD')
  await field.answer('B')
  expect(field.sent().map((intent) => 'value' in intent && intent.value)).toEqual(['B', 'BCD'])
  expect(typed(field)).toBe('BCD')
  await field.answer('BCD')
  expect(typed(field)).toBeUndefined()
  expect(field.sent()).toHaveLength(2)
})

test('continues with the draft that its first save has created', async () => {
  const field = run()
  field.flush()
  field.ref.send({ type: 'iri.replaced', from: live, to: draft })
  await field.answer('B')
  field.type('C', 'B')
  field.flush()
  expect(field.sent()[1]).toMatchObject({ iri: draft, value: 'C', stored: 'B' })
})

test('takes the value from the response as the stored one', async () => {
  const field = run()
  field.flush()
  field.type('C')
  await field.answer('b')
  expect(field.sent()[1]).toMatchObject({ value: 'C', stored: 'b' })
})

test('is one undo step until it loses focus', async () => {
  const field = run()
  const undoGroups = () =>
    field.sent().map((intent) => (intent.kind === 'set' ? intent.undoGroup : null))
  field.clock.increment(250)
  await field.answer('B')
  field.type('C', 'B')
  field.clock.increment(250)
  await field.answer('C')
  field.flush()
  field.type('D', 'C')
  field.clock.increment(250)
  const [first, second, third] = undoGroups()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('shows a conflicting value, and overwrites it only when requested', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  expect(isConflicting(field.refusal().getSnapshot())).toBe(true)
  expect(selectRemoteValue(field.refusal().getSnapshot())).toBe('X')
  expect(typed(field)).toBe('B')
  field.type('BC')
  field.clock.increment(10_000)
  expect(field.sent()).toHaveLength(1)
  field.decide('local.kept')
  expect(field.sent()[1]).toMatchObject({ value: 'BC', stored: 'X' })
  await field.answer('BC')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('accepts the conflicting value in place of the edit', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  field.decide('remote.accepted')
  await waitFor(field.ref, (at) => at.matches('clean'))
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
  expect(field.sent()).toHaveLength(1)
})

test('what is typed while the acceptance is being recorded is saved', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  field.decide('remote.accepted')
  field.type('Typed since')
  await waitFor(field.ref, (at) => at.matches('dirty'))
  field.flush()
  expect(field.sent()[1]).toMatchObject({ value: 'Typed since', stored: 'X' })
})

test('retries by itself when someone else has changed another property', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('A')))
  expect(field.sent()).toHaveLength(2)
  await field.answer('B')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('is saved when someone else has stored the same value', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('B')))
  expect(field.ref.getSnapshot().value).toBe('clean')
  expect(field.sent()).toHaveLength(1)
})

test('keeps the edit while offline, and retries on request', async () => {
  const field = run()
  field.flush()
  await field.refuse(new Failure('offline'))
  expect(typed(field)).toBe('B')
  expect(selectFailure(field.ref.getSnapshot())?.kind).toBe('offline')
  field.decide('retry.requested')
  await field.answer('B')
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
})

test('does not retry an invalid value', async () => {
  const field = run()
  field.flush()
  await field.refuse(new Failure('invalid'))
  field.flush()
  expect(field.sent()).toHaveLength(1)
  expect(typed(field)).toBe('B')
  field.type('A')
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
})

test('retries with the next edit, and when the page is left', async () => {
  const field = run()
  field.flush()
  await field.refuse(new Failure('offline'))
  field.type('BC')
  field.clock.increment(250)
  await field.refuse(new Failure('unexpected'))
  field.flush()
  await field.answer('BC')
  expect(field.sent()).toHaveLength(3)
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('keeps an edit of what is gone, until it is put back', async () => {
  const field = run()
  field.flush()
  await field.refuse(new Failure('notFound'))
  expect(isOrphaned(field.refusal().getSnapshot())).toBe(true)
  field.type('BC')
  field.flush()
  field.decide('connection.opened')
  field.clock.increment(10_000)
  expect(field.sent()).toHaveLength(1)
  expect(typed(field)).toBe('BC')
  const known = [titled('A', live)]
  field.ref.send({ type: 'deletion.detected', iri: live, live: null, known })
  field.decide('restore.requested')
  expect(field.sent()[1]).toEqual({
    kind: 'restore',
    iri: live,
    property: 'title',
    value: 'BC',
    known,
  })
  await field.refuse(new Failure('unexpected'))
  expect(typed(field)).toBe('BC')
  expect(selectFailure(field.ref.getSnapshot())?.kind).toBe('unexpected')
  field.decide('restore.requested')
  await field.answer('BC')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('writes an edit of a deleted draft to the live version only when it is put back', async () => {
  const field = run({ iri: draft })
  field.ref.send({ type: 'deletion.detected', iri: draft, live, known: [] })
  field.flush()
  expect(field.sent()).toMatchObject([{ iri: draft }])
  await field.refuse(new Failure('notFound'))
  field.decide('restore.requested')
  expect(field.sent()[1]).toEqual({ kind: 'set', iri: live, property: 'title', value: 'B' })
})

test('keeps an edit that waits for a decision when its resource is deleted', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  field.ref.send({ type: 'deletion.detected', iri: live, live: null, known: [] })
  expect(isOrphaned(field.refusal().getSnapshot())).toBe(true)
  expect(typed(field)).toBe('B')
  field.decide('edits.discarded')
  expect(typed(field)).toBeUndefined()
})

test('shows the newer value of somebody else that the page gets during a conflict', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  expect(field.watching.inputs).toEqual([{ iri: draft }])
  field.watching.send({ type: 'resource.updated', resource: titled('Y') })
  expect(selectRemoteValue(field.refusal().getSnapshot())).toBe('Y')
  expect(typed(field)).toBe('B')
  field.decide('local.kept')
  expect(field.sent()[1]).toMatchObject({ value: 'B', stored: 'Y' })
})

test('accepts the newer value of somebody else', async () => {
  const field = run()
  field.flush()
  await field.refuse(conflict(titled('X')))
  field.watching.send({ type: 'resource.updated', resource: titled('Y') })
  field.decide('remote.accepted')
  await waitFor(field.ref, (at) => at.matches('clean'))
  expect(typed(field)).toBeUndefined()
  expect(field.ref.getSnapshot().context.value).toBe('Y')
})

test('is no conflict any more when somebody else stores the same value, or the one before', async () => {
  const same = run()
  same.flush()
  await same.refuse(conflict(titled('X')))
  same.watching.send({ type: 'resource.updated', resource: titled('B') })
  expect(same.ref.getSnapshot().value).toBe('clean')
  const reverted = run()
  reverted.flush()
  await reverted.refuse(conflict(titled('X')))
  reverted.watching.send({ type: 'resource.updated', resource: titled('A') })
  expect(reverted.sent()).toHaveLength(2)
})

test('an edit from before the document was loaded is saved only when the user says so', async () => {
  const { ref, sent, flush, decide, answer } = run({ interruption })
  flush()
  expect(sent()).toEqual([])
  expect(selectPendingValue(ref.getSnapshot())).toBe('B')
  decide('retry.requested')
  expect(sent()).toMatchObject([{ kind: 'set', iri: live, value: 'B', stored: 'A' }])
  await answer('B')
  expect(selectPendingValue(ref.getSnapshot())).toBeUndefined()
})

test('an edit from before the document was loaded is saved as soon as it is continued', () => {
  const { clock, type, sent } = run({ interruption })
  type('BC')
  clock.increment(250)
  expect(sent()).toMatchObject([{ value: 'BC', stored: 'A' }])
})

test('an edit from before the document was loaded is given up', () => {
  const { ref, decide, sent } = run({ interruption })
  decide('edits.discarded')
  expect(sent()).toEqual([])
  expect(selectPendingValue(ref.getSnapshot())).toBeUndefined()
})

test('an edit from before that somebody else has changed since is a conflict', () => {
  const failure = conflict(titled('X'))
  const { refusal, decide, sent } = run({ interruption: { ...interruption, failure, remote: 'X' } })
  expect(isConflicting(refusal().getSnapshot())).toBe(true)
  expect(selectRemoteValue(refusal().getSnapshot())).toBe('X')
  decide('local.kept')
  expect(sent()).toMatchObject([{ value: 'B', stored: 'X' }])
})

test('each file that is chosen is undone by itself, although it is sent before it is saved', async () => {
  const field = run({ property: 'file', value: content, stored: null, isChoice: true })
  const groups = () => field.sent().map((intent) => 'undoGroup' in intent && intent.undoGroup)
  field.flush()
  field.upload.report('goat.png', { type: 'file.saved', saved: file })
  await field.answer('')
  field.ref.send({ type: 'field.changed', value: '', stored: file.iri })
  field.flush()
  expect(new Set(groups()).size).toBe(2)
})
