/** Finds the page or the layout on which a component is shown. */
import { positionsOfComponent } from '../../model/component-versions.ts'
import { type Iri, isIriOf, routePath } from '../../model/iri.ts'
import type { GroupOwner, ReadResource, Resource } from '../../model/resource.ts'

/** The page or layout that shows a component. A layout and a page that is a template have no path of their own. */
export interface ShowingPage {
  iri: Iri<'PAGE' | 'LAYOUT'>
  title: string
  path: string | null
}

/** The levels of components inside components that are followed. */
const maxDepth = 8

/** Returns the page or layout that shows a component, or null while it is unknown and for one that is placed nowhere. */
export const pageShowing = (
  iri: Iri<'COMPONENT'>,
  read: ReadResource,
  depth = maxDepth,
): ShowingPage | null => {
  const [position] = positionsOfComponent(iri, read)
  const group = position && read(position)?.componentGroup
  const owner = group && read(group)?.location
  return owner === undefined || depth === 0 ? null : ownerPage(owner, read, depth)
}

const ownerPage = (owner: GroupOwner, read: ReadResource, depth: number): ShowingPage | null => {
  if (isIriOf('COMPONENT', owner)) return pageShowing(owner, read, depth - 1)
  const resource: Resource | undefined = read(owner)
  if (!resource) return null
  const route = resource['route']
  return {
    iri: owner,
    title: String(resource['title'] ?? resource['reference'] ?? ''),
    path: isIriOf('ROUTE', route) ? routePath(route) : null,
  }
}
