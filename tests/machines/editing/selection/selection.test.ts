import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Area } from '#content/page/selection/selection.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import {
  selectionMachine,
  selectArea,
  selectSelectedIri,
  selectFocusTarget,
  selectIsLiveShown,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const title = '/component/titles/1'
const draft = '/component/titles/2'
const position = '/_/component_positions/1'
const group = '/_/component_groups/1'
const stack = [title, position, group]
const link = ['/component/navigation_links/1', '/_/component_positions/9', '/_/component_groups/9']

const paths = pathsOf(selectionMachine, {
  input: undefined,
  events: [
    { type: 'resource.selected', stack, area: 'page' },
    { type: 'resource.selected', stack: [draft], area: 'page' },
    { type: 'resource.selected', stack: link, area: 'layout' },
    { type: 'resource.selected', stack: [], area: 'page' },
    { type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group], kind: 'Title' },
    { type: 'ancestor.selected', index: 1 },
    { type: 'ancestor.selected', index: 9 },
    { type: 'version.selected', live: true, iri: title },
    { type: 'selection.cleared' },
    { type: 'components.selected' },
    { type: 'iri.replaced', from: title, to: draft },
    { type: 'resource.removed', iri: title },
    { type: 'fallbacks.changed', fallbacks: [link] },
    {
      type: 'ancestors.changed',
      stack: [title, position, '/_/component_groups/2'],
      area: 'layout',
    },
    { type: 'resource.restored', focus: 'panel', stack: [draft], area: 'page' },
    { type: 'components.restored', components: [{ stack: link, area: 'layout' }] },
    { type: 'add.inserted', stack: [draft, position, group], kind: 'Title' },
    { type: 'add.saved', resource: draft, position },
    { type: 'location.committed' },
    { type: 'xstate.done.actor.areaSwitch', output: { stack: link, area: 'layout' } },
    { type: 'xstate.done.actor.areaSwitch', output: null },
  ],
  distinguishBy: ({ stack: selected, area, fallbacks }) => [
    selected.length > 0,
    area,
    fallbacks.length > 0,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "selection | resource.selected [isNew] → open {fallbacks, focus, stack} (emits selection.changed)",
      "selection | resource.selected [isNew and isInOtherArea] → confirming",
      "selection | resource.selected [isNothing] → closed {fallbacks, focus, stack} (emits selection.changed)",
      "selection | add.staged → open {fallbacks, focus, stack} (emits selection.changed)",
      "selection | selection.cleared → closed {fallbacks, focus, stack} (emits selection.changed)",
      "selection | components.selected → closed {fallbacks, focus, stack} (emits selection.changed)",
      "selection | fallbacks.changed {fallbacks}",
      "selection | resource.restored → open {area, fallbacks, focus, stack} (emits selection.moved)",
      "selection | components.restored {area}",
      "selection | add.inserted → open {fallbacks, focus, stack} (emits selection.changed)",
      "selection | location.committed → closed {fallbacks, focus, stack} (emits selection.changed)",
      "selection | iri.replaced [isSelected] {stack}",
      "selection | resource.removed [isSelected] → closed {stack}",
      "selection | add.saved [isSelected /component/__new__] {focus, stack} (emits selection.changed)",
      "selection | resource.removed [hasFallback] → open {fallbacks, focus, stack} (emits selection.moved)",
      "open | ancestor.selected [isInStack] {stack} (emits selection.changed)",
      "open | ancestor.selected [isOutOfRange] (logIndexOutOfRange)",
      "open | version.selected {isLiveShown, stack}",
      "open | ancestors.changed [isSame] {area, stack}",
      "confirming | areaSwitch done [isConfirmed] → open {area, fallbacks, focus, stack} (emits selection.changed)",
      "confirming | areaSwitch done → closed",
      "confirming | resource.selected [not isNew] → open",
      "confirming | areaSwitch done [hasSelection] → open",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(selectionMachine, paths)).toEqual([])
  expect(untakenTransitions(selectionMachine, paths)).toEqual([])
})

const run = (...first: string[]) => {
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const logIndexOutOfRange = vi.fn()
  const ref = createActor(
    selectionMachine.provide({
      actors: { areaSwitch: areaSwitchMachine.provide({ actors: { confirm: confirming.logic } }) },
      actions: { logIndexOutOfRange },
    }),
  ).start()
  const emitted: EmittedBy<'selection'>[] = []
  ref.on('*', (event) => emitted.push(event))
  const select = (selected: readonly string[], area: Area = 'page') =>
    ref.send({ type: 'resource.selected', stack: selected, area })
  if (first.length) select(first)
  return {
    ref,
    emitted,
    confirming,
    logIndexOutOfRange,
    select,
    stack: () => selectStack(ref.getSnapshot()),
    current: () => selectSelectedIri(ref.getSnapshot()),
    answer: async (output: boolean) => {
      confirming.settle({ type: 'xstate.done.actor.confirm', output })
      await waitFor(ref, (at) => !at.matches('confirming'))
    },
  }
}

