import { expect, test } from 'vitest'
import { createActor, toPromise, waitFor } from 'xstate'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  type SelectedKind,
  addResourceMachine,
  isBusy,
  isChoosing,
  isStaged,
  selectData,
  selectFailure,
} from '#machines/editing/add-resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import {
  pathsOf,
  controlledPromise,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const spot: InsertionPoint = { group: '/_/component_groups/1', index: 1, sortValue: 11 }
const text: SelectedKind = {
  type: 'HtmlContent',
  endpoint: '/component/html_contents',
  publishable: true,
  instantAdd: false,
}
const image: SelectedKind = {
  ...text,
  type: 'Image',
  endpoint: '/component/images',
  instantAdd: true,
}
const plain: SelectedKind = {
  ...text,
  type: 'Plain',
  endpoint: '/component/plains',
  publishable: false,
}
const saved: SaveResult = {
  resource: {
    '@id': '/component/html_contents/1',
    '@type': 'HtmlContent',
    _metadata: {},
    componentPositions: ['/_/component_positions/1'],
  },
}

const paths = pathsOf(addResourceMachine, {
  input: { insertionPoint: spot },
  events: [
    { type: 'kind.selected', kind: text },
    { type: 'kind.selected', kind: image },
    { type: 'insert.requested' },
    { type: 'draft.changed', property: 'html', value: '<p>Hi</p>' },
    { type: 'add.confirmed', publish: true },
    { type: 'discard.requested' },
    { type: 'add.discarded' },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ kind }) => kind?.type,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → choosing",
      "choosing | kind.selected {kind}",
      "choosing | discard.requested → discarded (emits resource.removed)",
      "choosing | insert.requested [hasKind] → staged (emits add.staged)",
      "choosing | insert.requested [isInstant] → adding",
      "adding | saveChange done → done {saved} (emits add.inserted)",
      "adding | saveChange failed → choosing {failure}",
      "staged | draft.changed {data}",
      "staged | add.confirmed → saving",
      "staged | discard.requested → discarding",
      "staged | add.discarded → discarded (emits resource.removed)",
      "saving | saveChange done → done {saved} (emits add.saved)",
      "saving | saveChange failed → staged {failure}",
      "discarding | confirm done [isConfirmed] → discarded (emits resource.removed)",
      "discarding | confirm done → staged (emits discard.canceled)",
      "discarding | confirm failed → staged (emits discard.canceled)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(addResourceMachine, paths)).toEqual([])
  expect(untakenTransitions(addResourceMachine, paths)).toEqual([])
})

const run = (kind?: SelectedKind) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const emitted: EmittedBy<'addResource'>[] = []
  const ref = createActor(
    addResourceMachine.provide({ actors: { saveChange: saving.logic, confirm: confirming.logic } }),
    { input: { insertionPoint: spot } },
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  if (kind) {
    ref.send({ type: 'kind.selected', kind })
    ref.send({ type: 'insert.requested' })
  }
  return { ref, saving, confirming, emitted, sent: () => saving.calls.map(({ input }) => input) }
}

test('inserts nothing before a kind is selected', () => {
  const { ref } = run()
  ref.send({ type: 'insert.requested' })
  expect(isChoosing(ref.getSnapshot())).toBe(true)
})

test('emits when the resource is on the page, and saves what was filled in', async () => {
  const { ref, saving, emitted, sent } = run(text)
  expect(emitted).toEqual([{ type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, spot.group] }])
  ref.send({ type: 'draft.changed', property: 'html', value: '<p>H</p>' })
  ref.send({ type: 'draft.changed', property: 'html', value: '<p>Hi</p>' })
  ref.send({ type: 'draft.changed', property: 'uiComponent', value: 'Wide' })
  expect(sent()).toEqual([])
  ref.send({ type: 'add.confirmed', publish: false })
  expect(sent()).toEqual([
    {
      kind: 'add',
      endpoint: '/component/html_contents',
      data: { html: '<p>Hi</p>', uiComponent: 'Wide' },
      group: spot.group,
      sortValue: 11,
      publish: false,
    },
  ])
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  expect(await toPromise(ref)).toEqual(saved)
})

test('publishes at once when requested, and omits the publication date for unpublishable kinds', () => {
  const published = run(text)
  published.ref.send({ type: 'add.confirmed', publish: true })
  expect(published.sent()).toMatchObject([{ publish: true }])
  const undrafted = run(plain)
  undrafted.ref.send({ type: 'add.confirmed', publish: true })
  expect(undrafted.sent()).toMatchObject([{ publish: null }])
})

test('saves an instant kind at once and emits what to select', async () => {
  const { ref, saving, emitted, sent } = run(image)
  expect(sent()).toMatchObject([{ endpoint: '/component/images', data: {} }])
  expect(isBusy(ref.getSnapshot())).toBe(true)
  saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
  await toPromise(ref)
  expect(emitted).toEqual([
    {
      type: 'add.inserted',
      stack: ['/component/html_contents/1', '/_/component_positions/1', spot.group],
    },
  ])
})

test('keeps the input and reports the failure when saving fails', async () => {
  const { ref, saving } = run(text)
  ref.send({ type: 'draft.changed', property: 'html', value: '<p>Hi</p>' })
  ref.send({ type: 'add.confirmed', publish: true })
  saving.settle({ type: 'xstate.error.actor.saveChange', error: new Failure('invalid') })
  const snapshot = await waitFor(ref, (at) => !isBusy(at))
  expect(isStaged(snapshot)).toBe(true)
  expect(selectData(snapshot)).toEqual({ html: '<p>Hi</p>' })
  expect(selectFailure(snapshot)?.kind).toBe('invalid')
})

test('asks before it discards, and stays when that is declined', async () => {
  const { ref, confirming, emitted } = run(text)
  ref.send({ type: 'discard.requested' })
  expect(confirming.calls[0]!.input.title).toBe('Discard new resource?')
  confirming.settle({ type: 'xstate.done.actor.confirm', output: false })
  await waitFor(ref, (at) => at.matches('staged'))
  expect(emitted.at(-1)).toEqual({ type: 'discard.canceled' })
  ref.send({ type: 'discard.requested' })
  confirming.settle({ type: 'xstate.done.actor.confirm', output: true })
  expect(await toPromise(ref)).toBeNull()
})

test('discards without asking after navigationGuard has asked, and while nothing is on the page', async () => {
  const staged = run(text)
  staged.ref.send({ type: 'add.discarded' })
  expect(await toPromise(staged.ref)).toBeNull()
  expect(staged.confirming.calls).toEqual([])
  const choosing = run()
  choosing.ref.send({ type: 'discard.requested' })
  expect(await toPromise(choosing.ref)).toBeNull()
  expect(choosing.confirming.calls).toEqual([])
})
