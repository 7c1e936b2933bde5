import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { reorderMachine } from '#machines/editing/changes/reorder.ts'
import {
  type TransferRequest,
  selectFailure,
  selectTransfer,
  transferMachine,
} from '#machines/editing/changes/transfer.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { settledEdits } from '../../../support/settled-edits.ts'

const [main, side] = ['/_/component_groups/main', '/_/component_groups/side'] as const
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const request: TransferRequest = { position: a, group: side, before: b, earlier: [] }
const { earlier: _, ...transfer } = request
const done = { type: 'xstate.done.actor.saveChange', output: { resource: null } } as const

const paths = pathsOf(transferMachine, {
  input: request,
  events: [
    { type: 'transfer.requested', ...request, before: null },
    { type: 'flush.requested' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'session.renewed' },
    { type: 'retry.requested' },
    { type: 'moves.discarded' },
    { type: 'xstate.done.actor.waitUntilIdle', output: settledEdits(true) },
    done,
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
})

const page = { path: '/', title: 'Home' }
const resumedPaths = pathsOf(transferMachine, { input: { ...request, page }, events: [] })

test('has this transition table', () => {
  expect(transitionTable([...paths, ...resumedPaths])).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "start → failed",
      "waiting | transfer.requested → waiting {transfer}",
      "waiting | waitUntilIdle done → saving",
      "saving | transfer.requested → waiting {transfer}",
      "saving | saveChange done → done",
      "saving | saveChange failed → failed {failure}",
      "failed | transfer.requested → waiting {failure, transfer}",
      "failed | flush.requested [isRetryable] → saving",
      "failed | connection.opened [isRetryable] → saving",
      "failed | network.restored [isRetryable] → saving",
      "failed | session.renewed [isRetryable] → saving",
      "failed | retry.requested → saving",
      "failed | moves.discarded → done",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(transferMachine, [...paths, ...resumedPaths])).toEqual([])
  expect(untakenTransitions(transferMachine, [...paths, ...resumedPaths])).toEqual([])
})

const run = (input = request) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const ref = createActor(transferMachine.provide({ actors: { saveChange: saving.logic } }), {
    input,
  }).start()
  const reaches = (state: 'done' | 'saving' | 'failed') =>
    waitFor(ref, (snapshot) => snapshot.matches(state))
  return {
    ref,
    saving,
    reaches,
    sent: () => saving.calls.map(({ input: intent }) => intent),
    shown: () => selectTransfer(ref.getSnapshot()),
  }
}

test('is shown at once and until it is saved', async () => {
  const { ref, shown, reaches, sent, saving } = run()
  expect(shown()).toEqual(transfer)
  await reaches('saving')
  expect(sent()).toEqual([{ kind: 'transfer', ...transfer }])
  saving.settle(done)
  await reaches('done')
  expect(ref.getSnapshot().output).toEqual(transfer)
})

test('one from before the document was loaded is saved only when the user says so', async () => {
  const { ref, sent, shown, reaches, saving } = run({ ...request, page })
  ref.send({ type: 'flush.requested' })
  ref.send({ type: 'network.restored' })
  expect([sent(), shown()]).toEqual([[], transfer])
  ref.send({ type: 'retry.requested' })
  expect(sent()).toEqual([{ kind: 'transfer', ...transfer }])
  saving.settle(done)
  await reaches('done')
})

test('is saved after the moves that were made before it, even if these fail', async () => {
  const earlier = controlledPromise<SaveResult, Intent>()
  const reorderRef = createActor(
    reorderMachine.provide({ actors: { saveChange: earlier.logic } }),
    { input: { group: main, position: a, to: 1, order: [a, b] } },
  ).start()
  reorderRef.send({ type: 'flush.requested' })
  const { reaches, sent } = run({ ...request, earlier: [reorderRef] })
  await waitFor(reorderRef, (snapshot) => snapshot.matches('saving'))
  expect(sent()).toEqual([])
  earlier.settle({ type: 'xstate.error.actor.saveChange', error: new Failure('invalid') })
  await reaches('saving')
  expect(sent()).toHaveLength(1)
})

test('another position is shown at once, also while the one before is being saved', async () => {
  const { ref, reaches, sent, shown } = run()
  await reaches('saving')
  ref.send({ type: 'transfer.requested', ...request, group: main, before: null })
  expect(shown()).toEqual({ position: a, group: main, before: null })
  await reaches('saving')
  expect(sent().at(-1)).toEqual({ kind: 'transfer', position: a, group: main, before: null })
})

test('stays where it is shown when it cannot be saved, until it is retried or discarded', async () => {
  const { ref, reaches, saving, shown } = run()
  await reaches('saving')
  const refuse = async () => {
    saving.settle({ type: 'xstate.error.actor.saveChange', error: new Failure('offline') })
    await reaches('failed')
  }
  await refuse()
  expect(selectFailure(ref.getSnapshot())?.kind).toBe('offline')
  expect(shown()).toEqual(transfer)
  ref.send({ type: 'network.restored' })
  expect(saving.calls).toHaveLength(2)
  await refuse()
  ref.send({ type: 'moves.discarded' })
  expect(ref.getSnapshot().status).toBe('done')
})
