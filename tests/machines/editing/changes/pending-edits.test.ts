import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromPromise } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  fieldMachine,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { reorderMachine } from '#machines/editing/changes/reorder.ts'
import {
  selectFieldRefs,
  selectFields,
  editField,
  pendingEditsMachine,
  isRefused,
  hasInvalidFields,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import type {
  DeletionWatchEvent,
  PendingEditsEvent,
} from '#machines/editing/changes/pending-edits-events.ts'
import { isOrphaned } from '#machines/editing/changes/save-refusal.ts'
import { pendingMovesMachine } from '#machines/editing/changes/pending-moves.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { settledEdits } from '../../../support/settled-edits.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const other = '/component/titles/other'
const group = '/_/component_groups/1'
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const order = [a, b]

const some = (refs: object) => Object.keys(refs).slice(0, 1)

const paths = pathsOf(pendingEditsMachine, {
  input: undefined,
  events: [
    {
      type: 'field.changed',
      iri: live,
      property: 'title',
      value: 'B',
      stored: 'A',
    },
    {
      type: 'edits.resumed',
      edits: [{ iri: live, property: 'title', value: 'B', stored: 'A' }],
    },
    { type: 'flush.requested' },
    { type: 'selection.changed' },
    { type: 'location.committed' },
    { type: 'save.requested', iri: null },
    { type: 'save.requested', iri: live },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'resource.removed', iri: live },
    { type: 'deletion.detected', iri: live, live: null, known: [] },
    { type: 'deletion.detected', iri: draft, live, known: [] },
    { type: 'change.saved', intent: { kind: 'delete', iri: live } },
    { type: 'change.saved', intent: { kind: 'publish', iri: live } },
    {
      type: 'change.failed',
      intent: { kind: 'publish', iri: draft },
      failure: new Failure('invalid'),
    },
    { type: 'action.refused' },
    { type: 'refusal.shown' },
    { type: 'xstate.done.actor.waitUntilIdle', output: settledEdits(true) },
    { type: 'xstate.done.actor.field 0', output: [live] },
  ],
  distinguishBy: ({ fields }) => some(fields).length,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "pendingEdits | field.changed {fieldCount, fields} (sends edits.changed to watchDeletions)",
      "pendingEdits | edits.resumed {fieldCount, fields} (sends edits.changed to watchDeletions)",
      "pendingEdits | flush.requested (sends flush.requested to pendingMoves)",
      "pendingEdits | selection.changed (sends flush.requested to pendingMoves)",
      "pendingEdits | location.committed (sends flush.requested to pendingMoves)",
      "pendingEdits | save.requested → saving (sends flush.requested to pendingMoves)",
      "pendingEdits | iri.replaced {fields} (sends edits.changed to watchDeletions)",
      "pendingEdits | resource.removed (emits resource.removed)",
      "pendingEdits | deletion.detected (sends edits.changed to watchDeletions, emits resource.removed)",
      "pendingEdits | change.saved [isDeletion] {fields} (sends edits.changed to watchDeletions, emits resource.removed)",
      "pendingEdits | change.failed",
      "pendingEdits | action.refused → refused",
      "pendingEdits | flush.requested (sends flush.requested to field 0, sends flush.requested to pendingMoves)",
      "pendingEdits | selection.changed (sends flush.requested to field 0, sends flush.requested to pendingMoves)",
      "pendingEdits | location.committed (sends flush.requested to field 0, sends flush.requested to pendingMoves)",
      "pendingEdits | save.requested → saving (sends flush.requested to field 0, sends flush.requested to pendingMoves)",
      "pendingEdits | resource.removed [hasFields] (sends resource.removed to watchDeletions)",
      "pendingEdits | deletion.detected [hasFields] (sends deletion.detected to field 0, sends edits.changed to watchDeletions, sends resource.removed to watchDeletions)",
      "pendingEdits | field 0 done [isField] {fields} (sends edits.changed to watchDeletions, emits resource.removed)",
      "saving | waitUntilIdle done → idle (emits save.settled)",
      "refused | refusal.shown → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pendingEditsMachine, paths)).toEqual([])
  expect(untakenTransitions(pendingEditsMachine, paths)).toEqual([])
})

