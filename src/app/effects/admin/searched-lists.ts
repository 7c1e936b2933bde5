/** Finds the endpoints of the lists that are searched by words. */
import { type ShownList, resourceLists } from '#content/admin/resource-lists.ts'
import type { SearchedList } from '#content/admin/site-search.ts'
import { isObject } from '#content/is-object.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ContentApi } from '#src/api/content-api.ts'

/** The words that are searched for, and the signal that ends the search. */
export interface SearchedWords {
  query: string
  signal: AbortSignal
}

export interface ListSearch {
  list: ShownList & { name: SearchedList }
  endpoint: Iri
}

/** Returns the lists of a group: one, or of data one for each type that the entry point of the API names. */
export const searchedLists = async (
  api: ContentApi,
  group: SearchedList,
): Promise<ListSearch[]> => {
  const { endpoint } = resourceLists[group]
  if (endpoint !== null) return [{ list: { name: group, dataType: null }, endpoint }]
  const entryPoint = await api.readEntryPoint()
  return Object.entries(isObject(entryPoint) ? entryPoint : {}).flatMap(([dataType, found]) =>
    typeof found === 'string' && found.startsWith('/page_data/')
      ? [{ list: { name: group, dataType }, endpoint: found }]
      : [],
  )
}