test('reports an ancestor that is not in the stack, and keeps the selection', () => {
  const { ref, logIndexOutOfRange, stack: selected } = run(...stack)
  for (const index of [-1, stack.length]) ref.send({ type: 'ancestor.selected', index })
  expect(logIndexOutOfRange).toHaveBeenCalledTimes(2)
  ref.send({ type: 'ancestor.selected', index: 0 })
  expect(logIndexOutOfRange).toHaveBeenCalledTimes(2)
  expect(selected()).toEqual(stack)
})

test('ignores a click on the blank space of an ancestor of the selection', () => {
  const { select, stack: selected } = run(...stack)
  select([position, group])
  expect(selected()).toEqual(stack)
  select(stack)
  expect(selected()).toEqual(stack)
})

test('closes after a click outside of everything', () => {
  const { select, ref } = run(...stack)
  select([])
  expect(selectStack(ref.getSnapshot())).toEqual([])
})

test('selects an ancestor and drops what is inside it', () => {
  const { ref, current } = run(...stack)
  ref.send({ type: 'ancestor.selected', index: 5 })
  ref.send({ type: 'ancestor.selected', index: 0 })
  expect(current()).toBe(title)
  ref.send({ type: 'ancestor.selected', index: 2 })
  expect(selectStack(ref.getSnapshot())).toEqual([group])
})

test('asks before it switches from the page to the layout, and keeps the selection meanwhile', async () => {
  const { ref, select, answer, confirming, stack: selected } = run(...stack)
  select(link, 'layout')
  expect(confirming.calls[0]!.input).toEqual({
    title: 'Are you sure?',
    body: 'Are you sure you want to switch and edit the layout or page?',
  })
  expect(selected()).toEqual(stack)
  expect(selectArea(ref.getSnapshot())).toBe('page')
  await answer(true)
  expect(selected()).toEqual(link)
  expect(selectArea(ref.getSnapshot())).toBe('layout')
})

test('keeps its state when the switch is declined, with or without a selection', async () => {
  const some = run(...stack)
  some.select(link, 'layout')
  await some.answer(false)
  expect(some.stack()).toEqual(stack)

  const none = run()
  none.select(link, 'layout')
  await none.answer(false)
  expect(selectStack(none.ref.getSnapshot())).toEqual([])
  expect(selectArea(none.ref.getSnapshot())).toBe('page')
})

test('selects on a press while a canceled confirmation is still closing', () => {
  const { select, confirming, stack: selected, ref } = run(...stack)
  select(link, 'layout')
  select([draft, position, group])
  expect(selected()).toEqual([draft, position, group])
  expect(confirming.calls[0]!.signal.aborted).toBe(true)

  select(link, 'layout')
  select(link, 'layout')
  expect(confirming.calls).toHaveLength(3)
  expect(ref.getSnapshot().matches('confirming')).toBe(true)
  select([])
  expect(selectStack(ref.getSnapshot())).toEqual([])
})

test('withdraws its confirmation when the selection is cleared', () => {
  const { ref, select, confirming } = run(...stack)
  select(link, 'layout')
  ref.send({ type: 'selection.cleared' })
  expect(confirming.calls[0]!.signal.aborted).toBe(true)
  expect(selectStack(ref.getSnapshot())).toEqual([])
})

test('follows a resource that gets a draft or is published, and shows the new version', () => {
  const { ref, current } = run(...stack)
  ref.send({ type: 'version.selected', live: true, iri: title })
  ref.send({ type: 'iri.replaced', from: title, to: draft })
  expect(current()).toBe(draft)
  expect(selectIsLiveShown(ref.getSnapshot())).toBeNull()
})

test('keeps the selected version when other resources change', () => {
  const { ref } = run(...stack)
  ref.send({ type: 'version.selected', live: true, iri: title })
  ref.send({ type: 'iri.replaced', from: '/component/titles/8', to: '/component/titles/9' })
  expect(selectIsLiveShown(ref.getSnapshot())).toBe(true)
})

test('resets the selected version for another resource', () => {
  const { ref, select } = run(...stack)
  ref.send({ type: 'version.selected', live: true, iri: title })
  select(['/component/titles/9'])
  expect(selectIsLiveShown(ref.getSnapshot())).toBeNull()
})

test('closes when the selected resource or an ancestor of it is deleted', () => {
  for (const iri of stack) {
    const { ref } = run(...stack)
    ref.send({ type: 'resource.removed', iri: '/component/titles/9' })
    expect(selectStack(ref.getSnapshot())).not.toEqual([])
    ref.send({ type: 'resource.removed', iri })
    expect(selectStack(ref.getSnapshot())).toEqual([])
  }
})

