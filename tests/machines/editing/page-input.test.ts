import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { pageInputMachine, selectPressedPoints } from '#machines/editing/page-input.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const title: Iri = '/component/titles/1'
const onTitle = { iri: title, isChrome: false, textId: 'title', point: { x: 10, y: 20 } }
const beside = { iri: null, isChrome: false, textId: null, point: { x: 0, y: 0 } }
const panel = { iri: null, isChrome: true, textId: 'field', point: { x: 30, y: 40 } }
const selection = { stack: [title], area: 'page' as const }

const paths = pathsOf(pageInputMachine, {
  input: undefined,
  events: [
    { type: 'press.started', target: onTitle },
    { type: 'press.ended', target: onTitle, selection },
    { type: 'press.ended', target: beside, selection: null },
    { type: 'press.canceled' },
    { type: 'tab.pressed', isBackward: false },
    { type: 'tab.pressed', isBackward: true },
    { type: 'key.pressed' },
    { type: 'text.focused', selection },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → press.released tab.released",
      "press | press.started → press.pressed {press}",
      "press and tab.pressed | press.started → press.pressed tab.released {press}",
      "press.released | press.ended [isOnPage] {press} (emits resource.selected)",
      "press.released and tab | tab.pressed → tab.pressed.forward",
      "press.released and tab | tab.pressed [isBackward] → tab.pressed.backward",
      "press.released | key.pressed",
      "press.released and tab.pressed | key.pressed → tab.released",
      "press.pressed | press.ended [isOnPage and isWhereItBegan] → press.released (emits resource.selected)",
      "press.pressed | press.ended → press.released {press}",
      "press.pressed | press.canceled → press.released {press}",
      "tab | tab.pressed → tab.pressed.forward",
      "tab | tab.pressed [isBackward] → tab.pressed.backward",
      "tab.pressed | text.focused (emits resource.selected)",
      "tab.pressed | key.pressed → tab.released",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageInputMachine, paths)).toEqual([])
  expect(untakenTransitions(pageInputMachine, paths)).toEqual([])
})

const start = () => {
  const ref = createActor(pageInputMachine).start()
  const selected: (readonly Iri[])[] = []
  ref.on('resource.selected', ({ stack }) => selected.push(stack))
  return { ref, selected }
}

test.each([
  ['selects where it began', onTitle, onTitle, 1],
  ['selects nothing after dragging from another resource', beside, onTitle, 0],
  ['selects nothing when it began on a part of the editor', panel, beside, 0],
  ['selects nothing when it ends on a part of the editor', onTitle, panel, 0],
])('a press %s', (_, from, to, count) => {
  const { ref, selected } = start()
  ref.send({ type: 'press.started', target: from })
  ref.send({ type: 'press.ended', target: to, selection })
  expect(selected).toHaveLength(count)
})

test('forgets where a press began once it has ended', () => {
  const { ref, selected } = start()
  ref.send({ type: 'press.started', target: panel })
  ref.send({ type: 'press.ended', target: panel, selection })
  ref.send({ type: 'press.ended', target: onTitle, selection })
  expect(selected).toEqual([[title]])
})

test('selects a text that Tab leads to, and none that is focused after another key or a press', () => {
  const { ref, selected } = start()
  const focus = () => ref.send({ type: 'text.focused', selection })
  focus()
  ref.send({ type: 'tab.pressed', isBackward: false })
  ref.send({ type: 'key.pressed' })
  focus()
  ref.send({ type: 'tab.pressed', isBackward: true })
  ref.send({ type: 'press.started', target: beside })
  focus()
  expect(selected).toEqual([])
  ref.send({ type: 'tab.pressed', isBackward: true })
  focus()
  expect(selected).toEqual([[title]])
})

test('knows between which points a text was pressed until another press or a key', () => {
  const { ref } = start()
  const points = (textId = 'title') => selectPressedPoints(ref.getSnapshot(), textId)
  const end = { ...onTitle, point: { x: 15, y: 25 } }
  expect(points()).toBeNull()
  ref.send({ type: 'press.started', target: onTitle })
  expect(points()).toEqual({ from: onTitle.point, to: onTitle.point })
  expect(points('field')).toBeNull()
  ref.send({ type: 'press.ended', target: end, selection })
  expect(points()).toEqual({ from: onTitle.point, to: end.point })

  ref.send({ type: 'key.pressed' })
  expect(points()).toBeNull()
  // A click without a press before it.
  ref.send({ type: 'press.ended', target: end, selection })
  expect(points()).toEqual({ from: end.point, to: end.point })
  ref.send({ type: 'tab.pressed', isBackward: false })
  expect(points()).toBeNull()

  ref.send({ type: 'press.started', target: onTitle })
  ref.send({ type: 'press.ended', target: { ...beside, iri: title }, selection })
  expect(points(), 'released beside the text').toEqual({ from: onTitle.point, to: onTitle.point })
  ref.send({ type: 'press.started', target: panel })
  expect(points()).toBeNull()
  expect(points('field')).toEqual({ from: panel.point, to: panel.point })
  ref.send({ type: 'press.canceled' })
  expect(points('field')).toBeNull()
})
