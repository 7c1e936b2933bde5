import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromPromise, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Interruption } from '#content/change/fields/field-value.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { addressOfFile } from '#content/pictures/unsent-files.ts'
import type { SavedFile } from '#content/pictures/uploads.ts'
import { selectFileName, uploadMachine } from '#machines/admin/upload.ts'
import {
  fieldMachine,
  isUndoable,
  selectFailure,
  selectPendingValue,
  selectSaveRefusalRef,
  selectUploadRef,
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
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { controlledSending } from '../../../support/machines/upload-queue-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

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
    { type: 'deletion.detected', iri: live, live: null, known: [titled('B', live)] },
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

/** The paths on which something is typed, and the field left, while an earlier value is being saved. */
const ended = pathsOf(fieldMachine, {
  input,
  events: [
    { type: 'field.changed', value: 'C', stored: 'A' },
    { type: 'flush.requested' },
    { type: 'xstate.done.actor.saveChange', output: { resource: titled('B') } },
  ],
  distinguishBy: ({ value, inFlight, endedGroups }) => [value, inFlight, endedGroups.length],
})

/** The paths on which an edit that could not be saved is undone. */
const undone = pathsOf(fieldMachine, {
  input,
  events: [
    { type: 'flush.requested' },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'edit.undone' },
  ],
})

const choice = pathsOf(fieldMachine, { input: { ...input, isChoice: true }, events: [] })

/** The paths of a value that must not be removed. */
const required = pathsOf(fieldMachine, {
  input: { ...input, isRequired: true },
  events: [
    { type: 'field.changed', value: null, stored: 'A' },
    { type: 'field.changed', value: 'C', stored: 'A' },
    { type: 'flush.requested' },
    { type: 'deletion.detected', iri: live, live: null, known: [] },
    { type: 'xstate.done.actor.saveChange', output: { resource: null } },
  ],
  distinguishBy: ({ value, inFlight, deleted }) => [value, inFlight, deleted?.iri],
})

const content = 'data:image/png;name=goat.png;base64,eA=='
const anotherContent = 'data:image/png;name=van.png;base64,eA=='
const file = {
  iri: '/_/media_objects/goat',
  isNew: true,
  picture: { src: '/goat.png', width: '3', alt: 'A "goat"' },
}

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
    { type: 'field.changed', value: anotherContent, stored: null },
    { type: 'flush.requested' },
    { type: 'upload.canceled' },
  ],
  distinguishBy: ({ value, inFlight, failure }) => [value, inFlight, failure?.kind],
})

const goat = addressOfFile(new File(['x'], 'goat.png', { type: 'image/png' }))
const words = '<p>Words</p>'
const typedWords = `<img src="${goat}"><p>More words</p>`

/** The paths of a text with a picture of the disk. */
const text = pathsOf(fieldMachine, {
  input: { ...input, property: 'html', value: `<img src="${goat}">${words}`, stored: words },
  events: [
    { type: 'flush.requested' },
    { type: 'xstate.done.actor.upload', output: { saved: file } },
    { type: 'xstate.done.actor.upload', output: { failure: new Failure('offline') } },
    { type: 'xstate.done.actor.upload', output: { failure: new Failure('notFound') } },
    { type: 'xstate.done.actor.saveChange', output: { resource: null } },
    refusalDone('save', null, null),
    refusalDone('restore', null, null),
    { type: 'field.changed', value: typedWords, stored: words },
    { type: 'field.changed', value: words, stored: words },
    { type: 'upload.canceled' },
  ],
  distinguishBy: ({ value, inFlight, failure }) => [value, inFlight, failure?.kind],
})

