import { expect, test } from 'vitest'
import { insertionPointFor, withCurrentIndex } from '#content/model/insertion-point.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'

const group = '/_/component_groups/1'
type Position = Iri<'COMPONENT_POSITION'>
const [first, second, third] = [1, 2, 3].map(
  (number): Position => `/_/component_positions/${number}`,
) as [Position, Position, Position]

/** Reads a group with these positions, of which each has the sort value that it began with. */
const readerOf = (positions: readonly Position[]) => {
  const read = (iri: Iri) => {
    if (iri === group) return { '@id': group, componentPositions: positions }
    if (!positions.some((position) => position === iri)) return undefined
    return { '@id': iri, componentGroup: group, sortValue: Number(iri.slice(-1)) * 10 }
  }
  return read as unknown as ReadResource
}
const all = readerOf([first, second, third])

test('what is added stays beside its neighbor when others remove what is before it', () => {
  const before = insertionPointFor(third, 'before', all)!
  expect(before.index).toBe(2)
  expect(withCurrentIndex(before, readerOf([second, third])).index).toBe(1)
  const after = insertionPointFor(first, 'after', all)!
  expect(withCurrentIndex(after, readerOf([second, third])).index).toBe(0)
})

test('what fills a position stays in it', () => {
  const fills = { position: second, iri: '/page_data/1' as Iri, property: 'text' }
  const point = { group, index: 1, sortValue: 20, fills } as const
  expect(withCurrentIndex(point, readerOf([second, third])).index).toBe(0)
})

test('a point whose place is as it was, or is not known any more, is the same one', () => {
  const point = insertionPointFor(second, 'after', all)!
  expect(withCurrentIndex(point, all)).toBe(point)
  const fills = { position: second, iri: '/page_data/1' as Iri, property: 'text' }
  const filled = { ...point, fills }
  expect(withCurrentIndex(filled, readerOf([first]))).toBe(filled)
})
