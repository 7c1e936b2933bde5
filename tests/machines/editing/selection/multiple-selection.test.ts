import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Selection } from '#content/page/selection/selection.ts'
import {
  isActive,
  isPicking,
  multipleSelectionMachine,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const at = (name: string): Selection => ({
  stack: [`/component/titles/${name}`, `/_/component_positions/${name}`, '/_/component_groups/1'],
  area: 'page',
})
const [one, two, three] = [at('one'), at('two'), at('three')] as const
const [iri, position] = ['/component/titles/one', '/_/component_positions/two']
const draft = '/component/titles/draft'

const paths = pathsOf(multipleSelectionMachine, {
  input: undefined,
  events: [
    { type: 'component.toggled', component: one, selected: null },
    { type: 'component.toggled', component: two, selected: one },
    { type: 'range.selected', components: [one, two] },
    { type: 'components.restored', components: [one, two] },
    { type: 'picking.requested', component: one },
    { type: 'selection.cleared' },
    { type: 'resource.selected' },
    { type: 'selection.changed', iri },
    { type: 'selection.changed', iri: null },
    { type: 'selection.moved' },
    { type: 'location.committed' },
    { type: 'iri.replaced', from: iri, to: draft },
    { type: 'resource.removed', iri },
    { type: 'resource.removed', iri: position },
  ],
  distinguishBy: ({ components }) => components.map(({ stack }) => stack[0]),
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → inactive",
      "multipleSelection | component.toggled [isAlone] → inactive {components} (emits resource.selected)",
      "multipleSelection | component.toggled → active.extending {components} (emits components.selected)",
      "multipleSelection | range.selected → active.extending {components} (emits components.selected)",
      "multipleSelection | components.restored → active.extending {components} (emits components.selected)",
      "multipleSelection | picking.requested → active.picking {components} (emits components.selected)",
      "multipleSelection | component.toggled [isEmpty] → inactive {components} (emits components.selected)",
      "active | selection.cleared → inactive {components}",
      "active | resource.selected → inactive {components}",
      "active | selection.changed [isSelected] → inactive {components}",
      "active | selection.moved → inactive {components}",
      "active | location.committed → inactive {components}",
      "active | iri.replaced {components}",
      "active | resource.removed {components}",
      "active | resource.removed [isEmpty] → inactive {components}",
      "active.picking | component.toggled [isEmpty] → inactive {components} (emits components.selected)",
      "active.picking | component.toggled {components} (emits components.selected)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(multipleSelectionMachine, paths)).toEqual([])
  expect(untakenTransitions(multipleSelectionMachine, paths)).toEqual([])
})

const start = () => {
  const ref = createActor(multipleSelectionMachine)
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, emitted, components: () => selectComponents(ref.getSnapshot()) }
}

test('what was selected alone stays selected with the first that is added', () => {
  const { ref, emitted, components } = start()
  ref.send({ type: 'component.toggled', component: two, selected: one })
  expect(components()).toEqual([one, two])
  ref.send({ type: 'component.toggled', component: three, selected: null })
  expect(components()).toEqual([one, two, three])
  expect(emitted).toEqual([
    { type: 'components.selected', count: 2 },
    { type: 'components.selected', count: 3 },
  ])
})

test('the only one that is left is selected alone', () => {
  const { ref, emitted } = start()
  ref.send({ type: 'component.toggled', component: two, selected: one })
  ref.send({ type: 'component.toggled', component: two, selected: null })
  expect(emitted.at(-1)).toEqual({ type: 'resource.selected', ...one })
  expect(isActive(ref.getSnapshot())).toBe(false)
})

test('while components are picked, one alone stays picked', () => {
  const { ref, components } = start()
  ref.send({ type: 'picking.requested', component: one })
  ref.send({ type: 'component.toggled', component: two, selected: null })
  ref.send({ type: 'component.toggled', component: one, selected: null })
  expect(components()).toEqual([two])
  expect(isPicking(ref.getSnapshot())).toBe(true)
})

test('a new draft stays selected, and what is deleted does not', () => {
  const { ref, components } = start()
  ref.send({ type: 'range.selected', components: [one, two] })
  ref.send({ type: 'iri.replaced', from: iri!, to: draft })
  ref.send({ type: 'resource.removed', iri: position! })
  expect(components()).toEqual([{ ...one, stack: [draft, ...one.stack.slice(1)] }])
  ref.send({ type: 'resource.removed', iri: draft })
  expect(isActive(ref.getSnapshot())).toBe(false)
})