const run = () => {
  const intents: Intent[] = []
  // A controlled promise holds one pending call; several fields save at the same time.
  const saveChange = fromPromise<SaveResult, Intent>(({ input }) => {
    intents.push(input)
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  })
  const answers: { resolve: (saved: SaveResult) => void; reject: (failure: Failure) => void }[] = []
  const deletions = controlledCallback<DeletionWatchEvent>()
  const clock = new SimulatedClock()
  const emitted: EmittedBy<'pendingEdits'>[] = []
  const ref = createActor(
    pendingEditsMachine.provide({
      actors: {
        field: fieldMachine.provide({ actors: { saveChange } }),
        pendingMoves: pendingMovesMachine.provide({
          actors: { reorder: reorderMachine.provide({ actors: { saveChange } }) },
        }),
        watchDeletions: deletions.logic,
        warnBeforeUnload: controlledCallback<PendingEditsEvent>().logic,
      },
    }),
    { clock },
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return {
    ref,
    clock,
    emitted,
    intents,
    answers,

    move: () =>
      selectPendingMovesRef(ref.getSnapshot()).send({
        type: 'move.requested',
        group,
        position: b,
        to: 0,
        order,
      }),
    /** All actors that listen to the queue of changes hear it. */
    replace: (from: Iri, to: Iri) => {
      for (const fieldRef of Object.values(selectFieldRefs(ref.getSnapshot())))
        fieldRef.send({ type: 'iri.replaced', from, to })
      ref.send({ type: 'iri.replaced', from, to })
    },
    type: (iri: Iri, value: string, { stored = 'A', versions = [iri] } = {}) =>
      editField(ref, versions, { iri, property: 'title', value, stored }),
    field: (iri: Iri) => selectFields(iri)(ref.getSnapshot())['title'],
  }
}

const storedTitle = (iri: Iri, title: string): SaveResult => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {}, title },
})
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('starts one actor for a property, at its first edit', () => {
  const { type, field } = run()
  expect(field(live)).toBeUndefined()
  type(live, 'B')
  const first = field(live)
  type(live, 'BC')
  expect(field(live)).toBe(first)
  expect(selectPendingValue(first!.getSnapshot())).toBe('BC')
  expect(field(other)).toBeUndefined()
})

test('sends an edit of a draft to the field of the live version', () => {
  const { type, field } = run()
  type(live, 'B')
  type(draft, 'BC', { versions: [live, draft] })
  expect(field(draft)).toBeUndefined()
  expect(selectPendingValue(field(live)!.getSnapshot())).toBe('BC')
})

test('gives each field undo groups of its own', () => {
  const { type, ref, intents } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'flush.requested' })
  const [one, two] = intents.map((intent) => (intent.kind === 'set' ? intent.undoGroup : null))
  expect(one).not.toBe(two)
})

test('moves a field to the new IRI of its resource', () => {
  const { type, field, ref, replace, intents } = run()
  type(live, 'B')
  const ofLive = field(live)
  replace(live, draft)
  expect(field(draft)).toBe(ofLive)
  expect(field(live)).toBeUndefined()
  ref.send({ type: 'flush.requested' })
  expect(intents).toMatchObject([{ iri: draft, value: 'B' }])
})

test('keeps both fields where a resource and its draft have both been edited', () => {
  const { type, ref, replace, intents } = run()
  type(live, 'B')
  type(draft, 'C')
  replace(live, draft)
  ref.send({ type: 'flush.requested' })
  expect(intents).toHaveLength(2)
  expect(intents).toMatchObject([{ iri: draft }, { iri: draft }])
})

test('drops the edits of a resource that the user has deleted', () => {
  const { type, field, ref, intents } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'change.saved', intent: { kind: 'delete', iri: live } })
  ref.send({ type: 'flush.requested' })
  expect(field(live)).toBeUndefined()
  expect(intents).toMatchObject([{ iri: other }])
})

