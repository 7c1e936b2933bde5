import { expect, test } from 'vitest'
import { type InputFrom, createActor, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type SaveRefusalEvent,
  canRetry,
  isConflicting,
  isOrphaned,
  saveRefusalMachine,
} from '#machines/editing/changes/save-refusal.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const iri = '/component/titles/1'
const titled = (title: string): Resource => ({ '@id': iri, '@type': 'Title', _metadata: {}, title })
const input: InputFrom<typeof saveRefusalMachine> = {
  iri,
  property: 'title',
  stored: 'A',
  remote: 'X',
  failure: new Failure('conflict', { resource: titled('X') }),
  deleted: null,
}
const failures = [
  input.failure,
  new Failure('offline'),
  new Failure('invalid'),
  new Failure('notFound'),
  failureFromStatus(401),
]

const events: Parameters<typeof pathsOf<typeof saveRefusalMachine>>[1]['events'] = [
  { type: 'retry.requested' },
  { type: 'flush.requested' },
  { type: 'connection.opened' },
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'local.kept' },
  { type: 'remote.accepted', value: 'B' },
  { type: 'xstate.done.actor.saveChange', output: { resource: null } },
  { type: 'xstate.error.actor.saveChange', error: new Failure('unexpected') },
  { type: 'resource.updated', resource: titled('Y') },
  { type: 'edits.discarded' },
  { type: 'edit.undone', value: 'B' },
  { type: 'restore.requested' },
  { type: 'copy.requested', value: 'B', isHtml: false },
]

const paths = failures.flatMap((failure) =>
  pathsOf(saveRefusalMachine, { input: { ...input, failure }, events }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → conflicting",
      "start → failed",
      "start → orphaned",
      "conflicting | local.kept → done {stored}",
      "conflicting | remote.accepted → accepting {givenUp}",
      "conflicting | resource.updated [isOther] → done {next, remote}",
      "accepting | saveChange done → done {next, stored}",
      "accepting | saveChange failed → conflicting",
      "failed | retry.requested → done",
      "failed | flush.requested [isRetryable] → done",
      "failed | connection.opened [isRetryable] → done",
      "failed | network.restored [isRetryable] → done",
      "failed | edits.discarded → done {next}",
      "failed | edit.undone [isRetryable] → undoing {givenUp}",
      "failed | copy.requested (copyText)",
      "failed | session.renewed [isSignedOut] → done",
      "undoing | saveChange done → done {next}",
      "undoing | saveChange failed → failed",
      "orphaned | edits.discarded → done {next}",
      "orphaned | restore.requested → done {next}",
      "orphaned | copy.requested (copyText)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(saveRefusalMachine, paths)).toEqual([])
  expect(untakenTransitions(saveRefusalMachine, paths)).toEqual([])
})

const run = (changed: Partial<typeof input> = {}) => {
  const watching = controlledCallback<SaveRefusalEvent, { iri: string }>()
  const saving = controlledPromise<SaveResult, Intent>()
  const machine = saveRefusalMachine.provide({
    actors: { watchResource: watching.logic, saveChange: saving.logic },
  })
  const ref = createActor(machine, { input: { ...input, ...changed } }).start()
  return Object.assign(ref, { saving })
}

test('is about the failure, or about the resource that is gone', () => {
  expect(isConflicting(run().getSnapshot())).toBe(true)
  expect(canRetry(run({ failure: new Failure('offline') }).getSnapshot())).toBe(true)
  expect(isOrphaned(run({ failure: new Failure('notFound') }).getSnapshot())).toBe(true)
  const deleted = { iri, live: null, known: [] }
  expect(isOrphaned(run({ deleted }).getSnapshot())).toBe(true)
})

test('resolves a conflict by saving the edit', () => {
  const ref = run()
  ref.send({ type: 'local.kept' })
  expect(ref.getSnapshot().output).toMatchObject({ next: 'save', stored: 'X', remote: 'X' })
})

test('resolves a conflict by what is stored, once it can be undone', async () => {
  const ref = run()
  ref.send({ type: 'remote.accepted', value: 'B' })
  expect(ref.saving.calls.map(({ input: intent }) => intent)).toEqual([
    { kind: 'set', iri, property: 'title', value: 'X', stored: 'X', givenUp: 'B' },
  ])
  expect(isConflicting(ref.getSnapshot())).toBe(true)
  ref.saving.settle({
    type: 'xstate.error.actor.saveChange',
    error: new Failure('unexpected'),
  })
  await waitFor(ref, (at) => at.matches('conflicting'))
  ref.send({ type: 'remote.accepted', value: 'B' })
  ref.saving.settle({ type: 'xstate.done.actor.saveChange', output: { resource: null } })
  expect((await waitFor(ref, (at) => at.status === 'done')).output).toMatchObject({
    next: 'revert',
    stored: 'X',
    remote: 'X',
    givenUp: 'B',
  })
})

test('is over once another value is stored, and only then', () => {
  const ref = run()
  ref.send({ type: 'resource.updated', resource: { ...titled('X'), subtitle: 'New' } })
  expect(ref.getSnapshot().status).toBe('active')
  ref.send({ type: 'resource.updated', resource: titled('Y') })
  expect(ref.getSnapshot().output).toMatchObject({ next: 'check', stored: 'A', remote: 'Y' })
})