/** The paths on which the words beside such a picture are refused. */
const refusedWords = pathsOf(fieldMachine, {
  input: { ...input, property: 'html', value: `<img src="${goat}">${words}`, stored: words },
  events: [
    { type: 'xstate.done.actor.upload', output: { saved: file } },
    { type: 'field.changed', value: typedWords, stored: words },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
  distinguishBy: ({ value, inFlight }) => [value, inFlight],
})

const interruption: Interruption = {
  page: { path: '/', title: 'Home' },
  failure: null,
  remote: 'A',
}
const resumed = pathsOf(fieldMachine, { input: { ...input, interruption }, events: [] })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "field | deletion.detected {deleted}",
      "field | iri.replaced [isOwnIri] {deleted, iri}",
      "clean | field.changed → dirty {stored, value}",
      "clean | field.changed [isStored] → clean {stored, value}",
      "clean | flush.requested {undoGroup}",
      "clean | deletion.detected [keepsValue] → done",
      "clean | groupPause elapsed {undoGroup}",
      "clean | deletion.detected → refused {deleted}",
      "dirty | field.changed → dirty {value}",
      "dirty | field.changed [isStored] → clean {deleted, failure, savedWords, value}",
      "dirty | flush.requested → saving {failure, inFlight, inFlightGroup, savedWords, undoGroup}",
      "dirty | debounce elapsed → saving {failure, inFlight, inFlightGroup, savedWords}",
      "dirty | field.changed [isStored and isGone] → done {value}",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isInFlight] → clean {deleted, iri, isSaved, savedWords, stored}",
      "saving | saveChange failed [not isConflict] → refused {failure, remote}",
      "saving | saveChange failed → refused {failure, remote}",
      "saving | saveChange failed [isRemoteUnchanged] → saving {inFlight, inFlightGroup, remote}",
      "saving | saveChange failed [isRemoteSame] → clean {deleted, remote, savedWords, stored}",
      "saving | flush.requested [hasNewerValue] {endedGroups, undoGroup}",
      "saving | saveChange done → saving {inFlight, inFlightGroup, iri, isSaved, savedWords, stored}",
      "refused | field.changed → dirty {value}",
      "refused | field.changed [isStored] → clean {failure, savedWords, value}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
      "refused | deletion.detected → refused {deleted}",
      "refused | saveRefusal done [isNext] → saving {failure, inFlight, inFlightGroup, remote, savedWords, stored}",
      "refused | saveRefusal done [isStored] → clean {deleted, failure, iri, remote, savedWords, stored, value}",
      "refused | saveRefusal done [isNext] → restoring {failure, inFlight, iri}",
      "refused | saveRefusal done [isNext, not isConflict] → refused {remote, stored}",
      "refused | field.changed [isResourceDeleted or isConflict] {value}",
      "refused | saveRefusal done [isNext] → refused {remote, stored}",
      "refused | saveRefusal done [isNext, isRemoteSame] → clean {deleted, failure, remote, savedWords, stored}",
      "refused | saveRefusal done [isNext, isRemoteUnchanged] → saving {failure, inFlight, inFlightGroup, remote, stored}",
      "refused | saveRefusal done [isStored and isGone] → done {remote, stored, value}",
      "restoring | field.changed {value}",
      "restoring | saveChange done [isInFlight] → clean {deleted, savedWords, stored}",
      "restoring | saveChange failed → refused {failure, remote}",
      "restoring | saveChange done → saving {deleted, inFlight, inFlightGroup, savedWords, stored}",
    ]
  `)
})

test('begins with what is typed, chosen, or from before the document was loaded', () => {
  expect(transitionTable([...choice, ...resumed])).toMatchInlineSnapshot(`
    [
      "start → saving",
      "start → refused",
    ]
  `)
})

test('has this transition table for what is typed while an earlier value is being saved', () => {
  expect(transitionTable(ended)).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "clean | field.changed → dirty {stored, value}",
      "clean | flush.requested {undoGroup}",
      "clean | groupPause elapsed {undoGroup}",
      "dirty | field.changed → dirty {value}",
      "dirty | flush.requested → saving {inFlight, inFlightGroup, savedWords, undoGroup}",
      "dirty | debounce elapsed → saving {inFlight, inFlightGroup, savedWords}",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isInFlight] → clean {iri, isSaved, savedWords, stored}",
      "saving | flush.requested [hasNewerValue] {endedGroups, undoGroup}",
      "saving | saveChange done → saving {inFlight, inFlightGroup, iri, isSaved, savedWords, stored}",
      "saving | saveChange done [hasEndedGroup] → saving {endedGroups, inFlight, inFlightGroup, iri, isSaved, savedWords, stored}",
    ]
  `)
})

