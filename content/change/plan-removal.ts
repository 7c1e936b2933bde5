/** Deleting, and making again what a deletion took along, as like it was as the API allows (api, section 5). */
import type { Plan, Step } from './plan-change.ts'
import { positionsOf } from '../model/groups.ts'
import { type Iri, iriPrefixes, iriTypeOf } from '../model/iri.ts'
import {
  draftOf,
  isLive,
  liveOf,
  overwriteBody,
  positionsOfComponent,
  editableProperties,
} from '../model/component-versions.ts'
import { publishState } from '../model/publish-state.ts'
import type {
  Component,
  ComponentGroup,
  ComponentPosition,
  ReadResource,
} from '../model/resource.ts'

export const planRemoval = (iri: Iri, read: ReadResource): Plan => {
  switch (iriTypeOf(iri)) {
    case 'COMPONENT':
      return planComponentRemoval(iri, read)
    case 'COMPONENT_POSITION':
      return planPositionRemoval(iri, read)
    case 'COMPONENT_GROUP':
      return { ...planGroupRemoval(iri, read), inverse: recreateGroup(iri, read) }
    default:
      return { steps: [{ method: 'DELETE', iri, published: true }], inverse: [], refresh: [] }
  }
}

const planComponentRemoval = (iri: Iri, read: ReadResource): Plan => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const places = positionsOfComponent(iri, read)
  const refresh = [...places, ...groupsOfPositions(places, read)]
  const refreshBack = followingPositions(places, read)
  const removal: Step = { method: 'DELETE', iri, published: iri !== draft }
  if (!live || !draft || live === draft) {
    return { steps: [removal], inverse: recreateComponent(iri, places, read), refresh, refreshBack }
  }
  if (iri === draft) {
    return {
      steps: [{ ...removal, leaves: live }],
      inverse: recreateDraft(draft, live, read),
      refresh: [`${live}?published=true`, ...refresh],
    }
  }
  // The draft has taken the places, and gives them back before it goes, so that nothing goes with it.
  return {
    steps: [{ ...removal, leaves: draft }],
    inverse: [
      ...recreateInPositions(live, places, read),
      ...recreateDraft(draft, live, read),
      { method: 'DELETE', iri: draft, published: false, targetsOriginal: true },
    ],
    refresh: [draft, ...refresh],
  }
}

/** What a position shows stays, unless this was its only use. */
const planPositionRemoval = (iri: Iri, read: ReadResource): Plan => {
  const position = read(iri) as ComponentPosition | undefined
  const component = staticComponentOf(position)
  const places = component ? positionsOfComponent(component, read) : []
  const isOnlyUse = places.length === 1 && places[0] === iri
  const steps: Step[] = [{ method: 'DELETE', iri, published: true }]
  if (!position) return { steps, inverse: [], refresh: [] }
  return {
    steps,
    inverse:
      component && isOnlyUse
        ? recreateComponent(component, [iri], read)
        : [createPositionStep(position, read)],
    refresh: [position.componentGroup, ...(component ? [component, ...places] : [])],
    refreshBack: followingPositions([iri], read),
  }
}

const planGroupRemoval = (iri: Iri, read: ReadResource): Pick<Plan, 'steps' | 'refresh'> => {
  const group = read(iri) as ComponentGroup | undefined
  return {
    steps: [{ method: 'DELETE', iri, published: true }],
    refresh: [iri, ...(group ? [group.location, ...group.componentPositions] : [])],
  }
}

/** A component with its twin, in its places. */
const recreateComponent = (iri: Iri, places: readonly Iri[], read: ReadResource): Step[] => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const root = live ?? iri
  const [first, ...others] = readPositions(places, read)
  const position = first?.pageDataProperty ? undefined : first
  return [
    createComponentStep(root, read, {
      ...(position && { position }),
      body: position ? { componentPositions: [positionBody(position)] } : {},
    }),
    ...(live && draft && live !== draft ? recreateDraft(draft, live, read) : []),
    ...[...(first && !position ? [first] : []), ...others].map((place) =>
      place.pageDataProperty ? refillPositionStep(place, root) : createPositionStep(place, read),
    ),
    ...((read(root) as Component | undefined)?.componentGroups ?? []).flatMap((group) =>
      recreateGroup(group, read),
    ),
  ]
}

/** A new live row in places that are there. */
const recreateInPositions = (iri: Iri, places: readonly Iri[], read: ReadResource): Step[] => [
  createComponentStep(iri, read, { body: { componentPositions: places } }),
]

/** For what was live and cannot be a draft again: a new draft in its places, before it goes. */
export const recreateAsDraft = (iri: Iri, read: ReadResource): Step[] => [
  createComponentStep(iri, read, {
    body: { componentPositions: positionsOfComponent(iri, read), publishedAt: null },
  }),
  { method: 'DELETE', iri, published: true, targetsOriginal: true },
]

/** An edit of something live makes a draft of it. */
const recreateDraft = (draft: Iri, live: Iri, read: ReadResource): Step[] => {
  const wanted = read(draft)
  const old = read(live)
  return wanted && old
    ? [{ method: 'PATCH', iri: live, body: overwriteBody(wanted, old), creates: { iri: draft } }]
    : []
}

interface CreateOptions {
  body: Record<string, unknown>
  position?: ComponentPosition
}

const createComponentStep = (
  iri: Iri,
  read: ReadResource,
  { body, position }: CreateOptions,
): Step => {
  const component = read(iri)
  const hasDrafts = component && publishState(component) !== null
  return {
    method: 'POST',
    iri: iri.slice(0, iri.lastIndexOf('/')),
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
    iri: iriPrefixes.COMPONENT_POSITION.slice(0, -1),
    body: {
      ...editableProperties(position),
      component: component ? (liveOf(component, read) ?? component) : null,
    },
    sortIndex: sortIndexOf(position, read),
    creates: { iri: position['@id'] },
  }
}

/** A place that shows what its page's data holds keeps standing, without its own component. */
const refillPositionStep = (position: ComponentPosition, component: Iri): Step => ({
  method: 'PATCH',
  iri: position['@id'],
  body: { component },
})

/** A group with all that is in it. */
const recreateGroup = (iri: Iri, read: ReadResource): Step[] => {
  const group = read(iri) as ComponentGroup | undefined
  if (!group) return []
  return [
    {
      method: 'POST',
      iri: iriPrefixes.COMPONENT_GROUP.slice(0, -1),
      body: editableProperties(group),
      creates: { iri },
    },
    ...readPositions(group.componentPositions, read).flatMap((position) => {
      const component = staticComponentOf(position)
      const goesAlong = component && positionsOfComponent(component, read).length === 1
      return goesAlong
        ? recreateComponent(component, [position['@id']], read)
        : [createPositionStep(position, read)]
    }),
  ]
}

const readPositions = (positions: readonly Iri[], read: ReadResource) =>
  positions.flatMap((iri) => (read(iri) as ComponentPosition | undefined) ?? [])

/** Not what it shows on this page, but what it holds itself. */
const staticComponentOf = (position: ComponentPosition | undefined): Iri | undefined =>
  position?.pageDataProperty
    ? (position._metadata.staticComponent as Iri | undefined)
    : position?.component

const followingPositions = (positions: readonly Iri[], read: ReadResource) =>
  readPositions(positions, read).flatMap(({ '@id': iri, componentGroup }) => {
    const order = positionsOf(componentGroup, read)
    return order.slice(order.indexOf(iri) + 1)
  })

const groupsOfPositions = (positions: readonly Iri[], read: ReadResource) =>
  readPositions(positions, read).map(({ componentGroup }) => componentGroup)
