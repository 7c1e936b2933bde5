/** Provides the requests of the search of the site. Loaded when it is opened for the first time. */
import { fromCallback } from 'xstate'
import { isObject } from '#content/is-object.ts'
import { type ShownList, resourceLists } from '#content/admin/resource-lists.ts'
import type { SearchOption } from '#content/admin/site-commands.ts'
import {
  type SearchGroup,
  groupSize,
  moreOption,
  optionOf,
  searchQuery,
} from '#content/admin/site-search.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type SearchAnswer,
  type SiteSearchRequest,
  siteSearchMachine,
} from '#machines/admin/site-search.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'
import { dataTypeLabels, designLabels } from './site-designs.ts'

interface ListSearch {
  list: ShownList
  endpoint: Iri
}

/** Returns the lists of a group: one, or of data one for each type that the entry point of the API names. */
const listsOf = async (api: ContentApi, group: SearchGroup): Promise<ListSearch[]> => {
  const { endpoint } = resourceLists[group]
  if (endpoint !== null) return [{ list: { name: group, dataType: null }, endpoint }]
  const entryPoint = await api.readEntryPoint()
  return Object.entries(isObject(entryPoint) ? entryPoint : {}).flatMap(([dataType, found]) =>
    typeof found === 'string' && found.startsWith('/page_data/')
      ? [{ list: { name: group, dataType }, endpoint: found }]
      : [],
  )
}

const searchList = async (
  api: ContentApi,
  { list, endpoint }: ListSearch,
  { query, signal }: { query: string; signal: AbortSignal },
) => {
  const { members, total } = await api.resources.list(endpoint, {
    query: searchQuery(list.name as SearchGroup, query),
    signal,
  })
  const labels = list.dataType === null ? designLabels(list.name) : dataTypeLabels
  return {
    options: members.map((resource) => optionOf(list, resource, labels)),
    more: moreOption(list, query, { total, shown: members.length }),
  }
}

/** Searches the lists of a group side by side. */
const searchGroup = async (
  api: ContentApi,
  group: SearchGroup,
  words: { query: string; signal: AbortSignal },
): Promise<SearchOption[]> => {
  const lists = await listsOf(api, group)
  const results = await Promise.all(lists.map((list) => searchList(api, list, words)))
  return [
    ...results.flatMap(({ options }) => options).slice(0, groupSize),
    ...results.flatMap(({ more }) => more),
  ]
}

export const siteSearch = siteSearchMachine.provide({
  actors: {
    searchSite: fromCallback<SearchAnswer, SiteSearchRequest>(
      ({ system, input: { query, groups }, sendBack }) => {
        const controller = new AbortController()
        const { signal } = controller
        const answer = (event: SearchAnswer) => {
          if (!signal.aborted) sendBack(event)
        }
        const search = async (group: SearchGroup) => {
          const api = await servicesOf(system).loadApi()
          return withSession(system, () => searchGroup(api, group, { query, signal }))
        }
        for (const group of groups)
          search(group).then(
            (options) => answer({ type: 'group.found', group, options }),
            (error: unknown) => answer({ type: 'group.failed', group, error }),
          )
        return () => controller.abort()
      },
    ),
  },
})
