import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SortedMove, movesInto, orderWith } from '#content/change/moves/moves-into.ts'
import { type SortedPosition, inSortOrder, insertAt, moveTo } from '#content/model/order.ts'

type Position = `/_/component_positions/${number}`
type Group = `/_/component_groups/${number}`
/** The positions of each group, in order. */
type Site = ReadonlyMap<Group, readonly SortedPosition[]>

const groups: Group[] = ['/_/component_groups/0', '/_/component_groups/1', '/_/component_groups/2']

const groupIn = (site: Site) => (position: Position) =>
  groups.find((group) => site.get(group)!.some(({ iri }) => iri === position))

const orderIn = (site: Site, group: Group) => site.get(group)!.map(({ iri }) => iri as Position)

/** Returns the site once the API has a position in a group: it makes room, and closes up within the group. */
const patched = (site: Site, position: Position, group: Group, sortValue: number): Site => {
  const from = groupIn(site)(position)!
  const target = site.get(group)!
  const { shifted } =
    from === group ? moveTo(target, position, sortValue) : insertAt(target, sortValue)
  const values = new Map(shifted.map((each) => [each.iri, each.sortValue]))
  const without = (of: Group) => site.get(of)!.filter(({ iri }) => iri !== position)
  const others = without(group).map((each) => ({
    ...each,
    sortValue: values.get(each.iri) ?? each.sortValue,
  }))
  return new Map([
    ...site,
    [from, without(from)],
    [group, inSortOrder([...others, { iri: position, sortValue }])],
  ])
}

const applied = (site: Site, group: Group, moves: readonly SortedMove[]) =>
  moves.reduce(
    (now, { position, sortValue }) => patched(now, position as Position, group, sortValue),
    site,
  )

const undone = (site: Site, moves: readonly SortedMove[]) =>
  moves.reduceRight(
    (now, { position, former }) =>
      patched(now, position as Position, former.group as Group, former.sortValue),
    site,
  )

/** Positions in three groups, with gaps between their sort values, of which some are moved to a place in the first. */
const scenes = fc
  .record({
    gaps: fc.array(fc.record({ of: fc.nat(2), gap: fc.nat(3) }), { minLength: 1, maxLength: 9 }),
    chosen: fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }),
    at: fc.nat(9),
  })
  .map(({ gaps, chosen, at }) => {
    const site = new Map(groups.map((group) => [group, [] as SortedPosition[]]))
    for (const [index, { of, gap }] of gaps.entries()) {
      const sorted = site.get(groups[of]!)!
      const sortValue = (sorted.at(-1)?.sortValue ?? -1) + 1 + gap
      sorted.push({ iri: `/_/component_positions/${index}`, sortValue })
    }
    const positions = [...new Set(chosen)]
      .map((index): Position => `/_/component_positions/${index % gaps.length}`)
      .filter((position, index, all) => all.indexOf(position) === index)
    const others = orderIn(site, groups[0]!).filter((position) => !positions.includes(position))
    return { site, positions, before: others[at % (others.length + 1)] ?? null }
  })

const group = groups[0]!
const movesOf = ({
  site,
  positions,
  before,
}: typeof scenes extends fc.Arbitrary<infer S> ? S : never) =>
  movesInto(
    { group, before, positions },
    {
      groupOf: (position) => groupIn(site)(position as Position),
      sortedIn: (of) => site.get(of as Group)!,
    },
  )

test('several positions of any groups come to one place, in their order, and nothing else moves', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { site, positions, before } = scene
      const { moves, sorted } = movesOf(scene)
      const after = applied(site, group, moves)
      for (const of of groups) {
        const others = orderIn(site, of).filter((position) => !positions.includes(position))
        const index = before === null ? others.length : others.indexOf(before)
        expect(orderIn(after, of)).toEqual(
          of === group ? others.toSpliced(index, 0, ...positions) : others,
        )
      }
      expect(after.get(group)).toEqual(sorted)
      expect(orderIn(after, group)).toEqual(orderWith(orderIn(site, group), { positions, before }))
    }),
  )
})

test('undone one after the other in reverse, each is where it was, with the sort value that it had', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { site, positions } = scene
      const { moves } = movesOf(scene)
      const restored = undone(applied(site, group, moves), moves)
      for (const of of groups) {
        expect(orderIn(restored, of)).toEqual(orderIn(site, of))
        const isForeign = ({ iri }: SortedPosition) =>
          of !== group && positions.includes(iri as Position)
        expect(restored.get(of)!.filter(isForeign)).toEqual(site.get(of)!.filter(isForeign))
      }
    }),
  )
})

test('positions that are where they would come are not moved', () => {
  fc.assert(
    fc.property(scenes, ({ site }) => {
      const order = orderIn(site, group)
      expect(movesOf({ site, positions: order, before: null }).moves).toEqual([])
    }),
  )
})
