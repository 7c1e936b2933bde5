import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { type ContentScope, contentScopeOf, templateOf } from '#content/page/content-scope.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/** Returns the page that is shown, or null on a screen of the app. */
export const useCurrentPage = () => useSelector(useAppActor('fetcher'), selectCurrentPage)

/** Returns the scope of a part of the current page; `page` while no page is shown. */
export function useContentScope(iri: Iri | undefined): ContentScope {
  const page = useCurrentPage()
  return useResourceSelector((read) =>
    page && iri !== undefined ? contentScopeOf(iri, page, read) : 'page',
  )
}

/**
 * Returns whether the selected resource and its position belong to the template of a page of data, so that they cannot be
 * changed there. The position of a component of the page itself belongs to the template, too.
 */
export const useTemplateLocks = (selectedIri: Iri, position: Iri | undefined) => ({
  isLocked: useContentScope(selectedIri) === 'template',
  isPositionLocked: useContentScope(position) === 'template',
})

/** True for a part of a template that is shown as a page of its own, without its layout. */
export function useIsTemplatePart(iri: Iri | undefined) {
  const page = useCurrentPage()
  return useResourceSelector(
    (read) =>
      page !== null &&
      iri !== undefined &&
      !page.pageData &&
      templateOf(page, read) !== null &&
      contentScopeOf(iri, page, read) !== 'layout',
  )
}

/**
 * True for a part of a page of data that belongs to the page's template, so that it cannot be changed here. On any other
 * page nothing is read, since this runs for each component.
 */
export const isTemplateContent = (iri: Iri, page: AssembledPage | null, read: ReadResource) =>
  page?.pageData ? contentScopeOf(iri, page, read) === 'template' : false

/** The same for a part of the current page. */
export function useIsTemplateContent(iri: Iri) {
  const page = useCurrentPage()
  return useResourceSelector((read) => isTemplateContent(iri, page, read))
}
