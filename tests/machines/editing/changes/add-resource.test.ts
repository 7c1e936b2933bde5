import { expect, test } from 'vitest'
import { createActor, toPromise, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { SelectedKind } from '#content/model/kind.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  addResourceMachine,
  isBusy,
  isChoosing,
  isStaged,
  selectFailure,
  selectStagedResourceRef,
} from '#machines/editing/changes/add-resource.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { htmlKind, insertionPoint } from '../../../support/content/new-component.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const image: SelectedKind = {
  ...htmlKind,
  type: 'Image',
  endpoint: '/component/images',
  instantAdd: true,
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
  input: { insertionPoint },
  events: [
    { type: 'kind.selected', kind: htmlKind },
    { type: 'kind.selected', kind: image },
    { type: 'insert.requested' },
    { type: 'discard.requested' },
    { type: 'discard.needed' },
    { type: 'xstate.done.actor.stagedResource', output: saved },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
  distinguishBy: ({ kind }) => kind?.type,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → choosing",
      "choosing | kind.selected {kind}",
      "choosing | discard.requested → done",
      "choosing | discard.needed → done",
      "choosing | insert.requested [hasKind] → staged (emits add.staged)",
      "choosing | insert.requested [isInstant] → adding",
      "adding | saveChange done → done {saved} (emits add.inserted)",
      "adding | saveChange failed → choosing {failure}",
      "staged | stagedResource done → done {saved}",
    ]
  `)
})

const pathsFor = (kind: SelectedKind) =>
  pathsOf(addResourceMachine, { input: { insertionPoint, kind }, events: [] })

test('asks for no kind that is known', () => {
  expect(transitionTable(pathsFor(htmlKind))).toEqual(['start → staged (emits add.staged)'])
  expect(transitionTable(pathsFor(image))).toEqual(['start → adding'])
})

test('reaches every state and takes every transition', () => {
  const all = [...paths, ...pathsFor(htmlKind), ...pathsFor(image)]
  expect(unreachableStates(addResourceMachine, all)).toEqual([])
  expect(untakenTransitions(addResourceMachine, all)).toEqual([])
})

test('saves the data that a kind begins with', () => {
  const binding = { pageDataProperty: 'image', pageDataClass: 'App\\Entity\\BlogArticleData' }
  const { sent } = run({ ...image, data: binding })
  expect(sent()).toMatchObject([{ endpoint: '/component/images', data: binding }])
})

const run = (kind?: SelectedKind) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const emitted: EmittedBy<'addResource'>[] = []
  const ref = createActor(addResourceMachine.provide({ actors: { saveChange: saving.logic } }), {
    input: { insertionPoint },
  })
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  if (kind) {
    ref.send({ type: 'kind.selected', kind })
    ref.send({ type: 'insert.requested' })
  }
  return { ref, saving, emitted, sent: () => saving.calls.map(({ input }) => input) }
}

test('inserts nothing before a kind is selected', () => {
  const { ref } = run()
  ref.send({ type: 'insert.requested' })
  expect(isChoosing(ref.getSnapshot())).toBe(true)
})

test('inserts nothing once the selected kind is not among those that are found', () => {
  const { ref } = run()
  ref.send({ type: 'kind.selected', kind: htmlKind })
  ref.send({ type: 'kind.selected', kind: null })
  ref.send({ type: 'insert.requested' })
  expect(isChoosing(ref.getSnapshot())).toBe(true)
})

test('emits when the resource is on the page, and outputs what it is saved as', async () => {
  const { ref, emitted } = run(htmlKind)
  expect(emitted).toEqual([
    {
      type: 'add.staged',
      stack: [NEW_RESOURCE, NEW_POSITION, insertionPoint.group],
      kind: 'HtmlContent',
    },
  ])
  expect(isStaged(ref.getSnapshot())).toBe(true)
  expect(selectStagedResourceRef(ref.getSnapshot())).toBeDefined()
  selectStagedResourceRef(ref.getSnapshot())!.send({ type: 'add.discarded' })
  expect(await toPromise(ref)).toBeNull()
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
      stack: ['/component/html_contents/1', '/_/component_positions/1', insertionPoint.group],
      kind: 'Image',
    },
  ])
})

test('goes on choosing when an instant kind cannot be saved', async () => {
  const { ref, saving } = run(image)
  saving.settle({ type: 'xstate.error.actor.saveChange', error: new Failure('offline') })
  const snapshot = await waitFor(ref, (at) => !isBusy(at))
  expect(isChoosing(snapshot)).toBe(true)
  expect(selectFailure(snapshot)?.kind).toBe('offline')
})

test.each(['discard.requested', 'discard.needed'] as const)('adds nothing at %s', async (type) => {
  const { ref, sent } = run()
  ref.send({ type })
  expect(await toPromise(ref)).toBeNull()
  expect(sent()).toEqual([])
})