test('keeps the edits of a deleted draft with its live version', async () => {
  const { type, field, ref, answers, intents } = run()
  type(draft, 'B')
  const ofDraft = field(draft)!
  ref.send({ type: 'deletion.detected', iri: draft, live, known: [] })
  expect(field(live)).toBe(ofDraft)
  ref.send({ type: 'flush.requested' })
  expect(intents).toMatchObject([{ iri: draft }])
  answers[0]!.reject(new Failure('notFound'))
  await turn()
  expect(isOrphaned(selectSaveRefusalRef(ofDraft.getSnapshot())!.getSnapshot())).toBe(true)
  expect(selectPendingValue(ofDraft.getSnapshot())).toBe('B')
})

test('goes on with the live version where a draft was given up in this browser', () => {
  const { type, field, ref, replace, intents } = run()
  type(draft, 'B')
  ref.send({ type: 'deletion.detected', iri: draft, live, known: [] })
  replace(draft, live)
  ref.send({ type: 'flush.requested' })
  expect(field(live)).toBeDefined()
  expect(intents).toMatchObject([{ iri: live, value: 'B' }])
})

/** Tells of a deletion, as the watch does before the page is rendered without the resource. */
const remove = ({ ref }: ReturnType<typeof run>, iri: Iri) => {
  ref.send({ type: 'resource.removed', iri })
  ref.send({ type: 'deletion.detected', iri, live: null, known: [] })
}
const removed = { type: 'resource.removed', iri: live }

test('emits at once that a resource is removed into which nothing was typed', () => {
  const { ref, emitted } = run()
  ref.send({ type: 'resource.removed', iri: live })
  expect(emitted).toEqual([removed])
})

test('keeps a removed resource until the last edit of it is given up', async () => {
  const editing = run()
  const { type, ref, field, answers, emitted } = editing
  type(live, 'B')
  editField(ref, [live], { iri: live, property: 'subtitle', value: 'D', stored: 'C' })
  ref.send({ type: 'flush.requested' })
  remove(editing, live)
  for (const answer of answers) answer.reject(new Failure('notFound'))
  await turn()
  type(live, 'BC')
  expect(selectPendingValue(field(live)!.getSnapshot())).toBe('BC')
  const refs = Object.values(selectFields(live)(ref.getSnapshot()))
  for (const fieldRef of refs) {
    expect(emitted).toEqual([])
    selectSaveRefusalRef(fieldRef.getSnapshot())!.send({ type: 'edits.discarded' })
  }
  expect(emitted).toEqual([removed])
  expect(selectFieldRefs(ref.getSnapshot())).toEqual({})
})

test('keeps no removed resource whose edits are saved', async () => {
  const editing = run()
  editing.type(live, 'B')
  editing.ref.send({ type: 'flush.requested' })
  editing.answers[0]!.resolve(storedTitle(live, 'B'))
  await turn()
  remove(editing, live)
  expect(editing.emitted).toEqual([removed])
  editing.type(live, 'C')
  expect(selectPendingValue(editing.field(live)!.getSnapshot())).toBe('C')
})

test('tells of no removal where the resource is put back with the edit', async () => {
  const editing = run()
  const { type, ref, field, answers, emitted } = editing
  type(live, 'B')
  ref.send({ type: 'flush.requested' })
  remove(editing, live)
  answers[0]!.reject(new Failure('notFound'))
  await turn()
  selectSaveRefusalRef(field(live)!.getSnapshot())!.send({ type: 'restore.requested' })
  editing.replace(live, other)
  answers[1]!.resolve(storedTitle(other, 'B'))
  await turn()
  expect(selectPendingValue(field(other)!.getSnapshot())).toBeUndefined()
  expect(emitted).toEqual([])
})

test('a refused edit of a property that another one empties is taken back', async () => {
  const { ref, answers } = run()
  const edit = (property: string, clears: string, value: string | null, stored: string | null) =>
    editField(ref, [live], { iri: live, property, value, stored, clears })
  const pending = (property: string) =>
    selectPendingValue(selectFields(live)(ref.getSnapshot())[property]!.getSnapshot())
  edit('route', 'rawPath', 'zzz', '/about')
  ref.send({ type: 'flush.requested' })
  answers[0]!.reject(new Failure('invalid'))
  await turn()
  edit('rawPath', 'route', null, '')
  expect(pending('route')).toBe('zzz')
  edit('rawPath', 'route', 'https://example.com', '')
  expect(pending('route')).toBeUndefined()
  expect(pending('rawPath')).toBe('https://example.com')
})

