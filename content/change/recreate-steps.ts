/** Plans the steps that recreate what was deleted, as closely as the API allows. */
import {
  draftOf,
  editableProperties,
  isLive,
  liveOf,
  overwriteBody,
  positionsOfComponent,
} from '../model/component-versions.ts'
import { positionsOf } from '../model/groups.ts'
import { type Iri, collectionIri } from '../model/iri.ts'
import { inSortOrder } from '../model/order.ts'
import { publishState } from '../model/publish-state.ts'
import type {
  ComponentGroup,
  ComponentPosition,
  ReadResource,
  Resource,
} from '../model/resource.ts'
import { pageDataUsesOf } from './component-uses.ts'
import { changedFiles } from './changed-files.ts'
import type { KnownContent, Step } from './types.ts'

/** The positions of a deleted component. */
interface FormerPositions {
  /** The positions that are deleted with the component. */
  deleted: readonly ComponentPosition[]
  /** The dynamic positions, which remain without their component. */
  emptied?: readonly ComponentPosition[]
}

/** Recreates a component with its draft, its positions, its nested groups, and in the page data that showed it. */
export const recreateComponent = (
  iri: Iri<'COMPONENT'>,
  { deleted, emptied = [] }: FormerPositions,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const root = live ?? iri
  // Positions are recreated from the last to the first, because each moves those after it to where they were.
  const ordered = inSortOrder(
    deleted.map((position) => ({ ...position, iri: position['@id'] })),
  ).toReversed()
  const first = ordered.find(({ pageDataProperty }) => !pageDataProperty)
  const others = ordered.filter((position) => position !== first)
  return [
    createComponentStep(root, content, {
      ...(first && { position: first, deleted }),
      body: first ? { componentPositions: [positionBody(first)] } : {},
    }),
    ...(live && draft && live !== draft ? recreateDraft(draft, live, content) : []),
    ...others.map((position) => createPositionStep(position, deleted, read)),
    ...emptied.map((position) => refillPositionStep(position, root)),
    ...refillPageDataSteps(root, content),
    ...(read(root)?.componentGroups ?? []).flatMap((group) =>
      recreateNestedGroup(group, root, content),
    ),
  ]
}

/**
 * Recreates a live version that was deleted beside its draft. The API has moved what showed it to the draft, so this is
 * moved back before that draft is deleted, or the deletion would take it along.
 */
export const recreateLive = (
  live: Iri<'COMPONENT'>,
  draft: Iri<'COMPONENT'>,
  content: KnownContent,
): Step[] => [
  ...recreateInPlace(live, {}, content),
  ...recreateDraft(draft, live, content),
  { method: 'DELETE', iri: draft, published: false, targetsOriginal: true },
]

/** Replaces a live component by a new draft in the same places, because the API cannot unpublish it. */
export const recreateAsDraft = (iri: Iri<'COMPONENT'>, content: KnownContent): Step[] => [
  ...recreateInPlace(iri, { publishedAt: null }, content),
  { method: 'DELETE', iri, published: true, targetsOriginal: true },
]

/** Creates a component again, in the positions, page data and with the nested groups that still exist. */
const recreateInPlace = (
  iri: Iri<'COMPONENT'>,
  body: Record<string, unknown>,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const componentPositions = positionsOfComponent(iri, read)
  return [
    createComponentStep(iri, content, { body: { ...body, componentPositions } }),
    ...refillPageDataSteps(iri, content),
    ...(read(iri)?.componentGroups ?? []).flatMap((group) => adoptGroupStep(group, iri, read)),
  ]
}

/** Recreates a draft by editing its live component. */
export const recreateDraft = (
  draft: Iri<'COMPONENT'>,
  live: Iri<'COMPONENT'>,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const draftResource = read(draft)
  const liveResource = read(live)
  return draftResource && liveResource
    ? [
        {
          method: 'PATCH',
          iri: live,
          body: rewriteBody(draftResource, liveResource, content),
          creates: { iri: draft },
        },
      ]
    : []
}

interface CreateOptions {
  body: Record<string, unknown>
  position?: ComponentPosition
  deleted?: readonly ComponentPosition[]
}

