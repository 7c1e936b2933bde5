/** Plans deletions, and the steps that recreate what was deleted as closely as the API allows (api, section 5). */
import {
  draftOf,
  editableProperties,
  isLive,
  liveOf,
  overwriteBody,
  positionsOfComponent,
  publishedUrl,
} from '../model/component-versions.ts'
import { positionsOf } from '../model/groups.ts'
import { type Iri, collectionIri, isIriOf } from '../model/iri.ts'
import { publishState } from '../model/publish-state.ts'
import type { ComponentPosition, ReadResource } from '../model/resource.ts'
import type { Plan, Step } from './types.ts'

export const planRemoval = (iri: Iri, read: ReadResource): Plan => {
  if (isIriOf('COMPONENT', iri)) return planComponentRemoval(iri, read)
  if (isIriOf('COMPONENT_POSITION', iri)) return planPositionRemoval(iri, read)
  if (isIriOf('COMPONENT_GROUP', iri))
    return { ...planGroupRemoval(iri, read), inverse: recreateGroup(iri, read) }
  return { steps: [{ method: 'DELETE', iri, published: true }], inverse: [], refetch: [] }
}

const planComponentRemoval = (iri: Iri<'COMPONENT'>, read: ReadResource): Plan => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const positions = positionsOfComponent(iri, read)
  const refetch = [...positions, ...groupsOf(positions, read)]
  const removal: Step = { method: 'DELETE', iri, published: iri !== draft }
  if (!live || !draft || live === draft) {
    return {
      steps: [removal],
      inverse: recreateComponent(iri, positions, read),
      refetch,
      refetchOnUndo: followingPositions(positions, read),
    }
  }
  if (iri === draft) {
    return {
      steps: [{ ...removal, reveals: live }],
      inverse: recreateDraft(draft, live, read),
      refetch: [publishedUrl(live), ...refetch],
    }
  }
  return {
    steps: [{ ...removal, reveals: draft }],
    inverse: recreateLive(live, draft, positions, read),
    refetch: [draft, ...refetch],
  }
}

/**
 * Recreates a live version that was deleted beside its draft. The API has moved the positions to the draft, so they are
 * moved back before that draft is deleted, or the deletion would take them along.
 */
const recreateLive = (
  live: Iri<'COMPONENT'>,
  draft: Iri<'COMPONENT'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
): Step[] => [
  ...recreateInPositions(live, positions, read),
  ...recreateDraft(draft, live, read),
  { method: 'DELETE', iri: draft, published: false, targetsOriginal: true },
]

/** Deletes a position. The API deletes its component too if it is used nowhere else. */
const planPositionRemoval = (iri: Iri<'COMPONENT_POSITION'>, read: ReadResource): Plan => {
  const position = read(iri)
  const component = staticComponentOf(position)
  const positions = component ? positionsOfComponent(component, read) : []
  const isOnlyUse = positions.length === 1 && positions[0] === iri
  const steps: Step[] = [{ method: 'DELETE', iri, published: true }]
  if (!position) return { steps, inverse: [], refetch: [] }
  return {
    steps,
    inverse:
      component && isOnlyUse
        ? recreateComponent(component, [iri], read)
        : [createPositionStep(position, read)],
    refetch: [position.componentGroup, ...(component ? [component, ...positions] : [])],
    refetchOnUndo: followingPositions([iri], read),
  }
}

const planGroupRemoval = (
  iri: Iri<'COMPONENT_GROUP'>,
  read: ReadResource,
): Pick<Plan, 'steps' | 'refetch'> => {
  const group = read(iri)
  return {
    steps: [{ method: 'DELETE', iri, published: true }],
    refetch: [iri, ...(group ? [group.location, ...group.componentPositions] : [])],
  }
}

/** Recreates a component and its draft, in the given positions and with its nested groups. */
const recreateComponent = (
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
const recreateDraft = (
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

const createPositionStep = (position: ComponentPosition, read: ReadResource): Step => {
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
const recreateGroup = (iri: Iri<'COMPONENT_GROUP'>, read: ReadResource): Step[] => {
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

const readPositions = (positions: readonly Iri<'COMPONENT_POSITION'>[], read: ReadResource) =>
  positions.flatMap((iri) => read(iri) ?? [])

/** Returns the position's own component, not the one that page data puts there. */
const staticComponentOf = (position: ComponentPosition | undefined) =>
  position?.pageDataProperty ? position._metadata.staticComponent : position?.component

const followingPositions = (positions: readonly Iri<'COMPONENT_POSITION'>[], read: ReadResource) =>
  readPositions(positions, read).flatMap(({ '@id': iri, componentGroup }) => {
    const order = positionsOf(componentGroup, read)
    return order.slice(order.indexOf(iri) + 1)
  })

const groupsOf = (positions: readonly Iri<'COMPONENT_POSITION'>[], read: ReadResource) =>
  readPositions(positions, read).map(({ componentGroup }) => componentGroup)
