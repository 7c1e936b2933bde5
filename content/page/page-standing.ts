/** The standing of a page in the site: a page of its own, a template, or data with a route or without one. */
import { isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import { templateOf } from './content-scope.ts'
import type { AssembledPage } from './page.ts'

export type PageStanding = 'page' | 'template' | 'routed' | 'unrouted'

/** Returns what a page is; data that is shown at its route has one. */
export const pageStanding = (
  page: Pick<AssembledPage, 'root' | 'page' | 'pageData'>,
  read: ReadResource,
): PageStanding => {
  if (!page.pageData) return templateOf(page, read) === null ? 'page' : 'template'
  return isIriOf('ROUTE', page.root) || read(page.pageData)?.['route'] ? 'routed' : 'unrouted'
}
