/** Plans the steps that recreate deleted components and groups with all that was inside them. */
import { draftOf, liveOf, positionsOfComponent } from '../../model/component-versions.ts'
import { editableProperties } from '../../model/editable-properties.ts'
import { positionsOf } from '../../model/groups.ts'
import { type Iri, collectionIri } from '../../model/iri.ts'
import { inSortOrder } from '../../model/order.ts'
import type { ComponentGroup, ComponentPosition } from '../../model/resource.ts'
import { isUsedOnlyIn, readPositions, staticComponentOf } from '../component-uses.ts'
import { recreateDraft } from './recreate-version.ts'
import {
  adoptGroupStep,
  createComponentStep,
  createPositionStep,
  positionBody,
  refillPageDataSteps,
  refillPositionStep,
  iriListOf,
} from './recreation-steps.ts'
import type { KnownContent, Step } from '../types.ts'

/** The positions of a deleted component. */
interface FormerPositions {
  /** The positions that are deleted with the component. */
  deleted: readonly ComponentPosition[]
  /** The dynamic positions, which remain without their component. */
  emptied?: readonly ComponentPosition[]
  /** All positions that are missing while these are recreated, with those of other components. */
  missing?: readonly ComponentPosition[]
}

/** Recreates a component with its draft, its positions, its nested groups, and in the page data that showed it. */
export const recreateComponent = (
  iri: Iri<'COMPONENT'>,
  { deleted, emptied = [], missing = deleted }: FormerPositions,
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
      ...(first && { position: first, deleted: missing }),
      body: first ? { componentPositions: [positionBody(first)] } : {},
    }),
    ...(live && draft && live !== draft ? recreateDraft(draft, live, content) : []),
    ...others.map((position) => createPositionStep(position, missing, read)),
    ...emptied.map((position) => refillPositionStep(position, root)),
    ...refillPageDataSteps(root, content),
    ...(read(root)?.componentGroups ?? []).flatMap((group) =>
      recreateNestedGroup(group, root, content),
    ),
  ]
}

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
  ['pages', 'layouts', 'components'].flatMap((property) => iriListOf(group, property))

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
