import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type FieldEvent,
  type FieldInput,
  fieldMachine,
  isConflicting,
  isOrphaned,
  selectFailure,
  selectRemoteValue,
  selectPendingValue,
} from '#machines/editing/field.ts'
import {
  pathsOf,
  controlledPromise,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'

const titled = (title: string, iri = draft): Resource => ({
  '@id': iri,
  '@type': 'Title',
  _metadata: {},
  title,
})
const conflict = (resource?: Resource) => new Failure('conflict', resource ? { resource } : {})

const input: FieldInput = {
  iri: live,
  property: 'title',
  value: 'B',
  stored: 'A',
  id: '1',
  isChoice: false,
}

const paths = pathsOf(fieldMachine, {
  input,
  events: [
    { type: 'field.changed', value: 'B', stored: 'A' },
    { type: 'field.changed', value: 'C', stored: 'A' },
    { type: 'field.changed', value: 'A', stored: 'A' },
    { type: 'flush.requested' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'session.renewed' },
    { type: 'retry.requested' },
    { type: 'local.kept' },
    { type: 'remote.accepted' },
    { type: 'edits.discarded' },
    { type: 'restore.requested' },
    { type: 'resource.lost', iri: draft, live, known: [] },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'xstate.done.actor.saveChange', output: { resource: titled('B') } },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('invalid') },
    { type: 'xstate.error.actor.saveChange', error: failureFromStatus(401) },
    { type: 'xstate.error.actor.saveChange', error: new Failure('notFound') },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('X')) },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('A')) },
    { type: 'xstate.error.actor.saveChange', error: conflict(titled('B')) },
  ],
  distinguishBy: ({ value, inFlight, iri, failure, lost }) => [
    value,
    inFlight,
    iri,
    failure?.kind,
    lost?.iri,
  ],
})

const choice = pathsOf(fieldMachine, { input: { ...input, isChoice: true }, events: [] })

