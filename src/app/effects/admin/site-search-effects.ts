/** Provides the requests of the search of the site. Loaded when it is opened for the first time. */
import { fromCallback } from 'xstate'
import type { SearchOption } from '#content/admin/site-commands.ts'
import {
  type SearchGroup,
  groupSize,
  mediaOption,
  mediaSearchQuery,
  moreMediaOption,
  moreOption,
  optionOf,
  searchQuery,
  uncounted,
} from '#content/admin/site-search.ts'
import { isMediaFile, mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import {
  type SearchAnswer,
  type SiteSearchRequest,
  siteSearchMachine,
} from '#machines/admin/site-search.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'
import { type ListSearch, type SearchedWords, searchedLists } from './searched-lists.ts'
import { dataTypeLabels, designLabels } from './site-designs.ts'

const searchList = async (
  api: ContentApi,
  { list, endpoint }: ListSearch,
  { query, signal }: SearchedWords,
) => {
  const { members, hasNext } = await api.resources.list(endpoint, {
    query: { ...searchQuery(list.name, query), ...uncounted },
    signal,
  })
  const labels = list.dataType === null ? designLabels(list.name) : dataTypeLabels
  return {
    options: members.map((resource) => optionOf(list, resource, labels)),
    more: hasNext ? [moreOption(list, query)] : [],
  }
}

/** Searches the media library, which only our own API has. */
const searchMedia = async (
  api: ContentApi,
  { query, signal }: SearchedWords,
): Promise<SearchOption[]> => {
  if (!api.isEmbedded) return []
  const options = { query: mediaSearchQuery(query), signal }
  const { members, hasNext } = await api.resources.list(mediaObjectsEndpoint, options)
  const files = members.filter(isMediaFile)
  return [...files.map(mediaOption), ...(hasNext ? [moreMediaOption(query)] : [])]
}

/** Searches a group, the lists of which side by side. */
const searchGroup = async (
  api: ContentApi,
  group: SearchGroup,
  words: SearchedWords,
): Promise<SearchOption[]> => {
  if (group === 'media') return searchMedia(api, words)
  const lists = await searchedLists(api, group)
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
