/** Where a position goes in its group, and who makes room. */
import type { Iri } from '#content/iri.ts'
import { insertAt, moveTo } from '#content/order.ts'
import type { Work } from './work.ts'

/** True if it was not there already. */
export const placeIn = async (work: Work, iri: Iri, group: Iri, wished: number | undefined) => {
  const { current, inGroup } = await work.ask((facts) => ({
    current: facts.out(iri, 'componentGroup')[0],
    inGroup: facts
      .in(group, 'componentGroup')
      .map(({ from, position }) => ({ iri: from, sortValue: position })),
  }))
  const stays = current?.to === group
  if (stays && (wished === undefined || wished === current.position)) return false
  const { sortValue, shifted } = stays
    ? moveTo(inGroup, iri, wished ?? current.position)
    : insertAt(inGroup, wished ?? current?.position)
  if (current && !stays) work.unlink(current)
  const rows = await work.ask((facts) => shifted.map((neighbour) => facts.row(neighbour.iri)))
  shifted.forEach((neighbour, at) => {
    const row = rows[at]
    if (row) work.update(row)
    work.link(neighbour.iri, 'componentGroup', group, neighbour.sortValue)
  })
  work.link(iri, 'componentGroup', group, sortValue)
  return true
}
