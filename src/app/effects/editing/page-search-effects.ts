/** Provides the effect of the search for pages. Loaded with the editor. */
import { fromPromise } from 'xstate'
import type { PageSearchResult } from '#content/links/address-input.ts'
import { pageSearchMachine } from '#machines/editing/rich-text/page-search.ts'
import { servicesOf } from '../../services/services.ts'

export const pageSearch = pageSearchMachine.provide({
  actors: {
    searchPages: fromPromise<PageSearchResult[], { query: string }>(
      async ({ system, input: { query }, signal }) => {
        const { pages } = await servicesOf(system).loadApi()
        return pages.search(query, signal)
      },
    ),
  },
})
