import { boundProperty } from '#content/model/dynamic-content.ts'
import type { Iri } from '#content/model/iri.ts'
import { kindOf } from '#content/model/kind.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { useCurrentPage, useIsTemplatePart } from './use-content-scope.ts'

/**
 * Returns what a dynamic position shows: its property with the kind of its component, the page data of the current page,
 * and the component that the page has for it. Without page data the template itself is shown. Returns null for a position
 * that is the same on all pages.
 */
export function useDynamicContent(iri: Iri<'COMPONENT_POSITION'> | undefined) {
  const position = useResource(iri)
  const site = useSiteKinds()
  const pageData = useCurrentPage()?.pageData
  const property = boundProperty(position, site)
  if (!position || !property) return null
  const { component } = position
  const isOwn = component !== undefined && component !== position._metadata.staticComponent
  return {
    ...property,
    pageData,
    kind: kindOf(site.kinds, property.component),
    own: pageData && isOwn ? component : undefined,
  }
}

/**
 * Returns where a position has content of its own for each page: in the template, or on a page of that. Null for one that
 * is nothing but the place of a component.
 */
export function useSlotKind(position: Iri<'COMPONENT_POSITION'> | undefined) {
  const isOfTemplate = useIsTemplatePart(position)
  const isOfPage = useDynamicContent(position)?.pageData !== undefined
  if (isOfTemplate) return 'template'
  return isOfPage ? 'page' : null
}
