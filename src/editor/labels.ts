/** The labels by which the editor calls the resources of a page. */
import { type Iri, NEW_POSITION, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import {
  type ComponentGroup,
  type ReadResource,
  type Resource,
  isResourceOf,
} from '#content/model/resource.ts'

/** Returns the name of a group in its layout or template, which its reference is made of: `top` of `top_/_/layouts/1`. */
const groupName = ({ reference, location }: ComponentGroup) =>
  reference.endsWith(`_${location}`) ? reference.slice(0, -location.length - 1) : reference

/** Returns a group's label: “Main content”, or its name, such as “Top”. */
export const groupLabel = (group: ComponentGroup) => {
  const name = groupName(group)
  return name === 'primary' ? 'Main content' : capitalize(name)
}

/** Returns the label of any resource on a page: the label of its kind, or its structural role. */
export function labelOf(iri: Iri, read: ReadResource, kinds: readonly ComponentKind[]): string {
  if (iri === NEW_RESOURCE) return 'New component'
  if (iri === NEW_POSITION) return 'Place'
  if (isIriOf('COMPONENT_POSITION', iri)) return 'Place'
  const resource: Resource | undefined = read(iri)
  if (isIriOf('COMPONENT_GROUP', iri))
    return resource && isResourceOf('COMPONENT_GROUP', resource) ? groupLabel(resource) : 'Content'
  return (
    kinds.find((kind) => kind.type === resource?.['@type'])?.label ?? resource?.['@type'] ?? iri
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
