import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SortedPosition, inSortOrder, insertAt, moveTo } from '#content/model/order.ts'

const group = (...sortValues: number[]): SortedPosition[] =>
  sortValues.map((sortValue, at) => ({ iri: `/_/component_positions/${at}`, sortValue }))

const apply = (positions: SortedPosition[], shifted: SortedPosition[]) =>
  positions.map((position) => shifted.find(({ iri }) => iri === position.iri) ?? position)

const sortedIris = (positions: SortedPosition[]) => inSortOrder(positions).map(({ iri }) => iri)

describe('inserting a position into a group', () => {
  test('without a sort value puts it last; into an empty group, first', () => {
    expect(insertAt(group(0, 10, 20))).toEqual({ sortValue: 21, shifted: [] })
    expect(insertAt([])).toEqual({ sortValue: 0, shifted: [] })
  })

  test('at a free sort value does not move others', () => {
    expect(insertAt(group(0, 10), 5)).toEqual({ sortValue: 5, shifted: [] })
  })

  test('at a taken sort value moves that position and all after it', () => {
    expect(insertAt(group(0, 10, 20), 10).shifted.map(({ sortValue }) => sortValue)).toEqual([
      11, 21,
    ])
  })
})

describe('moving a position', () => {
  test('down shifts the positions it passes up', () => {
    const positions = group(0, 1, 2, 3)
    const { sortValue, shifted } = moveTo(positions, positions[0]!.iri, 2)
    expect(sortValue).toBe(2)
    expect(shifted).toEqual([
      { iri: positions[1]!.iri, sortValue: 0 },
      { iri: positions[2]!.iri, sortValue: 1 },
    ])
  })

  test('up shifts the positions it passes down', () => {
    const positions = group(0, 1, 2, 3)
    const { shifted } = moveTo(positions, positions[3]!.iri, 1)
    expect(shifted.map(({ sortValue }) => sortValue)).toEqual([2, 3])
  })

  test('to its current index changes nothing', () => {
    expect(moveTo(group(0, 10), '/_/component_positions/1', 10).shifted).toEqual([])
  })
})

type Gesture =
  | { kind: 'add'; at?: number }
  | { kind: 'move'; which: number; to: number }
  | { kind: 'remove'; which: number }

const gestures = fc.array(
  fc.oneof(
    fc.record(
      { kind: fc.constant('add' as const), at: fc.option(fc.nat(12), { nil: undefined }) },
      { requiredKeys: ['kind'] },
    ),
    fc.record({ kind: fc.constant('move' as const), which: fc.nat(20), to: fc.nat(20) }),
    fc.record({ kind: fc.constant('remove' as const), which: fc.nat(20) }),
  ),
  { maxLength: 30 },
)

/** Moves positions to where another one is, as the editor's interface does. */
const play = (positions: SortedPosition[], gesture: Gesture, id: number): SortedPosition[] => {
  if (gesture.kind === 'add') {
    const { sortValue, shifted } = insertAt(positions, gesture.at)
    return [...apply(positions, shifted), { iri: `/_/component_positions/new-${id}`, sortValue }]
  }
  const chosen = inSortOrder(positions)[gesture.which % positions.length]
  if (!chosen) return positions
  if (gesture.kind === 'remove') return positions.filter(({ iri }) => iri !== chosen.iri)
  const to = inSortOrder(positions)[gesture.to % positions.length]!.sortValue
  const { sortValue, shifted } = moveTo(positions, chosen.iri, to)
  return apply(positions, shifted).map((position) =>
    position.iri === chosen.iri ? { ...position, sortValue } : position,
  )
}

test('after any edits every position remains and has a unique sort value', () => {
  fc.assert(
    fc.property(gestures, (all) => {
      let positions: SortedPosition[] = []
      for (const [id, gesture] of all.entries()) {
        const before = positions.length
        positions = play(positions, gesture, id)
        const change = gesture.kind === 'add' ? 1 : gesture.kind === 'remove' && before ? -1 : 0
        expect(positions).toHaveLength(before + change)
        expect(new Set(positions.map(({ sortValue }) => sortValue)).size).toBe(positions.length)
      }
    }),
  )
})

test('a move has the same result as removing and inserting', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(50), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      (values, from, to) => {
        const positions = inSortOrder(group(...values))
        const moved = positions[from % positions.length]!
        const target = to % positions.length
        const after = play(positions, { kind: 'move', which: from, to }, 0)
        const expected = positions.map(({ iri }) => iri).filter((iri) => iri !== moved.iri)
        expected.splice(target, 0, moved.iri)
        expect(sortedIris(after)).toEqual(expected)
      },
    ),
  )
})

test('an insert keeps the order of existing positions', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 10 }), fc.nat(12), (values, at) => {
      const positions = group(...values)
      expect(sortedIris(apply(positions, insertAt(positions, at).shifted))).toEqual(
        sortedIris(positions),
      )
    }),
  )
})
