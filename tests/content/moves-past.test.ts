import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movesPast } from '#content/change/moves/moves-past.ts'

type Position = `/_/component_positions/${number}`

/** Moves each of the chosen ones past its neighbor, the foremost first, unless that is chosen, too. */
const movedOneByOne = (order: readonly Position[], chosen: ReadonlySet<Position>, by: -1 | 1) => {
  const moved = by === -1 ? [...order] : order.toReversed()
  for (const position of [...moved]) {
    const index = moved.indexOf(position)
    const before = moved[index - 1]
    if (!chosen.has(position) || before === undefined || chosen.has(before)) continue
    moved.splice(index - 1, 2, position, before)
  }
  return by === -1 ? moved : moved.toReversed()
}

const orders = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc.record({
    order: fc.constant(
      Array.from({ length: count }, (_, index): Position => `/_/component_positions/${index}`),
    ),
    chosen: fc.array(fc.integer({ min: 0, max: count - 1 })),
    by: fc.constantFrom<-1 | 1>(-1, 1),
  }),
)

test('several positions come one earlier or later, and those at the end stay', () => {
  fc.assert(
    fc.property(orders, ({ order, chosen, by }) => {
      const positions = chosen.map((index) => order[index]!)
      const moved = movesPast(order, { positions, by }).reduce<string[]>(
        (now, { position, to }) => {
          const others = now.filter((other) => other !== position)
          return others.toSpliced(
            order.findIndex((other) => other === to),
            0,
            position,
          )
        },
        [...order],
      )
      expect(moved).toEqual(movedOneByOne(order, new Set(positions), by))
    }),
  )
})
