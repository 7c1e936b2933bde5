/** Plans deletions, each with the steps that undo it. */
import { draftOf, liveOf, positionsOfComponent, publishedUrl } from '../model/component-versions.ts'
import { positionsOf } from '../model/groups.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import { inSortOrder } from '../model/order.ts'
import { isLive } from '../model/publish-state.ts'
import type { ComponentPosition, ReadResource } from '../model/resource.ts'
import {
  hasUnknownUses,
  isUsedOnlyIn,
  readPositions,
  resourcesShowing,
  staticComponentOf,
  versionsOf,
} from './component-uses.ts'
import { combinePlans } from './combine-plans.ts'
import { recreateComponent, recreateGroup } from './undo/recreate-component.ts'
import { recreateDraft, recreateLive } from './undo/recreate-version.ts'
import { createPositionStep } from './undo/recreation-steps.ts'
import type { KnownContent, Plan, Step } from './types.ts'

/** Returns the steps that delete a resource, those that recreate it, and what is read again afterwards. */
export const planDeletion = (iri: Iri, content: KnownContent): Plan => {
  if (isIriOf('COMPONENT', iri)) return planComponentDeletion(iri, content)
  if (isIriOf('COMPONENT_POSITION', iri)) return planPositionDeletion(iri, content)
  if (isIriOf('COMPONENT_GROUP', iri))
    return { ...planGroupDeletion(iri, content.read), inverse: recreateGroup(iri, content) }
  const steps: Step[] = [{ method: 'DELETE', iri, published: true }]
  return { steps, inverse: [], refetch: [], irreversible: 'A deleted page cannot be restored.' }
}

const planComponentDeletion = (iri: Iri<'COMPONENT'>, content: KnownContent): Plan => {
  const { read } = content
  const live = liveOf(iri, read)
  const draft = draftOf(iri, read)
  const refetch = resourcesShowing(iri, content)
  const removal: Step = { method: 'DELETE', iri, published: iri !== draft }
  if (!live || !draft || live === draft)
    return { steps: [removal], refetch, ...planRecreation(iri, content) }
  return iri === draft
    ? {
        steps: [{ ...removal, reveals: live }],
        inverse: recreateDraft(draft, live, content),
        refetch: [isLive(read(live)) ? publishedUrl(live) : live, ...refetch],
        refetchOnUndo: [publishedUrl(live)],
      }
    : {
        steps: [{ ...removal, reveals: draft }],
        inverse: recreateLive(live, draft, content),
        refetch: [draft, ...refetch],
        refetchOnUndo: [publishedUrl(live)],
      }
}

/** Plans the steps that recreate the only version of a component, with its positions. */
export const planRecreation = (
  iri: Iri<'COMPONENT'>,
  content: KnownContent,
): Pick<Plan, 'inverse' | 'followingOnUndo'> => {
  const positions = positionsOfComponent(iri, content.read)
  const former = readPositions(positions, content.read)
  const emptied = former.filter(isDynamic)
  const deleted = former.filter((position) => !isDynamic(position))
  return {
    inverse: recreateComponent(iri, { deleted, emptied }, content),
    followingOnUndo: followingPositions(positions, content.read),
  }
}

const isDynamic = ({ pageDataProperty }: ComponentPosition) => Boolean(pageDataProperty)

/** Plans the deletion of several positions. Undoing recreates the last one first, because each moves those after it. */
export const planDeletions = (
  iris: readonly Iri<'COMPONENT_POSITION'>[],
  content: KnownContent,
): Plan => {
  const positions = inSortOrder(
    readPositions(iris, content.read).map((position) => ({ ...position, iri: position['@id'] })),
  )
  return combinePlans(positions.map(({ iri }) => planPositionDeletion(iri, content, positions)))
}

/**
 * Deletes a position, of which `deleted` names all that are deleted together. The API deletes its component with the last
 * of them if it is used nowhere else.
 */
const planPositionDeletion = (
  iri: Iri<'COMPONENT_POSITION'>,
  content: KnownContent,
  deleted: readonly ComponentPosition[] = readPositions([iri], content.read),
): Plan => {
  const { read } = content
  const position = read(iri)
  const component = staticComponentOf(position)
  const step: Step = { method: 'DELETE', iri, published: true }
  if (!position) return { steps: [step], inverse: [], refetch: [] }
  if (component && isDeletedWith(component, position, deleted, content))
    return {
      steps: [{ ...step, removes: versionsOf(component, read) }],
      inverse: recreateComponent(component, { deleted: [position], missing: deleted }, content),
      refetch: [position.componentGroup],
      followingOnUndo: followingPositions([iri], read),
    }
  return {
    steps: [step],
    inverse: [createPositionStep(position, deleted, read)],
    refetch: [
      position.componentGroup,
      ...(component ? [component, ...positionsOfComponent(component, read)] : [iri]),
    ],
    followingOnUndo: followingPositions([iri], read),
  }
}

/** True if a component is deleted with this position, the last of those in which it is used. */
const isDeletedWith = (
  component: Iri<'COMPONENT'>,
  { '@id': iri }: ComponentPosition,
  deleted: readonly ComponentPosition[],
  content: KnownContent,
) => {
  const own = deleted.filter((position) => staticComponentOf(position) === component)
  return (
    own.at(-1)?.['@id'] === iri &&
    isUsedOnlyIn(component, own, content) &&
    !hasUnknownUses(component, content)
  )
}

const planGroupDeletion = (
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
