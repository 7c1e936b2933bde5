/** Plans deletions, each with the steps that undo it. */
import { draftOf, liveOf, positionsOfComponent, publishedUrl } from '../model/component-versions.ts'
import { positionsOf } from '../model/groups.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import {
  createPositionStep,
  readPositions,
  recreateComponent,
  recreateDraft,
  recreateGroup,
  recreateLive,
  staticComponentOf,
} from './recreate-steps.ts'
import type { Plan, Step } from './types.ts'

/** Returns the steps that delete a resource, those that recreate it, and what is read again afterwards. */
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

const followingPositions = (positions: readonly Iri<'COMPONENT_POSITION'>[], read: ReadResource) =>
  readPositions(positions, read).flatMap(({ '@id': iri, componentGroup }) => {
    const order = positionsOf(componentGroup, read)
    return order.slice(order.indexOf(iri) + 1)
  })

const groupsOf = (positions: readonly Iri<'COMPONENT_POSITION'>[], read: ReadResource) =>
  readPositions(positions, read).map(({ componentGroup }) => componentGroup)
