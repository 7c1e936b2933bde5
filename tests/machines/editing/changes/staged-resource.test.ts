import { expect, test } from 'vitest'
import { createActor, toPromise, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure, type FailureKind } from '#content/model/failure.ts'
import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import type { SelectedKind } from '#content/model/kind.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import {
  isBusy,
  isWaiting,
  type Resumed,
  isResumed,
  selectData,
  selectFailure,
  stagedResourceMachine,
} from '#machines/editing/changes/staged-resource.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { htmlKind, insertionPoint } from '../../../support/content/new-component.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const plain: SelectedKind = { ...htmlKind, type: 'Plain', publishable: false }
const iri = '/component/html_contents/1'
const position = '/_/component_positions/1'
const saved: SaveResult = {
  resource: {
    '@id': iri,
    '@type': 'HtmlContent',
    _metadata: {},
    html: '<p>H</p>',
    componentPositions: [position],
  },
}

const paths = pathsOf(stagedResourceMachine, {
  input: { insertionPoint, kind: htmlKind },
  events: [
    { type: 'property.changed', property: 'html', value: '<p>Hi</p>' },
    { type: 'add.confirmed', publish: true, id: '1' },
    { type: 'discard.requested' },
    { type: 'discard.needed' },
    { type: 'add.discarded' },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('invalid') },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → filling.idle (emits add.started, emits add.changed)",
      "stagedResource | property.changed {data} (emits add.changed)",
      "stagedResource | add.discarded → discarded (emits resource.removed, emits add.ended)",
      "filling | add.confirmed → saving {failure, id, publish} (emits add.changed)",
      "filling | discard.requested → discarding",
      "filling | discard.needed → discarding",
      "filling.waiting | property.changed → filling.idle {data} (emits add.changed)",
      "filling.waiting | connection.opened → saving {failure} (emits add.changed)",
      "filling.waiting | network.restored → saving {failure} (emits add.changed)",
      "saving | saveChange done → saved {saved} (emits add.saved, emits add.ended)",
      "saving | saveChange failed [isOfflineOnly] → filling.waiting {failure}",
      "saving | saveChange failed → filling.idle {failure}",
      "discarding | add.confirmed → saving {id, publish} (emits discard.canceled, emits add.changed)",
      "discarding | discard.requested → discarding (emits discard.canceled)",
      "discarding | discard.needed → discarding",
      "discarding | confirm done [isConfirmed] → discarded (emits resource.removed, emits add.ended)",
      "discarding | confirm done → filling.idle (emits discard.canceled)",
      "discarding | confirm failed → filling.idle (emits discard.canceled)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(stagedResourceMachine, paths)).toEqual([])
  expect(untakenTransitions(stagedResourceMachine, paths)).toEqual([])
})

const run = (kind = htmlKind, resumed?: Resumed) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const emitted: EmittedBy<'stagedResource'>[] = []
  const changes: Extract<EmittedBy<'stagedResource'>, { type: 'add.changed' }>[] = []
  /** The facts that it is there, and is not any more. */
  const frame: EmittedBy<'stagedResource'>[] = []
  const ref = createActor(
    stagedResourceMachine.provide({
      actors: { saveChange: saving.logic, confirm: confirming.logic },
    }),
    { input: { insertionPoint, kind, resumed } },
  )
  const isFrame = ({ type }: { type: string }) => type === 'add.started' || type === 'add.ended'
  ref.on('*', (event) => {
    if (event.type === 'add.changed') changes.push(event)
    else (isFrame(event) ? frame : emitted).push(event)
  })
  ref.start()
  const type = (value: string, property = 'html') =>
    ref.send({ type: 'property.changed', property, value })
  return {
    ref,
    saving,
    confirming,
    emitted,
    changes,
    frame,
    type,
    sent: () => saving.calls.map(({ input }) => input),
  }
}

test('saves what was filled in, and emits what it has become', async () => {
  const { ref, saving, emitted, type, sent } = run()
  type('<p>H</p>')
  type('<p>Hi</p>')
  type('Wide', 'uiComponent')
  expect(sent()).toEqual([])
  ref.send({ type: 'add.confirmed', publish: false, id: '1' })
  expect(sent()).toEqual([
    {
      kind: 'add',
      endpoint: '/component/html_contents',
      id: '1',
      data: { html: '<p>Hi</p>', uiComponent: 'Wide' },
      group: insertionPoint.group,
      sortValue: 11,
      publish: false,
    },
  ])
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  expect(await toPromise(ref)).toEqual(saved)
  expect(emitted).toEqual([{ type: 'add.saved', resource: iri, position }])
})

