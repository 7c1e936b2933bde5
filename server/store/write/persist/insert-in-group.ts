/** Inserts a position into its group and shifts the others. */
import type { Iri } from '#content/model/iri.ts'
import { insertAt, moveTo } from '#content/model/order.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Puts a position at an index of a group; resolves to false if it is already there. */
export const insertInGroup = async (
  work: UnitOfWork,
  iri: Iri,
  group: Iri,
  index: number | undefined,
) => {
  const { current, siblings } = await work.query((graph) => ({
    current: graph.outgoing(iri, 'componentGroup')[0],
    siblings: graph
      .incoming(group, 'componentGroup')
      .map(({ from, position }) => ({ iri: from, sortValue: position })),
  }))
  const isSameGroup = current?.to === group
  if (isSameGroup && (index === undefined || index === current.position)) return false
  const { sortValue, shifted } = isSameGroup
    ? moveTo(siblings, iri, index ?? current.position)
    : insertAt(siblings, index ?? current?.position)
  if (current && !isSameGroup) work.removeRelation(current)
  const rows = await work.query((graph) => shifted.map((neighbor) => graph.row(neighbor.iri)))
  shifted.forEach((neighbor, shiftIndex) => {
    const row = rows[shiftIndex]
    if (row) work.update(row)
    work.addRelation(neighbor.iri, 'componentGroup', group, neighbor.sortValue)
  })
  work.addRelation(iri, 'componentGroup', group, sortValue)
  return true
}