test('selects a new resource in its area without asking', () => {
  const { ref, current } = run(...stack)
  ref.send({ type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group], kind: 'Title' })
  expect(current()).toBe(NEW_RESOURCE)
  expect(selectArea(ref.getSnapshot())).toBe('page')
})

const next = ['/component/titles/3', '/_/component_positions/3', group]
const previous = ['/component/titles/4', '/_/component_positions/4', group]

test('selects the next resource in place of a removed one, else the previous one, else the group', () => {
  const { ref, stack: selected } = run(...stack)
  const remove = (iri: string) => ref.send({ type: 'resource.removed', iri })
  ref.send({ type: 'fallbacks.changed', fallbacks: [next, previous, [group]] })
  remove(title)
  expect(selected()).toEqual(next)
  expect(selectFocusTarget(ref.getSnapshot())).toBe('panel')
  // The position is removed with its component, which is not selected any more.
  remove(position)
  expect(selected()).toEqual(next)
  remove(next[0]!)
  expect(selected()).toEqual(previous)
  remove(previous[0]!)
  expect(selected()).toEqual([group])
  remove(group)
  expect(selected()).toEqual([])
})

test('selects no fallback that is removed with the selected resource', () => {
  const { ref, stack: selected } = run(...stack)
  ref.send({ type: 'fallbacks.changed', fallbacks: [next, link] })
  ref.send({ type: 'resource.removed', iri: group })
  expect(selected()).toEqual(link)
})

test('selects what was selected before when a new resource is discarded', () => {
  const { ref, stack: selected } = run(...stack)
  ref.send({ type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group], kind: 'Title' })
  ref.send({ type: 'resource.removed', iri: NEW_RESOURCE })
  expect(selected()).toEqual(stack)
})

test('keeps a new resource selected when it is saved, unless something else is selected by then', () => {
  const { ref, select, stack: selected } = run(...stack)
  ref.send({ type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group], kind: 'Title' })
  ref.send({ type: 'add.saved', resource: draft, position })
  expect(selected()).toEqual([draft, position, group])
  expect(selectFocusTarget(ref.getSnapshot())).toBe('text')

  ref.send({ type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group], kind: 'Title' })
  select(stack)
  ref.send({ type: 'add.saved', resource: draft, position })
  expect(selected()).toEqual(stack)
  expect(selectFocusTarget(ref.getSnapshot())).toBeNull()
})

test('selects what undo has put back, and the panel has the focus', () => {
  const { ref, select, stack: selected } = run()
  select(next)
  ref.send({ type: 'resource.restored', focus: 'panel', stack, area: 'layout' })
  expect(selected()).toEqual(stack)
  expect(selectArea(ref.getSnapshot())).toBe('layout')
  expect(selectFocusTarget(ref.getSnapshot())).toBe('panel')
})

test('emits when the user or another page changes the selection, and where it moves by itself', () => {
  const { ref, emitted, select } = run()
  const count = (act: () => void) => {
    const before = emitted.length
    act()
    return emitted.length - before
  }
  expect(count(() => select(stack))).toBe(1)
  expect(count(() => select([position]))).toBe(0)
  expect(count(() => ref.send({ type: 'fallbacks.changed', fallbacks: [next] }))).toBe(0)
  expect(count(() => ref.send({ type: 'resource.removed', iri: title }))).toBe(1)
  expect(emitted.at(-1)).toEqual({ type: 'selection.moved', iri: next[0] })
  expect(
    count(() => ref.send({ type: 'resource.restored', focus: 'panel', stack, area: 'page' })),
  ).toBe(1)
  expect(emitted.at(-1)).toEqual({ type: 'selection.moved', iri: title })
  expect(count(() => ref.send({ type: 'selection.cleared' }))).toBe(1)
  expect(count(() => ref.send({ type: 'location.committed' }))).toBe(1)
})

test('the ancestors of the selected resource follow it to another group, those of another one do not', () => {
  const ref = createActor(selectionMachine).start()
  ref.send({ type: 'resource.selected', stack, area: 'page' })
  const moved = [title, position, '/_/component_groups/2']
  ref.send({ type: 'ancestors.changed', stack: [draft, ...moved.slice(1)], area: 'layout' })
  expect(selectStack(ref.getSnapshot())).toEqual(stack)
  expect(selectArea(ref.getSnapshot())).toBe('page')
  ref.send({ type: 'ancestors.changed', stack: moved, area: 'layout' })
  expect(selectStack(ref.getSnapshot())).toEqual(moved)
  expect(selectArea(ref.getSnapshot())).toBe('layout')
})
