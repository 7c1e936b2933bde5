/** Deleting, and making again what a deletion took along, as like it was as the API allows (api, section 5). */
import type { Plan, Step } from './change.ts'
import { positionsOf } from './groups.ts'
import { type Iri, prefixes, typeOf } from './iri.ts'
import { draftOf, isLive, liveOf, overwrite, placesOf, written } from './placed.ts'
import { publishState } from './publish.ts'
import type { Component, ComponentGroup, ComponentPosition, Read } from './resource.ts'

export const planRemoval = (iri: Iri, read: Read): Plan => {
  switch (typeOf(iri)) {
    case 'COMPONENT':
      return planComponent(iri, read)
    case 'COMPONENT_POSITION':
      return planPosition(iri, read)
    case 'COMPONENT_GROUP':
      return { ...planGroup(iri, read), inverse: remakeGroup(iri, read) }
    default:
      return { steps: [{ method: 'DELETE', iri, published: true }], inverse: [], refresh: [] }
  }
}

const planComponent = (iri: Iri, read: Read): Plan => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const places = placesOf(iri, read)
  const refresh = [...places, ...groupsOf(places, read)]
  const refreshBack = laterThan(places, read)
  const removal: Step = { method: 'DELETE', iri, published: iri !== draft }
  if (!live || !draft || live === draft) {
    return { steps: [removal], inverse: remakeComponent(iri, places, read), refresh, refreshBack }
  }
  if (iri === draft) {
    return {
      steps: [{ ...removal, leaves: live }],
      inverse: remakeDraft(draft, live, read),
      refresh: [`${live}?published=true`, ...refresh],
    }
  }
  // The draft has taken the places, and gives them back before it goes, so that nothing goes with it.
  return {
    steps: [{ ...removal, leaves: draft }],
    inverse: [
      ...makeComponent(live, places, read),
      ...remakeDraft(draft, live, read),
      { method: 'DELETE', iri: draft, published: false, former: true },
    ],
    refresh: [draft, ...refresh],
  }
}

/** What a position shows stays, unless this was its only use. */
const planPosition = (iri: Iri, read: Read): Plan => {
  const position = read(iri) as ComponentPosition | undefined
  const component = storedIn(position)
  const places = component ? placesOf(component, read) : []
  const isOnlyUse = places.length === 1 && places[0] === iri
  const steps: Step[] = [{ method: 'DELETE', iri, published: true }]
  if (!position) return { steps, inverse: [], refresh: [] }
  return {
    steps,
    inverse:
      component && isOnlyUse
        ? remakeComponent(component, [iri], read)
        : [makePosition(position, read)],
    refresh: [position.componentGroup, ...(component ? [component, ...places] : [])],
    refreshBack: laterThan([iri], read),
  }
}

const planGroup = (iri: Iri, read: Read): Pick<Plan, 'steps' | 'refresh'> => {
  const group = read(iri) as ComponentGroup | undefined
  return {
    steps: [{ method: 'DELETE', iri, published: true }],
    refresh: [iri, ...(group ? [group.location, ...group.componentPositions] : [])],
  }
}

/** A component with its twin, in its places. */
const remakeComponent = (iri: Iri, places: readonly Iri[], read: Read): Step[] => {
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const root = live ?? iri
  const [first, ...others] = placed(places, read)
  const position = first?.pageDataProperty ? undefined : first
  return [
    make(root, read, {
      ...(position && { position }),
      body: position ? { componentPositions: [placeIn(position)] } : {},
    }),
    ...(live && draft && live !== draft ? remakeDraft(draft, live, read) : []),
    ...[...(first && !position ? [first] : []), ...others].map((place) =>
      place.pageDataProperty ? fillAgain(place, root) : makePosition(place, read),
    ),
    ...((read(root) as Component | undefined)?.componentGroups ?? []).flatMap((group) =>
      remakeGroup(group, read),
    ),
  ]
}