test('has this transition table for an edit that is undone before it is saved', () => {
  expect(transitionTable(undone)).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "dirty | flush.requested → saving {inFlight, savedWords, undoGroup}",
      "dirty | debounce elapsed → saving {inFlight, savedWords}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange failed [not isConflict] → refused {failure}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
      "refused | edit.undone (sends edit.undone to saveRefusal)",
    ]
  `)
})

test('has this transition table for a file, which goes to the library first', () => {
  expect(transitionTable(picked)).toMatchInlineSnapshot(`
    [
      "start → uploading",
      "clean | field.changed [isChoice, hasUnsentFile] → uploading {inFlight, inFlightGroup, savedWords, value}",
      "clean | flush.requested {undoGroup}",
      "clean | groupPause elapsed {undoGroup}",
      "uploading | upload done [isUploaded, hasSentFile] → saving {inFlight, inFlightGroup, undoGroup, value}",
      "uploading | upload done → refused {failure}",
      "uploading | upload done [hasNoLibrary] → saving {undoGroup}",
      "uploading | field.changed [keepsFile]",
      "uploading | field.changed [isChoice, hasUnsentFile] → uploading {inFlight, value}",
      "uploading | upload.canceled [isStored] → clean {savedWords, value}",
      "saving | saveChange done [isInFlight] → clean {isSaved, savedWords}",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [hasUnsentFile] → uploading {inFlight, inFlightGroup, isSaved, savedWords}",
      "refused | saveRefusal done [isNext, hasUnsentFile] → uploading {failure}",
      "refused | field.changed [isChoice, hasUnsentFile] → uploading {failure, inFlight, value}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
    ]
  `)
})

test('has this transition table for a text with a picture of the disk', () => {
  expect(transitionTable(text)).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "clean | flush.requested {undoGroup}",
      "clean | field.changed → dirty {stored, value}",
      "clean | field.changed [isStored] → clean {stored, value}",
      "clean | groupPause elapsed {undoGroup}",
      "dirty | flush.requested [hasUnsentFile] → uploading {failure, inFlight, inFlightGroup, savedWords}",
      "dirty | field.changed → dirty {value}",
      "dirty | field.changed [isStored] → clean {failure, savedWords, value}",
      "dirty | debounce elapsed [hasUnsentFile] → uploading {failure, inFlight, inFlightGroup, savedWords}",
      "dirty | flush.requested [hasUnsavedWords] → savingWords {failure, inFlight}",
      "dirty | debounce elapsed [hasUnsavedWords] → savingWords {failure, inFlight}",
      "dirty | flush.requested → saving {inFlight, undoGroup}",
      "dirty | debounce elapsed → saving {inFlight}",
      "uploading | upload done [isUploaded, hasSentFile] → saving {inFlight, inFlightGroup, undoGroup, value}",
      "uploading | upload done → refused {failure}",
      "uploading | field.changed [keepsFile] {value}",
      "uploading | field.changed [isStored] → clean {savedWords, value}",
      "uploading | upload.canceled [isStored] → clean {savedWords, value}",
      "uploading | upload done [isUploaded, hasUnsavedWords] → savingWords {inFlight, sentFiles}",
      "uploading | upload.canceled → dirty {value}",
      "savingWords | saveChange done [hasSentFile] → saving {inFlight, inFlightGroup, isSaved, savedWords, sentFiles, stored, undoGroup, value}",
      "savingWords | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isInFlight] → clean {isSaved, savedWords, stored}",
      "saving | field.changed {value}",
      "saving | saveChange done [hasUnsavedWords] → savingWords {inFlight, inFlightGroup, isSaved, savedWords, stored}",
      "saving | flush.requested [hasNewerValue] {endedGroups, undoGroup}",
      "saving | saveChange done → saving {inFlight, inFlightGroup, isSaved, savedWords, stored}",
      "saving | saveChange done [hasUnsentFile] → uploading {inFlight, inFlightGroup, isSaved, savedWords, stored}",
      "refused | flush.requested (sends flush.requested to saveRefusal)",
      "refused | saveRefusal done [isNext, hasUnsentFile] → uploading {failure, stored}",
      "refused | saveRefusal done [isNext] → restoring {failure, inFlight}",
      "refused | field.changed → dirty {value}",
      "refused | field.changed [isStored] → clean {failure, savedWords, value}",
      "refused | saveRefusal done [isNext, hasUnsavedWords] → savingWords {failure, inFlight, stored}",
      "restoring | saveChange done [hasUnsentFile] → uploading {inFlight}",
      "restoring | field.changed {value}",
      "restoring | saveChange done [hasUnsavedWords] → savingWords {inFlight, stored}",
      "restoring | saveChange done [isInFlight] → clean {savedWords}",
      "restoring | saveChange done → saving {inFlight, stored}",
    ]
  `)
})

