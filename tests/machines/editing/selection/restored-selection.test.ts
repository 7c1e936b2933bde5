import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  restoredSelectionMachine,
  selectIris,
} from '#machines/editing/selection/restored-selection.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const title = '/component/titles/1'
const selection = { stack: [title, '/_/component_positions/1'], area: 'layout' } as const

const other = {
  stack: ['/component/titles/2', '/_/component_positions/2'],
  area: 'layout',
} as const

/** A change after which the focus goes into the panel. */
const intent = { kind: 'publish', iri: title } as const

const paths = pathsOf(restoredSelectionMachine, {
  input: undefined,
  events: [
    { type: 'change.undone', restored: title },
    { type: 'change.undone', restored: null },
    { type: 'change.redone', restored: title },
    { type: 'resources.appeared', selections: [selection] },
    { type: 'resources.appeared', selections: [selection, other] },
    { type: 'selection.resumed', iris: [title] },
    { type: 'selection.resumed', iris: [] },
    { type: 'selection.changed' },
    { type: 'save.requested' },
    { type: 'change.saved', intent, copied: title, restored: null },
    { type: 'change.saved', intent, copied: null, restored: title },
    { type: 'change.saved', intent, copied: null, restored: null },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "restoredSelection | change.undone → waiting {iris}",
      "restoredSelection | change.undone [not isAwaited] → idle {iris}",
      "restoredSelection | change.redone → waiting {iris}",
      "restoredSelection | selection.resumed → waiting {iris}",
      "restoredSelection | selection.resumed [not isAwaited] → idle {iris}",
      "restoredSelection | save.requested → expecting {iris}",
      "restoredSelection | change.saved [isRestored] → waiting {iris}",
      "expecting | selection.changed → idle",
      "expecting | change.saved [isCopied] → waiting {iris}",
      "waiting | resources.appeared [isAlone] → idle {iris} (emits resource.restored)",
      "waiting | resources.appeared → idle {iris} (emits components.restored)",
      "waiting | selection.changed → idle {iris}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(restoredSelectionMachine, paths)).toEqual([])
  expect(untakenTransitions(restoredSelectionMachine, paths)).toEqual([])
})

const run = () => {
  const emitted: EmittedBy<'restoredSelection'>[] = []
  const ref = createActor(restoredSelectionMachine)
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, emitted, iri: () => selectIris(ref.getSnapshot())[0] ?? null }
}

test('emits what undo has put back once it is on the page', () => {
  const { ref, emitted, iri } = run()
  ref.send({ type: 'resources.appeared', selections: [selection] })
  expect(emitted).toEqual([])
  ref.send({ type: 'change.undone', restored: title })
  expect(iri()).toBe(title)
  ref.send({ type: 'resources.appeared', selections: [selection] })
  expect(emitted).toEqual([{ type: 'resource.restored', focus: 'panel', ...selection }])
  expect(iri()).toBeNull()
})

test('emits nothing when something else is selected by then', () => {
  const { ref, emitted } = run()
  ref.send({ type: 'change.redone', restored: title })
  ref.send({ type: 'selection.changed' })
  ref.send({ type: 'resources.appeared', selections: [selection] })
  expect(emitted).toEqual([])
})

test('waits for what the last change has put back', () => {
  const { ref, iri } = run()
  ref.send({ type: 'change.undone', restored: title })
  ref.send({ type: 'change.undone', restored: null })
  expect(iri()).toBeNull()
})

test('emits a copy once it is on the page', () => {
  const { ref, emitted, iri } = run()
  ref.send({ type: 'save.requested' })
  ref.send({ type: 'change.saved', intent, copied: null, restored: null })
  expect(iri()).toBeNull()
  ref.send({ type: 'change.saved', intent, copied: title, restored: null })
  expect(iri()).toBe(title)
  ref.send({ type: 'resources.appeared', selections: [selection] })
  expect(emitted).toEqual([{ type: 'resource.restored', focus: 'panel', ...selection }])
})

test('typing goes on in the text of a duplicate, and of what is put back', () => {
  const { ref, emitted } = run()
  const intents = [
    { kind: 'duplicate', iri: title, group: '/_/component_groups/1', sortValue: 0 },
    { kind: 'restore', iri: title, property: 'title', value: 'Mine', known: [] },
  ] as const
  for (const duplicateOrRestore of intents) {
    const [copied, restored] =
      duplicateOrRestore.kind === 'restore' ? ([null, title] as const) : ([title, null] as const)
    ref.send({ type: 'save.requested' })
    ref.send({ type: 'change.saved', intent: duplicateOrRestore, copied, restored })
    ref.send({ type: 'resources.appeared', selections: [selection] })
    expect(emitted.at(-1)).toEqual({ type: 'resource.restored', focus: 'text', ...selection })
  }
  ref.send({ type: 'change.undone', restored: title })
  ref.send({ type: 'resources.appeared', selections: [selection] })
  expect(emitted.at(-1)).toEqual({ type: 'resource.restored', focus: 'panel', ...selection })
})

test('does not wait for a copy when the user has selected something else while it was made', () => {
  const { ref, iri } = run()
  ref.send({ type: 'save.requested' })
  ref.send({ type: 'selection.changed' })
  ref.send({ type: 'change.saved', intent, copied: title, restored: null })
  expect(iri()).toBeNull()
})

test('emits what was selected before the document was loaded once it is on the page', () => {
  const { ref, emitted } = run()
  ref.send({ type: 'selection.resumed', iris: [title] })
  ref.send({ type: 'resources.appeared', selections: [selection] })
  ref.send({ type: 'selection.resumed', iris: selection.stack })
  ref.send({ type: 'resources.appeared', selections: [selection, other] })
  expect(emitted).toEqual([
    { type: 'resource.restored', focus: 'panel', ...selection },
    { type: 'components.restored', components: [selection, other] },
  ])
})

test('does not wait where nothing was selected before', () => {
  const { ref, iri } = run()
  ref.send({ type: 'selection.resumed', iris: [] })
  expect(iri()).toBeNull()
  expect(ref.getSnapshot().value).toBe('idle')
})
