/** The single steps of which a recreation consists, as closely as the API allows. */
import { liveOf } from '../../model/component-versions.ts'
import { editableProperties } from '../../model/editable-properties.ts'
import { positionsOf } from '../../model/groups.ts'
import { type Iri, collectionIri } from '../../model/iri.ts'
import { isLive, publishState } from '../../model/publish-state.ts'
import type { ComponentGroup, ComponentPosition, ReadResource } from '../../model/resource.ts'
import { changedFiles } from '../changed-files.ts'
import { pageDataUsesOf, staticComponentOf } from '../component-uses.ts'
import type { KnownContent, Step } from '../types.ts'

interface CreateOptions {
  body: Record<string, unknown>
  position?: ComponentPosition
  deleted?: readonly ComponentPosition[]
}

/** Returns the step that creates a deleted component again, with its properties and files, as a draft if it was one. */
export const createComponentStep = (
  iri: Iri<'COMPONENT'>,
  content: KnownContent,
  { body, position, deleted = [] }: CreateOptions,
): Step => {
  const { read } = content
  const component = read(iri)
  const hasDrafts = component && publishState(component) !== null
  return {
    method: 'POST',
    iri: collectionIri(iri),
    body: {
      ...(component && editableProperties(component)),
      ...changedFiles(component, undefined, content),
      ...(hasDrafts && {
        publishedAt: isLive(component) ? (component['publishedAt'] ?? null) : null,
        ...(component['publishedUntil'] != null && { publishedUntil: component['publishedUntil'] }),
      }),
      ...body,
    },
    ...(position && { sortIndex: sortIndexOf(position, deleted, read) }),
    creates: { iri, ...(position && { position: position['@id'] }) },
  }
}

/** Returns the body that puts a position back into its group. */
export const positionBody = ({ componentGroup, sortValue }: ComponentPosition) => ({
  componentGroup,
  sortValue,
})

/** Returns the step that recreates a position with its own component, at its index in the group. */
export const createPositionStep = (
  position: ComponentPosition,
  deleted: readonly ComponentPosition[],
  read: ReadResource,
): Step => {
  const component = staticComponentOf(position)
  return {
    method: 'POST',
    iri: collectionIri(position['@id']),
    body: {
      ...editableProperties(position),
      component: component ? (liveOf(component, read) ?? component) : null,
    },
    sortIndex: sortIndexOf(position, deleted, read),
    creates: { iri: position['@id'] },
  }
}

/** Returns the position's index among those that were not deleted with it. */
const sortIndexOf = (
  { '@id': iri, componentGroup: group }: ComponentPosition,
  deleted: readonly ComponentPosition[],
  read: ReadResource,
) => {
  const order = positionsOf(group, read)
  const isDeleted = (other: Iri) => deleted.some((position) => position['@id'] === other)
  return {
    group,
    index: order.slice(0, order.indexOf(iri)).filter((other) => !isDeleted(other)).length,
  }
}

/** Puts the component back into a dynamic position, which outlives its own component. */
export const refillPositionStep = (
  position: ComponentPosition,
  component: Iri<'COMPONENT'>,
): Step => ({
  method: 'PATCH',
  iri: position['@id'],
  body: { component },
})

/** Shows a recreated component in the page data that the deleted one was taken out of. */
export const refillPageDataSteps = (component: Iri<'COMPONENT'>, content: KnownContent): Step[] =>
  pageDataUsesOf(component, content).map(({ pageData, property }) => ({
    method: 'PATCH',
    iri: pageData,
    body: { [property]: component },
  }))

/** Gives a group that still exists to its recreated owner. */
export const adoptGroupStep = (
  iri: Iri<'COMPONENT_GROUP'>,
  owner: Iri<'COMPONENT'>,
  read: ReadResource,
): Step[] => {
  const group = read(iri)
  if (!group) return []
  const { reference, location } = group
  const components = [...new Set([...iriListOf(group, 'components'), owner])]
  return [{ method: 'PATCH', iri, body: { reference, location, components } }]
}

/** Returns the list in a property of a group; empty where the group or the list is missing. */
export const iriListOf = (group: ComponentGroup | undefined, property: string): unknown[] => {
  const list = group?.[property]
  return Array.isArray(list) ? list : []
}
