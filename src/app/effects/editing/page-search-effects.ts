/** Provides the effect of the search for pages. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { type PageSearchResult, routeQueryOf } from '#content/links/address-input.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { pageSearchMachine } from '#machines/editing/rich-text/page-search.ts'
import { servicesOf } from '../../services/services.ts'

export const pageSearch = pageSearchMachine.provide({
  actors: {
    searchPages: fromPromise<PageSearchResult[], { query: string }>(
      async ({ system, input: { query }, signal }) => {
        const { resources } = await servicesOf(system).loadApi()
        const { members } = await resources.list('/_/routes', {
          query: { perPage: '8', 'order[path]': 'asc', ...routeQueryOf(query) },
          signal,
        })
        return members.flatMap(pagesOf)
      },
    ),
  },
})

/** Returns the page of a route; none for a route that leads elsewhere. */
const pagesOf = (resource: Resource): PageSearchResult[] => {
  if (!isResourceOf('ROUTE', resource) || resource.redirectPath) return []
  const { pageData, pageTitle } = resource.associatedResources ?? {}
  return [{ path: resource.path, title: pageData ?? pageTitle ?? null }]
}
