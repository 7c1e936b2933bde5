/** Describes the drop targets of the page to which a component may be moved, in the words of an editor. */
import { dropRefusalOf } from '#content/change/moves/drop-refusal.ts'
import type { DropTarget } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Area } from '#content/page/selection/selection.ts'
import type { DragItem, DescribedDropTarget } from '#machines/editing/drag-context.ts'
import { labelAt, labelOf, quotedLabelAt } from '../labels.ts'
import type { SiteKinds } from '../site-kinds.ts'
import { type Moved, dropTargetOf, shownPositions } from './drop-targets.ts'
import { refusalMessage } from './refusal-messages.ts'

/** The page that is shown, its kinds and its resources, from which drop targets are described. */
export interface DropContext {
  page: AssembledPage
  /** The area that is being edited. */
  area: Area
  site: SiteKinds
  read: ReadResource
}

/** Returns what is moved with the component at a position, if it is held; null if that is not on the page. */
export const dragItemOf = (
  position: Iri<'COMPONENT_POSITION'>,
  { read, site }: DropContext,
  positions: Moved = [position],
): DragItem | null => {
  const group = dropTargetOf(position, positions)?.group
  const count = positions.length
  const label = count > 1 ? `${count} components` : labelAt(position, read, site)
  return group ? { position, positions, group, order: shownPositions(group), label } : null
}

/** Returns a drop target with whether everything that is moved may be there. */
export const describeDropTarget = (
  { positions, group: from }: Pick<DragItem, 'positions' | 'group'>,
  dropTarget: DropTarget,
  context: DropContext,
): DescribedDropTarget => {
  const { group, to, count } = dropTarget
  const section = labelOf(group, context.read, context.site)
  return {
    ...dropTarget,
    section,
    place: `${positions.length > 1 ? `${to + 1} to ${to + positions.length}` : to + 1} of ${count}`,
    refusal: refusalOfAll(positions, group, context),
    confirmation: dropConfirmationOf(from, group, section, context),
  }
}

/** Returns why one of several positions may not be moved into a group, and which one, in words; null if all may. */
export const refusalOfAll = (
  positions: Moved,
  group: Iri<'COMPONENT_GROUP'>,
  context: DropContext,
) => {
  const { read, site } = context
  for (const position of positions) {
    const refusal = refusalOf(position, group, context)
    if (refusal !== null)
      return positions.length > 1 ? `${quotedLabelAt(position, read, site)}: ${refusal}` : refusal
  }
  return null
}

/** Returns why a position may not be moved into a group, in words; null if it may. */
export const refusalOf = (
  position: Iri<'COMPONENT_POSITION'>,
  group: Iri<'COMPONENT_GROUP'>,
  { page, site, read }: Omit<DropContext, 'area'>,
) => {
  const refusal = dropRefusalOf(position, group, { page, kinds: site.kinds, read })
  const names = { kind: labelAt(position, read, site), section: labelOf(group, read, site) }
  return refusal && refusalMessage(refusal, names)
}

/**
 * Returns the confirmation of a move into or out of the layout, which other pages show, too, and of one inside it while the page
 * is edited; null for others.
 */
const dropConfirmationOf = (
  from: Iri<'COMPONENT_GROUP'>,
  group: Iri<'COMPONENT_GROUP'>,
  section: string,
  { page, area, read }: DropContext,
) => {
  const [isFromLayout, isToLayout] = [from, group].map(
    (iri) => contentScopeOf(iri, page, read) === 'layout',
  )
  if (isFromLayout === isToLayout && (area === 'layout' || !isToLayout)) return null
  return isToLayout
    ? {
        title: isFromLayout ? 'Move this on every page?' : 'Show this on every page?',
        body: `${section} is part of the layout. What is in it is shown on every page with this layout.`,
      }
    : {
        title: 'Take this off the other pages?',
        body: 'This is part of the layout, and shown on every page with it. It would then be only on this page.',
      }
}
