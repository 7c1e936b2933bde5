/** Determines which changes of resources the user can see on the page. */
import type { ResourceUpdate } from '#content/page/update-queue.ts'
import { liveOf } from '#content/model/component-versions.ts'
import { type Iri, type IriType, iriTypeOf, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import {
  type ComponentPosition,
  type ReadResource,
  type Resource,
  createReader,
  isResourceOf,
} from '#content/model/resource.ts'

interface ShownContent {
  /** Reads what is shown now. */
  read: ReadResource
  isVisitor: boolean
}

/** Marks the updates that the user cannot see, such as those of positions and links that lead to the same content. */
export const markInvisible = (
  updates: ResourceUpdate[],
  { read, isVisitor }: ShownContent,
): ResourceUpdate[] => {
  const updated = new Map(updates.map(({ iri, item }) => [iri, item?.resource]))
  const readUpdated = createReader((iri) => (updated.has(iri) ? updated.get(iri) : read(iri)))
  const shownOf = isVisitor ? shownToVisitor : shownToEditor
  return updates.map((update) =>
    shownOf(update.iri, read) === shownOf(update.iri, readUpdated)
      ? { ...update, isInvisible: true }
      : update,
  )
}

/** Returns what a visitor sees of a resource, as a string that can be compared; null for nothing. */
const shownToVisitor = (iri: Iri, read: ReadResource) => {
  const resource = read(iri)
  if (!resource || (isResourceOf('COMPONENT_POSITION', resource) && !isFilled(resource, read)))
    return null
  if (!isResourceOf('COMPONENT_GROUP', resource)) return visibleContent(resource, read)
  const componentPositions = resource.componentPositions.filter((position) =>
    isFilled(read(position), read),
  )
  return visibleContent({ ...resource, componentPositions }, read)
}

/** Returns what an editor sees of a resource, drafts included; null for nothing. */
const shownToEditor = (iri: Iri, read: ReadResource) => {
  const resource = read(iri)
  return resource ? `${publishState(resource)} ${visibleContent(resource, read)}` : null
}

/** True when a position has a component that the user may read. */
const isFilled = (position: ComponentPosition | undefined, read: ReadResource) =>
  position?.component !== undefined && read(position.component) !== undefined

/** Returns the visible properties of a resource as a string that can be compared. */
export const visibleContent = (resource: Resource, read: ReadResource) => {
  const ignored = ignoredProperties(resource['@id'])
  const properties = Object.entries(resource)
    .filter(([property, value]) => value != null && !ignored.has(property))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([...properties, resource._metadata.mediaObjects], (key, value: unknown) =>
    // A file is known by its name. Its URL depends on the address at which the server was asked.
    key === 'contentUrl' ? undefined : toLiveVersion(value, read),
  )
}

/** Returns the live version for the IRI of a draft, which an editor is given in its place. */
const toLiveVersion = (value: unknown, read: ReadResource) =>
  isIriOf('COMPONENT', value) ? (liveOf(value, read) ?? value) : value

const neverVisible = [
  ...['@context', '_metadata', 'publishedResource', 'draftResource', 'modifiedAt'],
  // Lists the other pages that show the resource.
  'pages',
]
/** The relations of each type that say where it is used. */
const usesOfTypes: Partial<Record<IriType, string[]>> = {
  ROUTE: ['redirectedFrom', 'associatedResources'],
  COMPONENT_GROUP: ['layouts', 'components'],
  COMPONENT: ['componentPositions'],
}
const ignoredProperties = (iri: Iri) => {
  const type = iriTypeOf(iri)
  return new Set([...neverVisible, ...((type && usesOfTypes[type]) ?? [])])
}