test('emits what is filled in, from the start and after each change', () => {
  const { changes, type } = run()
  type('<p>H</p>')
  type('<p>Hi</p>')
  expect(changes).toEqual(
    [{}, { html: '<p>H</p>' }, { html: '<p>Hi</p>' }].map((data) => ({
      type: 'add.changed',
      insertionPoint,
      kind: htmlKind,
      data,
    })),
  )
})

test('is sent with the same id until it is saved, so that it is added only once', async () => {
  const { ref, saving, changes, type, sent } = run()
  const fail = async (kind: FailureKind) => {
    saving.settle({ type: 'xstate.error.actor.saveChange', error: new Failure(kind) })
    await waitFor(ref, (at) => !isBusy(at))
  }
  type('<p>H</p>')
  ref.send({ type: 'add.confirmed', publish: false, id: '1' })
  expect(changes.at(-1)).toMatchObject({ id: '1' })
  await fail('offline')
  type('<p>Hi</p>')
  ref.send({ type: 'add.confirmed', publish: false, id: '2' })
  expect(changes.at(-1)).toMatchObject({ id: '1' })
  await fail('invalid')
  ref.send({ type: 'add.confirmed', publish: false, id: '3' })
  expect(sent().map((intent) => 'id' in intent && intent.id)).toEqual(['1', '1', '1'])
})

test('what was changed since the first attempt is a change of what that has saved', async () => {
  const { ref, saving, emitted } = run(htmlKind, {
    data: { html: '<p>Hi</p>' },
    id: '1',
  })
  ref.send({ type: 'add.confirmed', publish: false, id: '2' })
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  await toPromise(ref)
  expect(emitted.slice(1)).toMatchObject([{ type: 'field.changed', iri, value: '<p>Hi</p>' }])
})

test('goes on with what was filled in before a reload, and sends nothing of it by itself', () => {
  const { ref, changes, type, sent } = run(htmlKind, { data: { html: '<p>H</p>' } })
  expect(isResumed(ref.getSnapshot())).toBe(true)
  expect(changes).toMatchObject([{ data: { html: '<p>H</p>' } }])
  expect(sent()).toEqual([])
  type('Wide', 'uiComponent')
  ref.send({ type: 'add.confirmed', publish: false, id: '1' })
  expect(sent()).toMatchObject([{ data: { html: '<p>H</p>', uiComponent: 'Wide' } }])
  expect(isResumed(run().ref.getSnapshot())).toBe(false)
})

test('emits what was typed during the save as a change of the saved resource', async () => {
  const { ref, saving, emitted, type } = run()
  type('<p>H</p>')
  type('Wide', 'uiComponent')
  ref.send({ type: 'add.confirmed', publish: false, id: '1' })
  type('<p>Hi</p>')
  type('Wide', 'uiComponent')
  expect(selectData(ref.getSnapshot())['html']).toBe('<p>Hi</p>')
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  await toPromise(ref)
  expect(emitted.slice(1)).toEqual([
    {
      type: 'field.changed',
      iri,
      property: 'html',
      value: '<p>Hi</p>',
      stored: '<p>H</p>',
    },
  ])
})

test('publishes at once when requested, and omits the publication date for unpublishable kinds', () => {
  const published = run()
  published.ref.send({ type: 'add.confirmed', publish: true, id: '1' })
  expect(published.sent()).toMatchObject([{ publish: true }])
  const undrafted = run(plain)
  undrafted.ref.send({ type: 'add.confirmed', publish: true, id: '1' })
  expect(undrafted.sent()).toMatchObject([{ publish: null }])
})

test('keeps all input and reports the failure when saving fails', async () => {
  const { ref, saving, type } = run()
  type('<p>H</p>')
  ref.send({ type: 'add.confirmed', publish: true, id: '1' })
  type('<p>Hi</p>')
  saving.settle({ type: 'xstate.error.actor.saveChange', error: new Failure('invalid') })
  const snapshot = await waitFor(ref, (at) => !isBusy(at))
  expect(selectData(snapshot)).toEqual({ html: '<p>Hi</p>' })
  expect(selectFailure(snapshot)?.kind).toBe('invalid')
})

