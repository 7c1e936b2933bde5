/** The columns of lists hold what every type can be searched in and sorted by, with case folded alike in all scripts. */
import { expect, test } from 'vitest'
import { kinds } from '#site/kinds.ts'
import { foldCase, listColumnsOf } from '#server/store/db/list-columns.ts'
import { createTypeRegistry } from '#server/store/types/type-registry.ts'

test('each type is searched in and sorted by what its columns are made of', () => {
  for (const { endpoint, searchableBy, sortableBy } of createTypeRegistry(kinds).all) {
    for (const property of searchableBy.filter((name) => !name.includes('.')))
      expect(listColumnsOf(`${endpoint}/1`, { [property]: 'Text' }).search_text).toBe('text')
    const [name, ...others] = sortableBy.filter((property) => property !== 'createdAt')
    expect(others).toEqual([])
    if (name !== undefined)
      expect(listColumnsOf(`${endpoint}/1`, { title: 'B', [name]: 'A' }).sort_key).toBe('a')
  }
})

test('a character and its cases fold to the same', () => {
  const isSingle = (text: string) => [...text].length === 1
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const character = String.fromCodePoint(code)
    for (const other of [character.toLowerCase(), character.toUpperCase()])
      if (other !== character && isSingle(other) && foldCase(other) !== foldCase(character))
        expect([code.toString(16), foldCase(other)]).toEqual([
          code.toString(16),
          foldCase(character),
        ])
  }
  expect(foldCase('ΟΔΟΣ ς Straße')).toBe('οδοσ σ straße')
})

test('the columns of a resource are its texts, its name, and whether it is a template', () => {
  expect(
    listColumnsOf('/_/pages/1', { reference: 'Home', title: 'Ångström', uiComponent: 'Primary' }),
  ).toEqual({ search_text: 'home\nångström\nprimary', sort_key: 'home', is_template: null })
  for (const isTemplate of [true, false])
    expect(listColumnsOf('/_/pages/1', { isTemplate }).is_template).toBe(isTemplate ? 1 : 0)
  expect(listColumnsOf('/_/layouts/1', { isTemplate: true }).is_template).toBeNull()
  expect(listColumnsOf('/page_data/posts/1', { title: 'A', reference: 'B' })).toEqual({
    search_text: 'a',
    sort_key: 'a',
    is_template: null,
  })
  expect(listColumnsOf('/component/titles/1', { title: 'A' })).toEqual({
    search_text: null,
    sort_key: null,
    is_template: null,
  })
  const long = listColumnsOf('/_/pages/1', { reference: '😀'.repeat(400) })
  expect([...(long.sort_key ?? '')]).toHaveLength(200)
})
