/** Removes a resource together with the resources that mean nothing without it. */
import { deleteCascade } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Deletes a resource with what exists only because of it, as `content/model/cascade.ts` lists it. */
export const deleteWithDependents = async (work: UnitOfWork, iri: Iri) => {
  const { removed, repointed } = await work.query((graph) =>
    deleteCascade(iri, (visited) => ({
      outgoing: graph.outgoing(visited),
      incoming: graph.incoming(visited),
      isDynamic: Boolean(graph.row(visited)?.data['pageDataProperty']),
    })),
  )
  for (const { relation, to } of repointed) {
    const [old] = await work.query((graph) =>
      graph.outgoing(relation.from, relation.property).filter((other) => other.to === relation.to),
    )
    work.removeRelation(relation)
    work.addRelation(relation.from, relation.property, to, old?.position ?? 0)
  }
  for (const removedIri of removed) await work.delete(removedIri)
}
