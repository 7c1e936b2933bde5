import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromPromise } from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import { fieldMachine, selectTyped } from '#machines/field.ts'
import { reorderMachine, selectOrder } from '#machines/reorder.ts'
import {
  type UnsavedEmitted,
  selectField,
  selectReorder,
  unsavedMachine,
} from '#machines/unsaved.ts'
import { pathsOf, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const other = '/component/titles/other'
const group = '/_/component_groups/1'
const order = ['a', 'b']

const some = (refs: object) => Object.keys(refs).slice(0, 1)

const paths = pathsOf(unsavedMachine, {
  input: undefined,
  events: [
    { type: 'field.changed', iri: live, property: 'title', value: 'B', stored: 'A' },
    { type: 'field.settled', iri: live, property: 'title' },
    { type: 'move.requested', group, position: 'b', to: 0, order },
    { type: 'flush.requested' },
    { type: 'site.reached' },
    { type: 'settling.requested', iri: null },
    { type: 'settling.requested', iri: live },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'resource.removed', iri: live },
    { type: 'xstate.done.actor.settled', output: true },
  ],
  tellApart: ({ fields, reorders }) => [some(fields).length, some(reorders).length],
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → resting",
      "resting | field.changed → resting",
      "resting | move.requested → resting",
      "resting | flush.requested → resting",
      "resting | site.reached → resting",
      "resting | settling.requested → settling",
      "resting | iri.replaced → resting",
      "resting | resource.removed → resting",
      "resting | field.changed → resting (tells field 0 field.changed)",
      "resting | field.settled → resting (tells field 0 flush.requested)",
      "resting | flush.requested → resting (tells field 0 flush.requested)",
      "resting | site.reached → resting (tells field 0 site.reached)",
      "resting | settling.requested → settling (tells field 0 flush.requested)",
      "resting | iri.replaced → resting (tells field 0 iri.replaced)",
      "resting | move.requested → resting (tells reorder /_/component_groups/1 move.requested)",
      "resting | flush.requested → resting (tells reorder /_/component_groups/1 flush.requested)",
      "resting | site.reached → resting (tells reorder /_/component_groups/1 site.reached)",
      "resting | settling.requested → settling (tells reorder /_/component_groups/1 flush.requested)",
      "settling | field.changed → settling",
      "settling | move.requested → settling",
      "settling | flush.requested → settling",
      "settling | site.reached → settling",
      "settling | settling.requested → settling",
      "settling | iri.replaced → settling",
      "settling | resource.removed → settling",
      "settling | settled done → resting (says unsaved.settled)",
      "resting | flush.requested → resting (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "resting | site.reached → resting (tells field 0 site.reached, tells reorder /_/component_groups/1 site.reached)",
      "resting | settling.requested → settling (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "settling | field.changed → settling (tells field 0 field.changed)",
      "settling | field.settled → settling (tells field 0 flush.requested)",
      "settling | flush.requested → settling (tells field 0 flush.requested)",
      "settling | site.reached → settling (tells field 0 site.reached)",
      "settling | settling.requested → settling (tells field 0 flush.requested)",
      "settling | iri.replaced → settling (tells field 0 iri.replaced)",
      "settling | move.requested → settling (tells reorder /_/component_groups/1 move.requested)",
      "settling | flush.requested → settling (tells reorder /_/component_groups/1 flush.requested)",
      "settling | site.reached → settling (tells reorder /_/component_groups/1 site.reached)",
      "settling | settling.requested → settling (tells reorder /_/component_groups/1 flush.requested)",
      "settling | flush.requested → settling (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
      "settling | site.reached → settling (tells field 0 site.reached, tells reorder /_/component_groups/1 site.reached)",
      "settling | settling.requested → settling (tells field 0 flush.requested, tells reorder /_/component_groups/1 flush.requested)",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(unsavedMachine, paths)).toEqual([])
  expect(uncrossed(unsavedMachine, paths)).toEqual([])
})

const run = () => {
  const heard: Intent[] = []
  // One puppet holds one answer back; several fields save at once.
  const saveChange = fromPromise<Saved, Intent>(({ input }) => {
    heard.push(input)
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  })
  const answers: { resolve: (saved: Saved) => void; reject: (failure: Failure) => void }[] = []
  const clock = new SimulatedClock()
  const told: UnsavedEmitted[] = []
  const ref = createActor(
    unsavedMachine.provide({
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

const storedTitle = (iri: Iri, title: string): Saved => ({
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
  expect(selectTyped(first!.getSnapshot())).toBe('BC')
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
  ref.send({ type: 'settling.requested', iri: null })
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(told).toEqual([])
  answers[1]!.resolve({ resource: null })
  await turn()
  expect(told).toEqual([{ type: 'unsaved.settled', clean: true }])
})

test('waits for what is about one resource only, whatever it is called by then', async () => {
  const { type, ref, told, answers } = run()
  type(live, 'B')
  type(other, 'B')
  ref.send({ type: 'settling.requested', iri: live })
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  answers[0]!.resolve(storedTitle(draft, 'B'))
  await turn()
  expect(told).toEqual([{ type: 'unsaved.settled', clean: true }])
})

test('says so when something cannot be saved', async () => {
  const { type, ref, told, answers } = run()
  type(live, 'B')
  ref.send({ type: 'settling.requested', iri: null })
  answers[0]!.reject(new Failure('offline'))
  await turn()
  expect(told).toEqual([{ type: 'unsaved.settled', clean: false }])
})

test('does not wait for ever for something that is gone meanwhile', async () => {
  const { type, ref, told } = run()
  type(live, 'B')
  ref.send({ type: 'settling.requested', iri: null })
  ref.send({ type: 'resource.removed', iri: live })
  await turn()
  expect(told).toEqual([{ type: 'unsaved.settled', clean: true }])
})

test('says at once when there is nothing to wait for', async () => {
  const { ref, told } = run()
  ref.send({ type: 'settling.requested', iri: null })
  await turn()
  expect(told).toEqual([{ type: 'unsaved.settled', clean: true }])
})
