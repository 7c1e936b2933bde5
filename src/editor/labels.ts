/** What things on the page are called, in the editor's words. */
import { type Iri, NEW_POSITION, NEW_RESOURCE, iriTypeOf } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { ComponentGroup, ReadResource } from '#content/model/resource.ts'

/** A group is named by the layout or template that owns it: `top_/_/layouts/1` is the group “top”. */
export const groupLabel = ({ reference, location }: ComponentGroup) =>
  `group “${reference.endsWith(`_${location}`) ? reference.slice(0, -location.length - 1) : reference}”`

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

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
