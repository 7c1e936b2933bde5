/** What things on the page are called, in the editor's words. */
import { type Iri, NEW_POSITION, NEW_RESOURCE, typeOf } from '#content/iri.ts'
import type { ComponentKind } from '#content/kind.ts'
import type { ComponentGroup, Read } from '#content/resource.ts'

/** A group is named by the layout or template that owns it: `top_/_/layouts/1` is the group “top”. */
export const groupName = ({ reference, location }: ComponentGroup) =>
  `group “${reference.endsWith(`_${location}`) ? reference.slice(0, -location.length - 1) : reference}”`

export function nameOf(iri: Iri, read: Read, kinds: readonly ComponentKind[]): string {
  if (iri === NEW_RESOURCE) return 'New component'
  if (iri === NEW_POSITION) return 'Position'
  const resource = read(iri)
  const type = typeOf(iri)
  if (type === 'COMPONENT_POSITION') return 'Position'
  if (type === 'COMPONENT_GROUP')
    return resource ? capital(groupName(resource as ComponentGroup)) : 'Group'
  return (
    kinds.find((kind) => kind.type === resource?.['@type'])?.label ?? resource?.['@type'] ?? iri
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
