import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  blockMenuMachine,
  selectActive,
  selectMatches,
} from '#machines/editing/rich-text/block-menu.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const labels = ['Heading', 'Subheading', 'Bullet list', 'Numbered list', 'Quote']

const paths = pathsOf(blockMenuMachine, {
  input: { labels },
  distinguishBy: ({ matches, index }) => [matches.length, index],
  events: [
    { type: 'query.changed', query: '' },
    { type: 'query.changed', query: 'list' },
    { type: 'query.changed', query: 'poem' },
    { type: 'query.changed', query: null },
    { type: 'option.moved', by: 1 },
    { type: 'option.moved', by: -1 },
    { type: 'menu.dismissed' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | query.changed [hasMatches] → open {matches}",
      "open | query.changed [hasMatches] → open {index, matches}",
      "open | query.changed → closed {index, matches}",
      "open | option.moved {index}",
      "open | menu.dismissed → dismissed {index, matches}",
      "dismissed | query.changed [hasNoQuery] → closed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(blockMenuMachine, paths)).toEqual([])
  expect(untakenTransitions(blockMenuMachine, paths)).toEqual([])
})

const open = (query: string) => {
  const ref = createActor(blockMenuMachine, { input: { labels } }).start()
  ref.send({ type: 'query.changed', query })
  return {
    ref,
    matches: () => selectMatches(ref.getSnapshot()),
    active: () => selectActive(ref.getSnapshot()),
  }
}

test.each([
  ['', labels],
  ['h', ['Heading']],
  ['LIST', ['Bullet list', 'Numbered list']],
  ['numbered l', ['Numbered list']],
  ['eading', []],
])('after /%s the blocks are offered of which a word begins with it', (query, expected) => {
  expect(open(query).matches()).toEqual(expected)
})

test('the arrow keys go around, and begin again with what is typed', () => {
  const { ref, active } = open('')
  expect(active()).toBe('Heading')
  ref.send({ type: 'option.moved', by: -1 })
  expect(active()).toBe('Quote')
  ref.send({ type: 'option.moved', by: 1 })
  ref.send({ type: 'option.moved', by: 1 })
  expect(active()).toBe('Subheading')
  ref.send({ type: 'query.changed', query: 'list' })
  expect(active()).toBe('Bullet list')
})

test('once it was dismissed, it stays closed for this line', () => {
  const { ref, matches } = open('')
  ref.send({ type: 'menu.dismissed' })
  ref.send({ type: 'query.changed', query: 'h' })
  expect(matches()).toEqual([])
  ref.send({ type: 'query.changed', query: null })
  ref.send({ type: 'query.changed', query: 'h' })
  expect(matches()).toEqual(['Heading'])
})
