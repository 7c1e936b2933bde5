/** Describes the drop targets of the page to which a component may be moved, in the words of an editor. */
import { dropRefusalOf } from '#content/change/moves/drop-refusal.ts'
import type { DropTarget } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Area } from '#content/page/selection/selection.ts'
import type { DragItem, DescribedDropTarget } from '#machines/editing/drag-context.ts'
import { labelAt, labelOf } from '../labels.ts'
import type { SiteKinds } from '../site-kinds.ts'
import { dropTargetOf, shownPositions } from './drop-targets.ts'
import { refusalMessage } from './refusal-messages.ts'

/** The page that is shown, its kinds and its resources, from which drop targets are described. */
export interface DropContext {
  page: AssembledPage
  /** The area that is being edited. */
  area: Area
  site: SiteKinds
  read: ReadResource
}

/** Returns the component at a position as something to move; null if it is not on the page. */
export const dragItemOf = (
  position: Iri<'COMPONENT_POSITION'>,
  { read, site }: DropContext,
): DragItem | null => {
  const group = dropTargetOf(position)?.group
  return group
    ? { position, group, order: shownPositions(group), label: labelAt(position, read, site) }
    : null
}

/** Returns a drop target with whether the component may be moved there. */
export const describeDropTarget = (
  { position, group: from }: Pick<DragItem, 'position' | 'group'>,
  dropTarget: DropTarget,
  context: DropContext,
): DescribedDropTarget => {
  const { group } = dropTarget
  const section = labelOf(group, context.read, context.site)
  return {
    ...dropTarget,
    section,
    refusal: refusalOf(position, group, context),
    confirmation: dropConfirmationOf(from, group, section, context),
  }
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
