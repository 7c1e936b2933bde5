/** Where a position goes in its group, and who makes room. */
import type { Iri } from '#content/model/iri.ts'
import { insertAt, moveTo } from '#content/model/order.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** True if it was not there already. */
export const insertInGroup = async (
  work: UnitOfWork,
  iri: Iri,
  group: Iri,
  wished: number | undefined,
) => {
  const { current, inGroup } = await work.query((graph) => ({
    current: graph.outgoing(iri, 'componentGroup')[0],
    inGroup: graph
      .incoming(group, 'componentGroup')
      .map(({ from, position }) => ({ iri: from, sortValue: position })),
  }))
  const stays = current?.to === group
  if (stays && (wished === undefined || wished === current.position)) return false
  const { sortValue, shifted } = stays
    ? moveTo(inGroup, iri, wished ?? current.position)
    : insertAt(inGroup, wished ?? current?.position)
  if (current && !stays) work.unlink(current)
  const rows = await work.query((graph) => shifted.map((neighbour) => graph.row(neighbour.iri)))
  shifted.forEach((neighbour, at) => {
    const row = rows[at]
    if (row) work.update(row)
    work.link(neighbour.iri, 'componentGroup', group, neighbour.sortValue)
  })
  work.link(iri, 'componentGroup', group, sortValue)
  return true
}
