import { describe, expect, test } from 'vitest'
import type { OutlineRow } from '#content/page/outline/outline.ts'
import { findRowByPrefix } from '#content/find-row-by-prefix.ts'
import { isStepKey, stepOf } from '#content/page/outline/outline-keys.ts'

const row = (key: string, level: number, isExpanded: boolean | null = null): OutlineRow => ({
  item: {
    key,
    iri: key,
    area: 'page',
    stack: [],
    isDraft: false,
    children: [],
    scope: 'page',
    isScopeRoot: false,
  },
  level,
  posInSet: 1,
  setSize: 1,
  isExpanded,
})

const rows = [
  row('page', 1, true),
  row('story', 2, true),
  row('curtain', 3),
  row('coda', 3),
  row('aside', 2, false),
  row('layout', 1, false),
]
const indexOf = (key: string) => rows.findIndex(({ item }) => item.key === key)
const step = (at: string, key: string) => stepOf(rows, indexOf(at), key)

describe('a key', () => {
  test.each([
    ['page', 'ArrowDown', 'focus', 'story'],
    ['story', 'ArrowUp', 'focus', 'page'],
    ['coda', 'Home', 'focus', 'page'],
    ['page', 'End', 'focus', 'layout'],
    ['story', 'ArrowRight', 'focus', 'curtain'],
    ['aside', 'ArrowRight', 'expand', 'aside'],
    ['story', 'ArrowLeft', 'collapse', 'story'],
    ['coda', 'ArrowLeft', 'focus', 'story'],
    ['aside', 'ArrowLeft', 'focus', 'page'],
  ])('at %s, %s: %s %s', (at, key, kind, target) => {
    expect(step(at, key)).toEqual({ kind, key: target })
  })

  test.each([
    ['page', 'ArrowUp'],
    ['layout', 'ArrowDown'],
    ['layout', 'ArrowLeft'],
    ['coda', 'ArrowRight'],
    ['coda', 'x'],
  ])('at %s, %s: nothing', (at, key) => {
    expect(step(at, key)).toBeNull()
  })

  test('moves through nothing where there are no rows', () => {
    expect(stepOf([], 0, 'Home')).toBeNull()
  })

  test('is one of the tree only if it moves', () => {
    expect(['ArrowUp', 'End', 'Enter', 'toString'].filter(isStepKey)).toEqual(['ArrowUp', 'End'])
  })
})

test.each([
  ['page', 'c', 'curtain'],
  ['curtain', 'c', 'coda'],
  ['curtain', 'cc', 'coda'],
  ['coda', 'c', 'curtain'],
  ['coda', 'CU', 'curtain'],
  ['coda', 'cod', 'coda'],
  ['page', 'x', undefined],
])('from %s, typing %s finds %s', (from, typed, found) => {
  expect(findRowByPrefix(rows, indexOf(from), typed, ({ item }) => item.key)?.item.key).toBe(found)
})
