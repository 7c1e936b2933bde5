import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  isOpen,
  isSearching,
  outlineMachine,
  selectActive,
  selectCollapsed,
  selectRenamed,
  selectTakesFocus,
  selectTypeahead,
} from '#machines/editing/outline.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(outlineMachine, {
  input: undefined,
  events: [
    { type: 'toggle.requested' },
    { type: 'close.requested' },
    { type: 'item.focused', key: 'page' },
    { type: 'item.collapsed', key: 'page' },
    { type: 'item.expanded', key: 'page' },
    { type: 'collapsedItem.held', key: 'layout' },
    { type: 'item.revealed', key: 'page a b' },
    { type: 'item.selected', isCovered: true },
    { type: 'item.selected', isCovered: false },
    { type: 'character.typed', character: 'a' },
    { type: 'focus.moved' },
    { type: 'rename.requested', key: 'page c' },
    { type: 'rename.confirmed' },
    { type: 'rename.left' },
    { type: 'location.committed' },
    { type: 'xstate.done.actor.wasOutlineOpen', output: true },
    { type: 'xstate.done.actor.wasOutlineOpen', output: false },
    { type: 'xstate.error.actor.wasOutlineOpen', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "outline | toggle.requested → open.idle {takesFocus}",
      "outline | rename.requested → open.renaming {active, renamed, takesFocus}",
      "reading | wasOutlineOpen done [wasOpen] → open.idle",
      "reading | wasOutlineOpen done → closed",
      "reading | wasOutlineOpen failed → closed",
      "open | toggle.requested → closed",
      "open | close.requested → closed",
      "open | item.focused {active}",
      "open | item.collapsed {active, collapsed}",
      "open | item.expanded {active}",
      "open | collapsedItem.held {collapsed}",
      "open | item.revealed {active}",
      "open | item.selected [isCovered] → closed",
      "open | character.typed → open.searching {typeahead}",
      "open | focus.moved {takesFocus}",
      "open.searching | typeaheadTimeout elapsed → open.idle {typeahead}",
      "open.renaming | close.requested → open.idle",
      "open.renaming | rename.confirmed → open.idle",
      "open.renaming | rename.left → open.idle",
      "open.renaming | location.committed → open.idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(outlineMachine, paths)).toEqual([])
  expect(untakenTransitions(outlineMachine, paths)).toEqual([])
})

const run = () => {
  const reading = controlledPromise<boolean, undefined>()
  const remembering = controlledCallback()
  const clock = new SimulatedClock()
  const ref = createActor(
    outlineMachine.provide({
      actors: { wasOutlineOpen: reading.logic, rememberOutline: remembering.logic },
    }),
    { clock },
  ).start()
  return { ref, reading, remembering, clock, at: () => ref.getSnapshot() }
}

test('an outline that was open opens again, and leaves the focus where it is', async () => {
  const { ref, reading, remembering, at } = run()
  reading.settle({ type: 'xstate.done.actor.wasOutlineOpen', output: true })
  await waitFor(ref, isOpen)
  expect(selectTakesFocus(at())).toBe(false)
  expect(remembering.listenerCount()).toBe(1)
  ref.send({ type: 'close.requested' })
  expect(remembering.listenerCount()).toBe(0)
})

test('an outline that is asked for takes the focus once', () => {
  const { ref, at } = run()
  ref.send({ type: 'toggle.requested' })
  expect(selectTakesFocus(at())).toBe(true)
  ref.send({ type: 'focus.moved' })
  expect(selectTakesFocus(at())).toBe(false)
})

test('what is collapsed is remembered, until something inside is to be seen', () => {
  const { ref, at } = run()
  ref.send({ type: 'toggle.requested' })
  ref.send({ type: 'item.collapsed', key: 'page a' })
  ref.send({ type: 'item.collapsed', key: 'page b' })
  ref.send({ type: 'item.expanded', key: 'page b' })
  ref.send({ type: 'close.requested' })
  ref.send({ type: 'toggle.requested' })
  expect(selectCollapsed(at())).toEqual(['layout', 'page a'])
  ref.send({ type: 'item.revealed', key: 'page a x' })
  expect(selectCollapsed(at())).toEqual(['layout'])
  expect(selectActive(at())).toBe('page a x')
})

test('characters are searched for together until nothing is typed for a while', () => {
  const { ref, clock, at } = run()
  ref.send({ type: 'toggle.requested' })
  ref.send({ type: 'character.typed', character: 'c' })
  clock.increment(699)
  ref.send({ type: 'character.typed', character: 'o' })
  expect(selectTypeahead(at())).toBe('co')
  expect(isSearching(at())).toBe(true)
  clock.increment(700)
  expect(selectTypeahead(at())).toBe('')
  expect(isSearching(at())).toBe(false)
})

test('a section is renamed until its name is entered, given up or left, and only the first two take the focus', () => {
  const { ref, at } = run()
  const key = 'page a'
  const end = (type: 'rename.confirmed' | 'close.requested' | 'rename.left') => {
    ref.send({ type: 'rename.requested', key })
    expect([selectRenamed(at()), selectTakesFocus(at())]).toEqual([key, true])
    ref.send({ type: 'focus.moved' })
    ref.send({ type })
    expect([selectRenamed(at()), isOpen(at())]).toEqual([null, true])
    return selectTakesFocus(at())
  }
  expect(end('rename.confirmed')).toBe(true)
  expect(end('close.requested')).toBe(true)
  ref.send({ type: 'focus.moved' })
  expect(end('rename.left')).toBe(false)
})

test('a section to be renamed is shown: the outline opens, with all that it is in expanded', () => {
  const { ref, at } = run()
  ref.send({ type: 'rename.requested', key: 'layout top' })
  expect(isOpen(at())).toBe(true)
  expect(selectCollapsed(at())).toEqual([])
  expect(selectActive(at())).toBe('layout top')
})

test('on another page nothing is renamed', () => {
  const { ref, at } = run()
  ref.send({ type: 'rename.requested', key: 'page a' })
  ref.send({ type: 'location.committed' })
  expect(selectRenamed(at())).toBeNull()
})
