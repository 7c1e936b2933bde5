import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromPromise } from 'xstate'
import type { Intent, ChangeResult } from '#content/change/plan-change.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { fieldMachine, selectPendingValue } from '#machines/editing/field.ts'
import { reorderMachine, selectOrder } from '#machines/editing/reorder.ts'
import {
  type PendingEditsEmitted,
  selectField,
  selectReorder,
  pendingEditsMachine,
} from '#machines/editing/pending-edits.ts'
import { pathsOf, transitionTable, uncrossed, unreachable } from '../../support/machines/paths.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const other = '/component/titles/other'
const group = '/_/component_groups/1'
const order = ['a', 'b']

const some = (refs: object) => Object.keys(refs).slice(0, 1)

const paths = pathsOf(pendingEditsMachine, {
  input: undefined,
  events: [
    { type: 'field.changed', iri: live, property: 'title', value: 'B', stored: 'A' },
    { type: 'field.settled', iri: live, property: 'title' },
    { type: 'move.requested', group, position: 'b', to: 0, order },
    { type: 'flush.requested' },
    { type: 'server.reachable' },
    { type: 'save.requested', iri: null },
    { type: 'save.requested', iri: live },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'resource.removed', iri: live },
    { type: 'xstate.done.actor.waitUntilIdle', output: true },
  ],
  distinguishBy: ({ fields, reorders }) => [some(fields).length, some(reorders).length],
})

test('does exactly this', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | field.changed → idle",
      "idle | move.requested → idle",
      "idle | flush.requested → idle",
      "idle | server.reachable → idle",
      "idle | save.requested → saving",
      "idle | iri.replaced → idle",
      "idle | resource.removed → idle",
      "idle | field.changed → idle (tells field 0 field.changed)",
      "idle | field.settled → idle (tells field 0 flush.requested)",
      "idle | flush.requested → idle (tells field 0 flush.requested)",
      "idle | server.reachable → idle (tells field 0 server.reachable)",
      "idle | save.requested → saving (tells field 0 flush.requested)",
      "idle | iri.replaced → idle (tells field 0 iri.replaced)",
      "idle | move.requested → idle (tells reorder /_/component_groups/1 move.requested)",
      "idle | flush.requested → idle (tells reorder /_/component_groups/1 flush.requested)",
      "idle | server.reachable → idle (tells reorder /_/component_groups/1 server.reachable)",
      "idle | save.requested → saving (tells reorder /_/component_groups/1 flush.requested)",
      "saving | field.changed → saving",
      "saving | move.requested → saving",
      "saving | flush.requested → saving",
      "saving | server.reachable → saving",
      "saving | save.requested → saving",
      "saving | iri.replaced → saving",
      "saving | resource.removed → saving",
      "saving | waitUntilIdle done → idle (says save.settled)",
      "idle | flush.requested → idle (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "idle | server.reachable → idle (tells field 0 server.reachable, tells reorder /_/component_groups/1 server.reachable)",
      "idle | save.requested → saving (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "saving | field.changed → saving (tells field 0 field.changed)",
      "saving | field.settled → saving (tells field 0 flush.requested)",
      "saving | flush.requested → saving (tells field 0 flush.requested)",
      "saving | server.reachable → saving (tells field 0 server.reachable)",
      "saving | save.requested → saving (tells field 0 flush.requested)",
      "saving | iri.replaced → saving (tells field 0 iri.replaced)",
      "saving | move.requested → saving (tells reorder /_/component_groups/1 move.requested)",
      "saving | flush.requested → saving (tells reorder /_/component_groups/1 flush.requested)",
      "saving | server.reachable → saving (tells reorder /_/component_groups/1 server.reachable)",
      "saving | save.requested → saving (tells reorder /_/component_groups/1 flush.requested)",
      "saving | flush.requested → saving (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "saving | server.reachable → saving (tells field 0 server.reachable, tells reorder /_/component_groups/1 server.reachable)",
      "saving | save.requested → saving (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(pendingEditsMachine, paths)).toEqual([])
  expect(uncrossed(pendingEditsMachine, paths)).toEqual([])
})

