/** The labels by which the editor calls the resources of a page. */
import { type Iri, NEW_POSITION, NEW_RESOURCE, iriTypeOf } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { ComponentGroup, ReadResource } from '#content/model/resource.ts'

/**
 * Returns a group's label. Its reference is the name in its layout or template plus the owner's IRI: `top_/_/layouts/1`
 * is “top”.
 */
export const groupLabel = ({ reference, location }: ComponentGroup) =>
  `group “${reference.endsWith(`_${location}`) ? reference.slice(0, -location.length - 1) : reference}”`

/** Returns the label of any resource on a page: the label of its kind, or its structural role. */
export function labelOf(iri: Iri, read: ReadResource, kinds: readonly ComponentKind[]): string {
  if (iri === NEW_RESOURCE) return 'New component'
  if (iri === NEW_POSITION) return 'Position'
  const resource = read(iri)
  const type = iriTypeOf(iri)
  if (type === 'COMPONENT_POSITION') return 'Position'
  if (type === 'COMPONENT_GROUP')
    return resource ? capitalize(groupLabel(resource as ComponentGroup)) : 'Group'
  return (
    kinds.find((kind) => kind.type === resource?.['@type'])?.label ?? resource?.['@type'] ?? iri
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
