/**
 * Determines the scope of a part of a page: how far a change of it reaches. A page of data shows its own components in the
 * positions of its template, which other pages share, and every page is inside a layout.
 */
import { liveOf, draftOf, positionsOfComponent } from '../model/component-versions.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import { adminRoot } from '../navigation/screens.ts'
import { forceParameter } from '../navigation/location.ts'
import { type AssembledPage, relatedComponents } from './page.ts'

/** The page itself (and others that show the same component), all pages of its template, or all inside its layout. */
export type ContentScope = 'page' | 'template' | 'layout'

/** Returns the address of a page by its IRI. A link to it is followed in edit mode, too. */
export const resourceHref = (iri: Iri<'PAGE' | 'PAGE_DATA'>) =>
  `${adminRoot}/${encodeURIComponent(iri)}?${forceParameter}=true`

/** Returns the template that a page shows: that of its data, or one that is shown as a page of its own; null if none. */
export const templateOf = (
  { page, pageData }: Pick<AssembledPage, 'page' | 'pageData'>,
  read: ReadResource,
) => (page && (pageData || read(page)?.isTemplate === true) ? page : null)

/** Returns the scope of a component, a position or a group on a page, or of the page or its layout. */
export const contentScopeOf = (
  iri: Iri,
  page: Pick<AssembledPage, 'pageData'>,
  read: ReadResource,
  seen: ReadonlySet<Iri> = new Set(),
): ContentScope => {
  // A group in a component that is in that group would never end.
  if (seen.has(iri)) return 'page'
  const { pageData } = page
  const owner = ownerOf(iri, read)
  if (isIriOf('LAYOUT', iri) || isIriOf('LAYOUT', owner)) return 'layout'
  if (isIriOf('COMPONENT', iri) && isOwnComponent(iri, pageData, read)) return 'page'
  if (isIriOf('PAGE', owner)) return pageData ? 'template' : 'page'
  return owner === undefined ? 'page' : contentScopeOf(owner, page, read, new Set([...seen, iri]))
}

/** Returns the parent of a resource: the position of a component, the group of a position, the owner of a group. */
const ownerOf = (iri: Iri, read: ReadResource): Iri | undefined => {
  if (isIriOf('COMPONENT', iri))
    return positionsOfComponent(iri, read).find((position) => read(position) !== undefined)
  if (isIriOf('COMPONENT_POSITION', iri)) return read(iri)?.componentGroup
  return isIriOf('COMPONENT_GROUP', iri) ? read(iri)?.location : undefined
}

/** True for a component that a property of the page data holds, as its live version or as its draft. */
export const isOwnComponent = (
  iri: Iri<'COMPONENT'>,
  pageData: Iri<'PAGE_DATA'> | undefined,
  read: ReadResource,
) => {
  const resource = pageData && read(pageData)
  if (!resource) return false
  const own = relatedComponents(resource)
  return [iri, liveOf(iri, read), draftOf(iri, read)].some(
    (version) => version !== null && own.includes(version),
  )
}