test('has this transition table for a value that must not be removed', () => {
  expect(transitionTable(required)).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "field | deletion.detected {deleted}",
      "clean | field.changed [isLacking] → lacking {stored, value}",
      "clean | field.changed → dirty {stored, value}",
      "clean | flush.requested {undoGroup}",
      "clean | deletion.detected [keepsValue] → done",
      "clean | groupPause elapsed {undoGroup}",
      "dirty | field.changed [isLacking] → lacking {value}",
      "dirty | field.changed → dirty {value}",
      "dirty | flush.requested → saving {inFlight, inFlightGroup, savedWords, undoGroup}",
      "dirty | debounce elapsed → saving {inFlight, inFlightGroup, savedWords}",
      "dirty | field.changed [isStored] → clean {savedWords, value}",
      "dirty | field.changed [isStored and isGone] → done {value}",
      "lacking | field.changed [isLacking] → lacking",
      "lacking | field.changed → dirty {value}",
      "lacking | flush.requested → clean {deleted, savedWords, undoGroup, value}",
      "lacking | deletion.detected → done",
      "lacking | field.changed [isStored] → clean {savedWords}",
      "lacking | field.changed [isStored and isGone] → done",
      "saving | field.changed {value}",
      "saving | flush.requested {undoGroup}",
      "saving | saveChange done [isInFlight] → clean {deleted, isSaved, savedWords, stored}",
      "saving | saveChange done [isLacking] → lacking {inFlight, inFlightGroup, isSaved, savedWords, stored}",
      "saving | flush.requested [hasNewerValue] {endedGroups, undoGroup}",
      "saving | saveChange done → saving {inFlight, inFlightGroup, isSaved, savedWords, stored}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(fieldMachine, [...paths, ...picked, ...text, ...required])).toEqual([])
  const all = [
    ...[...paths, ...choice, ...picked, ...text, ...refusedWords, ...required, ...resumed],
    ...[...ended, ...undone],
  ]
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
    await waitFor(
      ref,
      (at) => !at.hasTag('busy') || at.matches('uploading') || sent().length > callCount,
    )
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

test('a value that must not be removed stays until there is another, or comes back once the field is left', async () => {
  const field = run({ isRequired: true })
  const { ref, clock, type, flush, sent } = field
  const empty = () => ref.send({ type: 'field.changed', value: null, stored: 'A' })
  empty()
  clock.increment(10_000)
  expect(typed(field)).toBeNull()
  expect(ref.getSnapshot().hasTag('busy')).toBe(false)
  flush()
  expect(typed(field)).toBeUndefined()
  expect(sent()).toEqual([])
  empty()
  type('C')
  clock.increment(250)
  expect(sent()).toMatchObject([{ value: 'C', stored: 'A' }])
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

const groupsOf = (intents: readonly (Intent | undefined)[]) =>
  intents.map((intent) => intent?.kind === 'set' && [intent.value, intent.undoGroup])

test('begins a new undo group after a pause, and none before', async () => {
  const { clock, type, answer, sent } = run()
  clock.increment(250)
  await answer('B')
  clock.increment(249)
  type('C', 'B')
  clock.increment(250)
  await answer('C')
  clock.increment(250)
  type('D', 'C')
  clock.increment(250)
  expect(groupsOf(sent())).toEqual([
    ['B', '1.0'],
    ['C', '1.0'],
    ['D', '1.1'],
  ])
})

test('saves each undo group that has ended during a save by itself', async () => {
  const { type, flush, answer, sent } = run()
  flush()
  type('C')
  flush()
  flush()
  type('D')
  flush()
  type('E')
  for (const value of ['B', 'C', 'D', 'E']) await answer(value)
  const groups = groupsOf(sent())
  expect(groups.map((group) => group && group[0])).toEqual(['B', 'C', 'D', 'E'])
  expect(new Set(groups.map((group) => group && group[1])).size).toBe(4)
})

test('saves the latest value alone once an earlier one was refused', async () => {
  const field = run()
  field.flush()
  field.type('C')
  field.flush()
  field.type('D')
  await field.refuse(new Failure('offline'))
  expect(typed(field)).toBe('D')
  field.flush()
  await field.answer('D')
  expect(groupsOf(field.sent()).map((group) => group && group[0])).toEqual(['B', 'D'])
  expect(typed(field)).toBeUndefined()
})

test('shows what is stored once an edit is undone that could not be saved', async () => {
  const field = run()
  field.flush()
  await field.refuse(new Failure('offline'))
  expect(isUndoable(field.ref.getSnapshot())).toBe(true)
  field.ref.send({ type: 'edit.undone' })
  await field.settled()
  await waitFor(field.ref, (at) => at.matches('clean'))
  expect(typed(field)).toBeUndefined()
})

test.each([new Failure('invalid'), new Failure('notFound'), conflict(titled('X'))])(
  'cannot undo an edit of which the user has to decide: %s',
  async (failure) => {
    const field = run()
    field.flush()
    await field.refuse(failure)
    expect(isUndoable(field.ref.getSnapshot())).toBe(false)
  },
)

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

test.each([
  { deletion: 'by somebody else', isOrphan: true },
  {
    deletion: 'after somebody else has published it',
    remaining: titled('B', live),
    isOrphan: false,
  },
  {
    deletion: 'of a draft, whose live version is another',
    remaining: titled('A', live),
    isOrphan: true,
  },
  { deletion: 'by a change of this window', isOwn: true, isOrphan: false },
])(
  'keeps what was saved until a decision: a deletion $deletion',
  async ({ isOrphan, isOwn = false, remaining }) => {
    const field = run({ iri: draft })
    field.flush()
    await field.answer('B')
    expect(field.ref.getSnapshot().value).toBe('clean')
    const deleted = { iri: draft, live, known: [titled('B')], isOwn, remaining }
    field.ref.send({ type: 'deletion.detected', ...deleted })
    expect(field.ref.getSnapshot().value).toBe(isOrphan ? 'refused' : 'done')
    expect(typed(field)).toBe(isOrphan ? 'B' : undefined)
    if (!isOrphan) return
    field.decide('restore.requested')
    expect(field.sent()[1]).toEqual({ kind: 'set', iri: live, property: 'title', value: 'B' })
  },
)

test('forgets what was saved where it had been replaced before it was deleted', async () => {
  const field = run({ iri: draft })
  field.flush()
  await field.answer('B')
  field.ref.send({ type: 'deletion.detected', iri: draft, live, known: [titled('Another')] })
  expect(field.ref.getSnapshot().value).toBe('done')
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

const library = '/_api/_/media_objects'

/** Opens a text in which a picture of the disk was put just now. */
const writeText = () => {
  const names = ['one.png', 'two.png']
  const pictures = names.map(
    (name) => `<img src="${addressOfFile(new File(['x'], name, { type: 'image/png' }))}">`,
  )
  const field = run({ property: 'html', value: `${pictures[0]}${words}`, stored: words })
  const saved = () => field.sent().map((intent) => 'value' in intent && intent.value)
  const groups = () => field.sent().map((intent) => 'undoGroup' in intent && intent.undoGroup)
  const finish = (name: string, picture: SavedFile['picture'] = {}) =>
    field.upload.report(name, {
      type: 'file.saved',
      saved: { ...file, picture: { src: `${library}/${name}`, ...picture } },
    })
  return { ...field, pictures, saved, groups, finish }
}

test('a picture of a text is saved once it is sent', () => {
  const { clock, saved, finish } = writeText()
  clock.increment(1_000)
  expect(saved()).toEqual([])
  finish('one.png', { width: '3', alt: 'Goats & "kids"', srcset: null })
  expect(saved()).toEqual([
    `<img src="${library}/one.png" width="3" alt="Goats &amp; &quot;kids&quot;">${words}`,
  ])
})

test('what is typed while a picture of a text is sent is saved before it, and undone by itself', async () => {
  const { ref, clock, pictures, type, answer, saved, groups, finish } = writeText()
  clock.increment(250)
  const write = (above: string) => type(`${above}${pictures[0]}${words}`)
  write('<p>Above</p>')
  clock.increment(1_000)
  expect(saved()).toEqual([])
  finish('one.png')
  expect(saved()).toEqual([`<p>Above</p>${words}`])
  write('<p>Above it</p>')
  await answer('')
  write('<p>Above it</p><p>Later</p>')
  await answer('')
  await answer('')
  const withPicture = `<img src="${library}/one.png">${words}`
  const above = '<p>Above it</p><p>Later</p>'
  expect(saved()).toEqual([
    `<p>Above</p>${words}`,
    `<p>Above it</p>${words}`,
    `${above}${words}`,
    `${above}${withPicture}`,
  ])
  type(`${above}${withPicture}<p>Below</p>`, `${above}${withPicture}`)
  await answer('')
  clock.increment(250)
  expect(ref.getSnapshot().context.undoGroup).toBe(2)
  expect(groups()).toEqual(['1.0', '1.0', '1.0', '1.1', '1.2'])
})

test('pictures that are put into a text together are undone together, without what is typed while each of them is sent', async () => {
  const { flush, pictures, type, answer, saved, finish } = writeText()
  const write = (html: string) => type(`${pictures.join('')}${html}`)
  write(words)
  flush()
  write(`${words}<p>One</p>`)
  finish('one.png')
  expect(saved()).toEqual([`${words}<p>One</p>`])
  await answer('')
  write(`${words}<p>Two</p>`)
  finish('two.png')
  await answer('')
  expect(saved().slice(1)).toEqual([
    `${words}<p>Two</p>`,
    `<img src="${library}/one.png"><img src="${library}/two.png">${words}<p>Two</p>`,
  ])
})

test('what is typed while a picture can not be sent is saved without waiting for it', async () => {
  const { clock, pictures, type, upload, answer, saved, finish } = writeText()
  clock.increment(250)
  upload.report('one.png', { type: 'sending.failed', error: new Failure('offline') })
  type(`${pictures[0]}${words}<p>Typed</p>`)
  clock.increment(250)
  expect(saved()).toEqual([`${words}<p>Typed</p>`])
  await answer('')
  finish('one.png')
  expect(saved().at(-1)).toBe(`<img src="${library}/one.png">${words}<p>Typed</p>`)
})

test('words that could not be saved before a picture was put beside them are saved before it', async () => {
  const { flush, clock, pictures, type, refuse, decide, answer, groups, saved, finish } =
    writeText()
  type(`${words}<p>Typed</p>`)
  flush()
  await refuse(new Failure('offline'))
  type(`${words}<p>Typed</p>${pictures[0]}`)
  clock.increment(250)
  await refuse(new Failure('offline'))
  decide('retry.requested')
  await answer('')
  finish('one.png')
  const withWords = `${words}<p>Typed</p>`
  expect(saved()).toEqual([
    ...[withWords, withWords, withWords],
    `${withWords}<img src="${library}/one.png">`,
  ])
  expect(groups()[3]).not.toBe(groups()[2])
})

test('a picture that is removed while the words beside it are saved stays removed', async () => {
  const { flush, pictures, type, answer, saved, finish } = writeText()
  flush()
  type(`${pictures[0]}${words}<p>Typed</p>`)
  finish('one.png')
  type(`${words}<p>Typed</p>`)
  await answer('')
  expect(saved().at(-1)).toBe(`${words}<p>Typed</p>`)
})

test('a picture that is described while it is sent keeps that description', () => {
  const { flush, pictures, type, saved, finish } = writeText()
  flush()
  type(`${pictures[0]!.replace('>', ' alt="Mine > theirs">')}${words}`)
  finish('one.png', { alt: 'Of the library' })
  expect(saved()).toEqual([`<img src="${library}/one.png" alt="Mine > theirs">${words}`])
})

test('a picture that is canceled or removed while it is sent leaves the words', () => {
  const canceled = writeText()
  canceled.flush()
  canceled.type(`${canceled.pictures[0]}<p>Typed</p>`)
  canceled.ref.send({ type: 'upload.canceled' })
  canceled.flush()
  expect(canceled.saved()).toEqual(['<p>Typed</p>'])

  const removed = writeText()
  removed.flush()
  removed.type(words)
  expect(typed(removed)).toBeUndefined()
})

test('a text that is put back has its words at once, and its picture once that is sent', async () => {
  const { ref, flush, upload, refusal, decide, answer, saved, finish } = writeText()
  ref.send({ type: 'deletion.detected', iri: live, live: null, known: [titled('A')] })
  flush()
  upload.report('one.png', { type: 'sending.failed', error: new Failure('offline') })
  expect(isOrphaned(refusal().getSnapshot())).toBe(true)
  decide('restore.requested')
  expect(saved()).toEqual([words])
  await answer('')
  finish('one.png')
  expect(saved()).toEqual([words, `<img src="${library}/one.png">${words}`])
})

test('a text without a library says that its picture is not sent, and is not taken for deleted', () => {
  const { flush, upload, refusal, saved } = writeText()
  flush()
  upload.report('one.png', { type: 'sending.failed', error: new Failure('notFound') })
  expect(isOrphaned(refusal().getSnapshot())).toBe(false)
  expect(saved()).toEqual([])
})

const pictureCount = (html: string) => html.split('<img').length
const wordsOf = (html: string) => html.replaceAll(/<img[^>]*>/g, '')

test('in any order of typing, sending and saving, what is saved last is all that was written', async () => {
  const happening = fc.constantFrom('type', 'picture', 'flush', 'pause', 'finish', 'save', 'lose')
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
      const { ref, clock, pictures, type, flush, upload, answer, saved, finish, decide } =
        writeText()
      let written = `${pictures[0]}${words}`
      const inLibrary = () =>
        pictures.reduce((html, tag, at) => {
          const name = ['one.png', 'two.png'][at]
          return html.replace(tag, `<img src="${library}/${name}">`)
        }, written)
      /** Shows what the field has put in place of a picture, as the editor does. */
      const shown = () => String(selectPendingValue(ref.getSnapshot()) ?? saved().at(-1) ?? words)
      const write = (html: string, added: string) => {
        written += added
        type(html + added, String(saved().at(-1) ?? words))
      }
      const step = async (one: (typeof happenings)[number]) => {
        const at = ref.getSnapshot()
        const uploadRef = selectUploadRef(at)
        const sending = uploadRef && selectFileName(uploadRef.getSnapshot())
        if (one === 'type') write(shown(), '<p>x</p>')
        else if (one === 'picture' && !written.includes(pictures[1]!)) {
          // As the editor of texts does, so that the picture is undone by itself.
          flush()
          write(shown(), pictures[1]!)
          flush()
        } else if (one === 'flush') flush()
        else if (one === 'pause') clock.increment(250)
        else if (one === 'finish' && sending) finish(sending)
        else if (one === 'lose' && sending)
          upload.report(sending, { type: 'sending.failed', error: new Failure('offline') })
        else if (one === 'save' && (at.matches('saving') || at.matches('savingWords')))
          await answer(String(saved().at(-1)))
        else if (at.matches('refused')) decide('retry.requested')
      }
      flush()
      for (const one of happenings) await step(one)
      for (let at = 0; at < 8; at += 1)
        for (const one of ['flush', 'finish', 'save'] as const) await step(one)
      expect(selectPendingValue(ref.getSnapshot())).toBeUndefined()
      expect(saved().at(-1)).toBe(inLibrary())
      expect(saved().join()).not.toContain('blob:')
      const values = saved().map(String)
      for (const [at, value] of values.entries()) {
        const before = values[at - 1] ?? words
        if (pictureCount(value) > pictureCount(before)) expect(wordsOf(value)).toBe(wordsOf(before))
      }
    }),
  )
})
