import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** Returns true when the component at a position is the first of its kind in its group. */
export const useIsFirstOfKind = (position: Iri<'COMPONENT_POSITION'> | null) =>
  useResourceSelector((read) => position !== null && isFirstOfKind(position, read))

const isFirstOfKind = (position: Iri<'COMPONENT_POSITION'>, read: ReadResource) => {
  const typeAt = (iri: Iri<'COMPONENT_POSITION'>) => read(read(iri)?.component ?? '')?.['@type']
  const group = read(position)?.componentGroup
  const type = typeAt(position)
  return group && positionsOf(group, read).find((iri) => typeAt(iri) === type) === position
}