test('is refused until the user has been led to what is unsaved', () => {
  const { ref } = run()
  ref.send({ type: 'action.refused' })
  expect(isRefused(ref.getSnapshot())).toBe(true)
  ref.send({ type: 'refusal.shown' })
  expect(isRefused(ref.getSnapshot())).toBe(false)
})

test.each(['selection.changed', 'location.committed'] as const)(
  'saves everything at %s',
  (type) => {
    const editing = run()
    editing.type(live, 'B')
    editing.move()
    editing.ref.send({ type })
    expect(editing.intents).toMatchObject([{ kind: 'set' }, { kind: 'move' }])
  },
)

test('emits when all edits are saved', async () => {
  const { type, ref, move, emitted, answers } = run()
  type(live, 'B')
  move()
  ref.send({ type: 'save.requested', iri: null })
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(emitted).toEqual([])
  answers[1]!.resolve({ resource: null })
  await turn()
  expect(emitted).toMatchObject([{ type: 'save.settled', isSaved: true }])
})

test('waits for what is typed into another field while the first is being saved', async () => {
  const { type, ref, emitted, answers } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  type(other, 'C')
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(emitted).toEqual([])
  ref.send({ type: 'flush.requested' })
  answers[1]!.resolve(storedTitle(other, 'C'))
  await turn()
  expect(emitted).toMatchObject([
    { type: 'save.settled', isSaved: true, edits: [{ value: 'B' }, { value: 'C' }] },
  ])
})

test('tells of what was typed meanwhile and could not be saved', async () => {
  const { type, ref, emitted, answers } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  type(other, 'C')
  ref.send({ type: 'flush.requested' })
  answers[1]!.reject(new Failure('unexpected'))
  await turn()
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(emitted).toMatchObject([{ type: 'save.settled', isSaved: false, isOffline: false }])
})

test('waits only for the edits of one resource, even when its IRI is replaced', async () => {
  const { type, ref, replace, emitted, answers } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'save.requested', iri: live })
  replace(live, draft)
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(emitted).toMatchObject([{ type: 'save.settled', isSaved: true }])
})

test('emits that an edit could not be saved', async () => {
  const { type, ref, emitted, answers } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  answers[0]!.reject(new Failure('offline'))
  await turn()
  expect(emitted).toMatchObject([{ type: 'save.settled', isSaved: false }])
})

test('does not wait for a resource that is deleted meanwhile', async () => {
  const { type, ref, emitted } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  ref.send({ type: 'change.saved', intent: { kind: 'delete', iri: live } })
  await turn()
  expect(emitted).toMatchObject([
    { type: 'resource.removed', iri: live },
    { type: 'save.settled', isSaved: true },
  ])
})

test('emits at once when there is nothing to save', async () => {
  const { ref, emitted } = run()
  ref.send({ type: 'save.requested', iri: null })
  await turn()
  expect(emitted).toMatchObject([{ type: 'save.settled', isSaved: true }])
})

test.each<[string, Intent, Iri | undefined]>([
  ['one draft', { kind: 'publish', iri: draft }, undefined],
  [
    'a draft at a time',
    { kind: 'schedule', iri: draft, publishedAt: '2126-01-01T00:00:00Z' },
    undefined,
  ],
  ['several drafts', { kind: 'publishAll', iris: [other, draft] }, draft],
])(
  'knows which draft was found invalid when %s was to be published, until something else fails',
  (_, intent, iri) => {
    const { ref } = run()
    const invalid = () =>
      [live, draft, other].filter((one) => hasInvalidFields([one, null])(ref.getSnapshot()))
    const failedWith = (failure: Failure) => ref.send({ type: 'change.failed', intent, failure })
    const violation = { propertyPath: 'file', message: 'Choose a picture.', ...(iri && { iri }) }
    failedWith(new Failure('invalid', { violations: [violation] }))
    expect(invalid()).toEqual([draft])
    failedWith(new Failure('offline'))
    expect(invalid()).toEqual([])
  },
)