test('has this transition table', () => {
  expect(transitionTable([...paths, ...choice])).toMatchInlineSnapshot(`
    [
      "start → dirty",
      "start → sending",
      "field | resource.lost {lost}",
      "field | iri.replaced [isOwnIri] {iri, lost}",
      "clean | field.changed → dirty {stored, value}",
      "clean | field.changed [isStored] → clean {stored, value}",
      "clean | flush.requested {undoGroup}",
      "dirty | field.changed → dirty {value}",
      "dirty | field.changed [isStored] → clean {failure, lost, value}",
      "dirty | flush.requested → sending {failure, inFlight, undoGroup}",
      "dirty | debounce elapsed → sending {failure, inFlight}",
      "sending | field.changed {value}",
      "sending | flush.requested {undoGroup}",
      "sending | saveChange done [isInFlight] → clean {iri, lost, stored}",
      "sending | saveChange failed → failed {failure}",
      "sending | saveChange failed [isGone] → orphaned {failure}",
      "sending | saveChange failed [isConflict] → conflicting {failure}",
      "sending | saveChange failed [isConflict, hasStoredResource and isRemoteUnchanged] → sending {inFlight}",
      "sending | saveChange failed [isConflict, isRemoteSame] → clean {lost, stored}",
      "sending | saveChange done → sending {inFlight, iri, stored}",
      "conflicting | field.changed {value}",
      "conflicting | local.kept → sending {failure, inFlight, stored}",
      "conflicting | remote.accepted → clean {failure, lost, stored, value}",
      "conflicting | resource.lost → orphaned {lost}",
      "failed | field.changed → dirty {value}",
      "failed | field.changed [isStored] → clean {failure, value}",
      "failed | flush.requested [isRetryable] → sending {failure, inFlight}",
      "failed | connection.opened [isRetryable] → sending {failure, inFlight}",
      "failed | network.restored [isRetryable] → sending {failure, inFlight}",
      "failed | retry.requested → sending {failure, inFlight}",
      "failed | edits.discarded → clean {failure, value}",
      "failed | resource.lost → orphaned {lost}",
      "failed | session.renewed [isSignedOut] → sending {failure, inFlight}",
      "orphaned | field.changed {value}",
      "orphaned | edits.discarded → clean {failure, iri, lost, value}",
      "orphaned | restore.requested → restoring {failure, inFlight, iri}",
      "restoring | field.changed {value}",
      "restoring | saveChange done [isInFlight] → clean {lost, stored}",
      "restoring | saveChange failed → orphaned {failure}",
      "restoring | saveChange done → sending {inFlight, lost, stored}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(fieldMachine, paths)).toEqual([])
  expect(untakenTransitions(fieldMachine, [...paths, ...choice])).toEqual([])
})

const run = (first: Partial<FieldInput> = {}) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const clock = new SimulatedClock()
  const ref = createActor(fieldMachine.provide({ actors: { saveChange: saving.logic } }), {
    input: { ...input, ...first },
    clock,
  }).start()
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
  const tell = (
    event: Exclude<FieldEvent['type'], 'field.changed' | 'iri.replaced' | 'resource.lost'>,
  ) => ref.send({ type: event })
  return { ref, clock, sent, settled, answer, refuse, type, tell }
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
  const { tell, sent } = run()
  tell('flush.requested')
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
  field.tell('flush.requested')
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
  field.tell('flush.requested')
  field.ref.send({ type: 'iri.replaced', from: live, to: draft })
  await field.answer('B')
  field.type('C', 'B')
  field.tell('flush.requested')
  expect(field.sent()[1]).toMatchObject({ iri: draft, value: 'C', stored: 'B' })
})

test('takes the value from the response as the stored one', async () => {
  const field = run()
  field.tell('flush.requested')
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
  field.tell('flush.requested')
  field.type('D', 'C')
  field.clock.increment(250)
  const [first, second, third] = undoGroups()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('shows a conflicting value, and overwrites it only when requested', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(conflict(titled('X')))
  expect(isConflicting(field.ref.getSnapshot())).toBe(true)
  expect(selectRemoteValue(field.ref.getSnapshot())).toBe('X')
  expect(typed(field)).toBe('B')
  field.type('BC')
  field.clock.increment(10_000)
  expect(field.sent()).toHaveLength(1)
  field.tell('local.kept')
  expect(field.sent()[1]).toMatchObject({ value: 'BC', stored: 'X' })
  await field.answer('BC')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('accepts the conflicting value in place of the edit', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(conflict(titled('X')))
  field.tell('remote.accepted')
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
  expect(field.sent()).toHaveLength(1)
})

test('retries by itself when someone else has changed another property', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(conflict(titled('A')))
  expect(field.sent()).toHaveLength(2)
  await field.answer('B')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('is saved when someone else has stored the same value', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(conflict(titled('B')))
  expect(field.ref.getSnapshot().value).toBe('clean')
  expect(field.sent()).toHaveLength(1)
})

test('keeps the edit while offline, and retries on request', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(new Failure('offline'))
  expect(typed(field)).toBe('B')
  expect(selectFailure(field.ref.getSnapshot())?.kind).toBe('offline')
  field.tell('retry.requested')
  await field.answer('B')
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
})

test('does not retry an invalid value', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(new Failure('invalid'))
  field.tell('flush.requested')
  expect(field.sent()).toHaveLength(1)
  expect(typed(field)).toBe('B')
  field.type('A')
  expect(typed(field)).toBeUndefined()
  expect(selectFailure(field.ref.getSnapshot())).toBeNull()
})

test('retries with the next edit, and when the page is left', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(new Failure('offline'))
  field.type('BC')
  field.clock.increment(250)
  await field.refuse(new Failure('unexpected'))
  field.tell('flush.requested')
  await field.answer('BC')
  expect(field.sent()).toHaveLength(3)
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('keeps an edit of what is gone, until it is put back', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(new Failure('notFound'))
  expect(isOrphaned(field.ref.getSnapshot())).toBe(true)
  field.type('BC')
  field.tell('flush.requested')
  field.tell('connection.opened')
  field.clock.increment(10_000)
  expect(field.sent()).toHaveLength(1)
  expect(typed(field)).toBe('BC')
  const known = [titled('A', live)]
  field.ref.send({ type: 'resource.lost', iri: live, live: null, known })
  field.tell('restore.requested')
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
  field.tell('restore.requested')
  await field.answer('BC')
  expect(field.ref.getSnapshot().value).toBe('clean')
})

test('writes an edit of a lost draft to the live version only when it is put back', async () => {
  const field = run({ iri: draft })
  field.ref.send({ type: 'resource.lost', iri: draft, live, known: [] })
  field.tell('flush.requested')
  expect(field.sent()).toMatchObject([{ iri: draft }])
  await field.refuse(new Failure('notFound'))
  field.tell('restore.requested')
  expect(field.sent()[1]).toEqual({ kind: 'set', iri: live, property: 'title', value: 'B' })
})

test('keeps an edit that waits for a decision when its resource is lost', async () => {
  const field = run()
  field.tell('flush.requested')
  await field.refuse(conflict(titled('X')))
  field.ref.send({ type: 'resource.lost', iri: live, live: null, known: [] })
  expect(isOrphaned(field.ref.getSnapshot())).toBe(true)
  expect(typed(field)).toBe('B')
  field.tell('edits.discarded')
  expect(typed(field)).toBeUndefined()
})