const run = () => {
  const heard: Intent[] = []
  // One puppet holds one answer back; several fields save at once.
  const saveChange = fromPromise<ChangeResult, Intent>(({ input }) => {
    heard.push(input)
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  })
  const answers: { resolve: (saved: ChangeResult) => void; reject: (failure: Failure) => void }[] =
    []
  const clock = new SimulatedClock()
  const told: PendingEditsEmitted[] = []
  const ref = createActor(
    pendingEditsMachine.provide({
      actors: {
        field: fieldMachine.provide({ actors: { saveChange } }),
        reorder: reorderMachine.provide({ actors: { saveChange } }),
      },
    }),
    { clock },
  )
  ref.on('*', (event) => told.push(event))
  ref.start()
  return {
    ref,
    clock,
    told,
    heard,
    answers,

    type: (iri: Iri, value: string, stored = 'A') =>
      ref.send({ type: 'field.changed', iri, property: 'title', value, stored }),
    field: (iri: Iri) => selectField(iri, 'title')(ref.getSnapshot()),
  }
}

const storedTitle = (iri: Iri, title: string): ChangeResult => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {}, title },
})
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('starts one actor for a property, when somebody types into it and not before', () => {
  const { type, field } = run()
  expect(field(live)).toBeUndefined()
  type(live, 'B')
  const first = field(live)
  type(live, 'BC')
  expect(field(live)).toBe(first)
  expect(selectPendingValue(first!.getSnapshot())).toBe('BC')
  expect(field(other)).toBeUndefined()
})

test('tells the sessions of its fields apart', () => {
  const { type, ref, heard } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'flush.requested' })
  const [one, two] = heard.map((intent) => (intent.kind === 'set' ? intent.session : null))
  expect(one).not.toBe(two)
})

test('starts one actor for a group and goes on with it', () => {
  const { ref } = run()
  ref.send({ type: 'move.requested', group, position: 'b', to: 0, order })
  ref.send({ type: 'move.requested', group, position: 'b', to: 1, order })
  expect(selectOrder(selectReorder(group)(ref.getSnapshot())!.getSnapshot())).toBeNull()
})

test('a field goes with its resource when that gets another IRI', () => {
  const { type, field, ref, heard } = run()
  type(live, 'B')
  const ofLive = field(live)
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  expect(field(draft)).toBe(ofLive)
  expect(field(live)).toBeUndefined()
  ref.send({ type: 'field.settled', iri: draft, property: 'title' })
  expect(heard).toMatchObject([{ iri: draft, value: 'B' }])
})

test('both go on where a resource and its twin have been typed into', () => {
  const { type, ref, heard } = run()
  type(live, 'B')
  type(draft, 'C')
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  ref.send({ type: 'flush.requested' })
  expect(heard).toHaveLength(2)
  expect(heard).toMatchObject([{ iri: draft }, { iri: draft }])
})

test('what was typed into something that is gone is given up', () => {
  const { type, field, ref, heard } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'resource.removed', iri: live })
  ref.send({ type: 'flush.requested' })
  expect(field(live)).toBeUndefined()
  expect(heard).toMatchObject([{ iri: other }])
})

test('says when all of it is saved', async () => {
  const { type, ref, told, answers } = run()
  type(live, 'B')
  ref.send({ type: 'move.requested', group, position: 'b', to: 0, order })
  ref.send({ type: 'save.requested', iri: null })
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(told).toEqual([])
  answers[1]!.resolve({ resource: null })
  await turn()
  expect(told).toEqual([{ type: 'save.settled', isSaved: true }])
})

test('waits for what is about one resource only, whatever it is called by then', async () => {
  const { type, ref, told, answers } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'save.requested', iri: live })
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(told).toEqual([{ type: 'save.settled', isSaved: true }])
})

test('says so when something cannot be saved', async () => {
  const { type, ref, told, answers } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  answers[0]!.reject(new Failure('offline'))
  await turn()
  expect(told).toEqual([{ type: 'save.settled', isSaved: false }])
})

test('does not wait for ever for something that is gone meanwhile', async () => {
  const { type, ref, told } = run()
  type(live, 'B')
  ref.send({ type: 'save.requested', iri: null })
  ref.send({ type: 'resource.removed', iri: live })
  await turn()
  expect(told).toEqual([{ type: 'save.settled', isSaved: true }])
})

test('says at once when there is nothing to wait for', async () => {
  const { ref, told } = run()
  ref.send({ type: 'save.requested', iri: null })
  await turn()
  expect(told).toEqual([{ type: 'save.settled', isSaved: true }])
})
