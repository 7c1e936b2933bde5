import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentPosition, ReadResource } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** Returns true when the component at a position is the first of its kind in its group. */
export const useIsFirstOfKind = (position: Iri | null) =>
  useResourceSelector((read) => position !== null && isFirstOfKind(position, read))

const isFirstOfKind = (position: Iri, read: ReadResource) => {
  const positionAt = (iri: Iri) => read(iri) as ComponentPosition | undefined
  const typeAt = (iri: Iri) => read(positionAt(iri)?.component ?? '')?.['@type']
  const { componentGroup = '' } = positionAt(position) ?? {}
  const type = typeAt(position)
  return positionsOf(componentGroup, read).find((iri) => typeAt(iri) === type) === position
}
