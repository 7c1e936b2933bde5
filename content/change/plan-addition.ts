/** Plans additions: of a component or a dynamic position to a group, and of a component to what refers to it. */
import type { Iri } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import { sortedPositionsIn } from './sort-value.ts'
import type { IntentOf, Plan, Step } from './types.ts'

interface AdditionInput {
  read: ReadResource
  /** The placeholder for a resource that has no IRI yet. */
  newIri: Iri
  /** The time in ISO 8601, UTC. */
  now: string
}

type Addition = IntentOf<'add'>

export const planAddition = (addition: Addition, input: AdditionInput): Plan =>
  addition.fills ? planFilling(addition, addition.fills, input) : planInsertion(addition, input)

/** The path of the collection of positions. */
export const positionsEndpoint = '/_/component_positions'

const planInsertion = (addition: Addition, { read, newIri, now }: AdditionInput): Plan => {
  const { endpoint, data, group, sortValue, publish } = addition
  const positions = sortedPositionsIn(group, read)
  const following = positions.filter((other) => other.sortValue >= sortValue)
  const place = { componentGroup: group, sortValue }
  const position = `${newIri}:position`
  const step: Step = {
    method: 'POST',
    iri: endpoint,
    sortIndex: { group, index: positions.length - following.length },
    ...(endpoint === positionsEndpoint
      ? { body: { ...data, ...place }, creates: { iri: newIri } }
      : {
          body: { ...data, componentPositions: [place], ...publication(publish, now) },
          creates: { iri: newIri, position },
        }),
  }
  return {
    steps: [step],
    inverse: [{ method: 'DELETE', iri: newIri, published: publish !== false }],
    refetch: [group, endpoint === positionsEndpoint ? newIri : position],
    following: following.map(({ iri }) => iri),
  }
}

/** Adds a component without a position of its own, and refers to it from page data or from a position. */
const planFilling = (
  { endpoint, data, publish }: Addition,
  { iri, property, position }: NonNullable<Addition['fills']>,
  { newIri, now }: AdditionInput,
): Plan => ({
  steps: [
    {
      method: 'POST',
      iri: endpoint,
      body: { ...data, ...publication(publish, now) },
      creates: { iri: newIri },
    },
    { method: 'PATCH', iri, body: { [property]: newIri } },
  ],
  inverse: [
    { method: 'PATCH', iri, body: { [property]: null }, reverts: 1 },
    { method: 'DELETE', iri: newIri, published: publish !== false, reverts: 0 },
  ],
  refetch: [position, iri],
})

const publication = (publish: boolean | null, now: string) =>
  publish === null ? {} : { publishedAt: publish ? now : null }

/** Changes the property of page data that a position shows, or none. */
export const planBinding = (
  { position, binding }: IntentOf<'bind'>,
  { read }: Pick<AdditionInput, 'read'>,
): Plan => {
  const bind = (pageDataProperty?: string | null, pageDataClass?: string | null): Step => ({
    method: 'PATCH',
    iri: position,
    body: { pageDataProperty: pageDataProperty ?? null, pageDataClass: pageDataClass ?? null },
  })
  const before = read(position)
  return {
    steps: [bind(binding?.pageDataProperty, binding?.pageDataClass)],
    inverse: [bind(before?.pageDataProperty, before?.pageDataClass)],
    refetch: [],
  }
}