test('asks before it is discarded, and stays when that is declined', async () => {
  const { ref, confirming, emitted } = run()
  ref.send({ type: 'discard.requested' })
  expect(confirming.calls[0]!.input.title).toBe('Discard new resource?')
  confirming.settle({ type: 'xstate.done.actor.confirm', output: false })
  await waitFor(ref, (at) => at.matches('filling'))
  expect(emitted).toEqual([{ type: 'discard.canceled' }])
  ref.send({ type: 'discard.requested' })
  confirming.settle({ type: 'xstate.done.actor.confirm', output: true })
  expect(await toPromise(ref)).toBeNull()
  expect(emitted.at(-1)).toEqual({ type: 'resource.removed', iri: NEW_RESOURCE })
})

test('is discarded without asking after navigationGuard has asked', async () => {
  const { ref, confirming, frame } = run()
  expect(frame).toEqual([{ type: 'add.started' }])
  ref.send({ type: 'add.discarded' })
  expect(await toPromise(ref)).toBeNull()
  expect(frame).toEqual([{ type: 'add.started' }, { type: 'add.ended' }])
  expect(confirming.calls).toEqual([])
})

test('is added while a canceled dialog is still closing', () => {
  const { ref, confirming, emitted, type, sent } = run()
  ref.send({ type: 'discard.needed' })
  type('<p>Hi</p>')
  ref.send({ type: 'add.confirmed', publish: false, id: '1' })
  expect(confirming.calls[0]!.signal.aborted).toBe(true)
  expect(sent()).toMatchObject([{ data: { html: '<p>Hi</p>' } }])
  expect(emitted).toEqual([{ type: 'discard.canceled' }])
})

test('asks again while a canceled dialog is still closing', () => {
  const { ref, confirming, emitted } = run()
  ref.send({ type: 'discard.needed' })
  ref.send({ type: 'discard.needed' })
  expect(confirming.calls).toHaveLength(2)
  expect(emitted).toEqual([])
  // Now the user only wants to discard the resource.
  ref.send({ type: 'discard.requested' })
  expect(confirming.calls).toHaveLength(3)
  expect(emitted).toEqual([{ type: 'discard.canceled' }])
})

/** Requests that what was typed is added and published, without a network. */
const runOffline = (typed: string, typedMeanwhile?: string) => {
  const added = run()
  added.type(typed)
  added.ref.send({ type: 'add.confirmed', publish: true, id: '1' })
  if (typedMeanwhile !== undefined) added.type(typedMeanwhile)
  const error = new Failure('offline')
  added.saving.settle({ type: 'xstate.error.actor.saveChange', error })
  return added
}

test('is added once the server can be reached, as it was requested and with the same id', async () => {
  const { ref, saving, sent } = runOffline('<p>Hi</p>')
  await waitFor(ref, isWaiting)
  expect(selectFailure(ref.getSnapshot())?.kind).toBe('offline')
  ref.send({ type: 'network.restored' })
  expect(selectFailure(ref.getSnapshot())).toBeNull()
  expect(sent()[1]).toEqual(sent()[0])
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  expect(await toPromise(ref)).toEqual(saved)
})

test('what is changed while it waits is not added by itself', async () => {
  const { ref, type, sent } = runOffline('<p>Hi</p>')
  await waitFor(ref, isWaiting)
  type('<p>Hi, th</p>')
  ref.send({ type: 'network.restored' })
  ref.send({ type: 'connection.opened' })
  expect(sent()).toHaveLength(1)
  expect(selectData(ref.getSnapshot())).toEqual({ html: '<p>Hi, th</p>' })
  expect(selectFailure(ref.getSnapshot())?.kind).toBe('offline')
})

test('what was changed while it was sent without a network waits for the user', async () => {
  const { ref, sent } = runOffline('<p>Hi</p>', '<p>Hi, th</p>')
  await waitFor(ref, (snapshot) => !isBusy(snapshot))
  ref.send({ type: 'network.restored' })
  expect(sent()).toHaveLength(1)
})
