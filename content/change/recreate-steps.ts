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
import { publishState } from '../model/publish-state.ts'
import type { ComponentPosition, ReadResource } from '../model/resource.ts'
import type { Step } from './types.ts'

/** Recreates a component and its draft, in the given positions and with its nested groups. */
export const recreateComponent = (
  iri: Iri<'COMPONENT'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
): Step[] => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const root = live ?? iri
  const [first, ...others] = readPositions(positions, read)
  const firstStatic = first?.pageDataProperty ? undefined : first
  return [
    createComponentStep(root, read, {
      ...(firstStatic && { position: firstStatic }),
      body: firstStatic ? { componentPositions: [positionBody(firstStatic)] } : {},
    }),
    ...(live && draft && live !== draft ? recreateDraft(draft, live, read) : []),
    ...[...(first && !firstStatic ? [first] : []), ...others].map((position) =>
      position.pageDataProperty
        ? refillPositionStep(position, root)
        : createPositionStep(position, read),
    ),
    ...(read(root)?.componentGroups ?? []).flatMap((group) => recreateGroup(group, read)),
  ]
}

/**
 * Recreates a live version that was deleted beside its draft. The API has moved the positions to the draft, so they are
 * moved back before that draft is deleted, or the deletion would take them along.
 */
export const recreateLive = (
  live: Iri<'COMPONENT'>,
  draft: Iri<'COMPONENT'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
): Step[] => [
  ...recreateInPositions(live, positions, read),
  ...recreateDraft(draft, live, read),
  { method: 'DELETE', iri: draft, published: false, targetsOriginal: true },
]

/** Creates a new live component in positions that still exist. */
const recreateInPositions = (
  iri: Iri<'COMPONENT'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
): Step[] => [createComponentStep(iri, read, { body: { componentPositions: positions } })]

/** Replaces a live component by a new draft in the same positions, because the API cannot unpublish it. */
export const recreateAsDraft = (iri: Iri<'COMPONENT'>, read: ReadResource): Step[] => [
  createComponentStep(iri, read, {
    body: { componentPositions: positionsOfComponent(iri, read), publishedAt: null },
  }),
  { method: 'DELETE', iri, published: true, targetsOriginal: true },
]

/** Recreates a draft by editing its live component. */
export const recreateDraft = (
  draft: Iri<'COMPONENT'>,
  live: Iri<'COMPONENT'>,
  read: ReadResource,
): Step[] => {
  const draftResource = read(draft)
  const liveResource = read(live)
  return draftResource && liveResource
    ? [
        {
          method: 'PATCH',
          iri: live,
          body: overwriteBody(draftResource, liveResource),
          creates: { iri: draft },
        },
      ]
    : []
}

interface CreateOptions {
  body: Record<string, unknown>
  position?: ComponentPosition
}

const createComponentStep = (
  iri: Iri<'COMPONENT'>,
  read: ReadResource,
  { body, position }: CreateOptions,
): Step => {
  const component = read(iri)
  const hasDrafts = component && publishState(component) !== null
  return {
    method: 'POST',
    iri: collectionIri(iri),
    body: {
      ...(component && editableProperties(component)),
      ...(hasDrafts && {
        publishedAt: isLive(component) ? (component['publishedAt'] ?? null) : null,
      }),
      ...body,
    },
    ...(position && { sortIndex: sortIndexOf(position, read) }),
    creates: { iri, ...(position && { position: position['@id'] }) },
  }
}

const positionBody = ({ componentGroup, sortValue }: ComponentPosition) => ({
  componentGroup,
  sortValue,
})

const sortIndexOf = (
  { '@id': iri, componentGroup: group }: ComponentPosition,
  read: ReadResource,
) => ({
  group,
  index: positionsOf(group, read).indexOf(iri),
})

/** Returns the step that recreates a position with its own component, at its place in the group. */
export const createPositionStep = (position: ComponentPosition, read: ReadResource): Step => {
  const component = staticComponentOf(position)
  return {
    method: 'POST',
    iri: collectionIri(position['@id']),
    body: {
      ...editableProperties(position),
      component: component ? (liveOf(component, read) ?? component) : null,
    },
    sortIndex: sortIndexOf(position, read),
    creates: { iri: position['@id'] },
  }
}

/** Puts the component back into a dynamic position, which outlives its own component. */
const refillPositionStep = (position: ComponentPosition, component: Iri<'COMPONENT'>): Step => ({
  method: 'PATCH',
  iri: position['@id'],
  body: { component },
})

/** Recreates a group, its positions, and the components that were used nowhere else. */
export const recreateGroup = (iri: Iri<'COMPONENT_GROUP'>, read: ReadResource): Step[] => {
  const group = read(iri)
  if (!group) return []
  return [
    {
      method: 'POST',
      iri: collectionIri(iri),
      body: editableProperties(group),
      creates: { iri },
    },
    ...readPositions(group.componentPositions, read).flatMap((position) => {
      const component = staticComponentOf(position)
      const isOnlyUse = component && positionsOfComponent(component, read).length === 1
      return isOnlyUse
        ? recreateComponent(component, [position['@id']], read)
        : [createPositionStep(position, read)]
    }),
  ]
}

/** Returns the positions that have been read. */
export const readPositions = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
) => positions.flatMap((iri) => read(iri) ?? [])

/** Returns the position's own component, not the one that page data puts there. */
export const staticComponentOf = (position: ComponentPosition | undefined) =>
  position?.pageDataProperty ? position._metadata.staticComponent : position?.component