const createComponentStep = (
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
      }),
      ...body,
    },
    ...(position && { sortIndex: sortIndexOf(position, deleted, read) }),
    creates: { iri, ...(position && { position: position['@id'] }) },
  }
}

const positionBody = ({ componentGroup, sortValue }: ComponentPosition) => ({
  componentGroup,
  sortValue,
})

/** Returns the position's place among those that were not deleted with it. */
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

/** Returns the step that recreates a position with its own component, at its place in the group. */
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

/** Puts the component back into a dynamic position, which outlives its own component. */
const refillPositionStep = (position: ComponentPosition, component: Iri<'COMPONENT'>): Step => ({
  method: 'PATCH',
  iri: position['@id'],
  body: { component },
})

/** Shows a recreated component in the page data that the deleted one was taken out of. */
const refillPageDataSteps = (component: Iri<'COMPONENT'>, content: KnownContent): Step[] =>
  pageDataUsesOf(component, content).map(({ pageData, property }) => ({
    method: 'PATCH',
    iri: pageData,
    body: { [property]: component },
  }))

/** Recreates a nested group that was deleted with its component; one that has other owners still exists. */
const recreateNestedGroup = (
  iri: Iri<'COMPONENT_GROUP'>,
  owner: Iri<'COMPONENT'>,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const own: unknown[] = [liveOf(owner, read), draftOf(owner, read)]
  const isShared = ownersOf(read(iri)).some((other) => !own.includes(other))
  return isShared ? adoptGroupStep(iri, owner, read) : recreateGroup(iri, content)
}

const ownersOf = (group: ComponentGroup | undefined) =>
  ['pages', 'layouts', 'components'].flatMap((property) => listIn(group, property))

const listIn = (group: ComponentGroup | undefined, property: string): unknown[] => {
  const list = group?.[property]
  return Array.isArray(list) ? list : []
}

/** Gives a group that still exists to its recreated owner. */
const adoptGroupStep = (
  iri: Iri<'COMPONENT_GROUP'>,
  owner: Iri<'COMPONENT'>,
  read: ReadResource,
): Step[] => {
  const group = read(iri)
  if (!group) return []
  const { reference, location } = group
  const components = [...new Set([...listIn(group, 'components'), owner])]
  return [{ method: 'PATCH', iri, body: { reference, location, components } }]
}

/** Recreates a group, its positions, and the components that were used nowhere else. */
export const recreateGroup = (iri: Iri<'COMPONENT_GROUP'>, content: KnownContent): Step[] => {
  const { read } = content
  const group = read(iri)
  if (!group) return []
  const recreated = new Set<Iri>()
  const positions = readPositions(positionsOf(iri, read), read)
  return [
    {
      method: 'POST',
      iri: collectionIri(iri),
      body: editableProperties(group),
      creates: { iri },
    },
    ...positions.flatMap((position) => {
      if (recreated.has(position['@id'])) return []
      const component = staticComponentOf(position)
      const own = component ? positionsOfComponent(component, read) : []
      if (!component || !isUsedOnlyIn(component, positions, content))
        return [createPositionStep(position, positions, read)]
      for (const other of own) recreated.add(other)
      return recreateComponent(component, { deleted: readPositions(own, read) }, content)
    }),
  ]
}

/** True if the component is shown nowhere but in these positions. */
export const isUsedOnlyIn = (
  component: Iri<'COMPONENT'>,
  positions: readonly ComponentPosition[],
  content: KnownContent,
) => {
  const own = positionsOfComponent(component, content.read)
  const among = new Set<Iri>(positions.map((position) => position['@id']))
  return (
    own.every((position) => among.has(position)) && pageDataUsesOf(component, content).length === 0
  )
}

/** Returns the body that makes `current` equal to `wanted`, with its files. */
export const rewriteBody = (wanted: Resource, current: Resource, content: KnownContent) => ({
  ...overwriteBody(wanted, current),
  ...changedFiles(wanted, current, content),
})

/** Returns the positions that have been read. */
export const readPositions = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
) => positions.flatMap((iri) => read(iri) ?? [])

/** Returns the position's own component, not the one that page data puts there. */
export const staticComponentOf = (position: ComponentPosition | undefined) =>
  position?.pageDataProperty ? position._metadata.staticComponent : position?.component