/** A new live row in places that are there. */
const makeComponent = (iri: Iri, places: readonly Iri[], read: Read): Step[] => [
  make(iri, read, { body: { componentPositions: places } }),
]

/** For what was live and cannot be a draft again: a new draft in its places, before it goes. */
export const remakeInPlace = (iri: Iri, read: Read): Step[] => [
  make(iri, read, { body: { componentPositions: placesOf(iri, read), publishedAt: null } }),
  { method: 'DELETE', iri, published: true, former: true },
]

/** An edit of something live makes a draft of it. */
const remakeDraft = (draft: Iri, live: Iri, read: Read): Step[] => {
  const wanted = read(draft)
  const old = read(live)
  return wanted && old
    ? [{ method: 'PATCH', iri: live, body: overwrite(wanted, old), makes: { iri: draft } }]
    : []
}

interface Making {
  body: Record<string, unknown>
  position?: ComponentPosition
}

const make = (iri: Iri, read: Read, { body, position }: Making): Step => {
  const component = read(iri)
  const hasDrafts = component && publishState(component) !== null
  return {
    method: 'POST',
    iri: iri.slice(0, iri.lastIndexOf('/')),
    body: {
      ...(component && written(component)),
      ...(hasDrafts && {
        publishedAt: isLive(component) ? (component['publishedAt'] ?? null) : null,
      }),
      ...body,
    },
    ...(position && { at: placeOf(position, read) }),
    makes: { iri, ...(position && { position: position['@id'] }) },
  }
}

const placeIn = ({ componentGroup, sortValue }: ComponentPosition) => ({
  componentGroup,
  sortValue,
})

const placeOf = ({ '@id': iri, componentGroup: group }: ComponentPosition, read: Read) => ({
  group,
  index: positionsOf(group, read).indexOf(iri),
})

const makePosition = (position: ComponentPosition, read: Read): Step => {
  const component = storedIn(position)
  return {
    method: 'POST',
    iri: prefixes.COMPONENT_POSITION.slice(0, -1),
    body: {
      ...written(position),
      component: component ? (liveOf(component, read) ?? component) : null,
    },
    at: placeOf(position, read),
    makes: { iri: position['@id'] },
  }
}

/** A place that shows what its page's data holds keeps standing, without its own component. */
const fillAgain = (position: ComponentPosition, component: Iri): Step => ({
  method: 'PATCH',
  iri: position['@id'],
  body: { component },
})

/** A group with all that is in it. */
const remakeGroup = (iri: Iri, read: Read): Step[] => {
  const group = read(iri) as ComponentGroup | undefined
  if (!group) return []
  return [
    {
      method: 'POST',
      iri: prefixes.COMPONENT_GROUP.slice(0, -1),
      body: written(group),
      makes: { iri },
    },
    ...placed(group.componentPositions, read).flatMap((position) => {
      const component = storedIn(position)
      const goesAlong = component && placesOf(component, read).length === 1
      return goesAlong
        ? remakeComponent(component, [position['@id']], read)
        : [makePosition(position, read)]
    }),
  ]
}

const placed = (positions: readonly Iri[], read: Read) =>
  positions.flatMap((iri) => (read(iri) as ComponentPosition | undefined) ?? [])

/** Not what it shows on this page, but what it holds itself. */
const storedIn = (position: ComponentPosition | undefined): Iri | undefined =>
  position?.pageDataProperty
    ? (position._metadata.staticComponent as Iri | undefined)
    : position?.component

const laterThan = (positions: readonly Iri[], read: Read) =>
  placed(positions, read).flatMap(({ '@id': iri, componentGroup }) => {
    const order = positionsOf(componentGroup, read)
    return order.slice(order.indexOf(iri) + 1)
  })

const groupsOf = (positions: readonly Iri[], read: Read) =>
  placed(positions, read).map(({ componentGroup }) => componentGroup)
