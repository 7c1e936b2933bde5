import { positionsOf } from '#content/groups.ts'
import type { Iri } from '#content/iri.ts'
import type { ComponentPosition, Read } from '#content/resource.ts'
import { useRead } from '#src/resources/use-resource.ts'

/** Whether what stands here is the first of its kind in its group: the one that is seen before the others. */
export const useFirstOfKind = (position: Iri | null) =>
  useRead((read) => position !== null && isFirst(position, read))

const isFirst = (position: Iri, read: Read) => {
  const positionAt = (iri: Iri) => read(iri) as ComponentPosition | undefined
  const typeAt = (iri: Iri) => read(positionAt(iri)?.component ?? '')?.['@type']
  const { componentGroup = '' } = positionAt(position) ?? {}
  const type = typeAt(position)
  return positionsOf(componentGroup, read).find((iri) => typeAt(iri) === type) === position
}
