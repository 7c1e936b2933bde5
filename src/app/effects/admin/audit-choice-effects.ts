/** Provides the search of what the audit log can be filtered by. Loaded with its screen. */
import { fromPromise } from 'xstate'
import {
  accountChoices,
  iriChoices,
  namedAs,
  settingChoices,
  wordsWithin,
} from '#content/admin/audit-choices.ts'
import type { FoundChoices, Option } from '#content/admin/item-form.ts'
import { resourceLists } from '#content/admin/resource-lists.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import { searchQuery } from '#content/admin/site-search.ts'
import { type ChoiceRequest, choiceSearchMachine } from '#machines/admin/choice-search.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'
import { type ListSearch, type SearchedWords, searchedLists } from './searched-lists.ts'
import { dataTypeLabels } from './site-designs.ts'

/** Returns what the things of a list are. */
const typeOf = ({ list: { name, dataType } }: ListSearch) => {
  if (dataType !== null) return dataTypeLabels[dataType] ?? dataType
  const [noun] = resourceLists[name].nouns
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

const searchList = async (
  { resources }: ContentApi,
  searched: ListSearch,
  { query: words, signal }: SearchedWords,
): Promise<FoundChoices> => {
  const type = typeOf(searched)
  const query = searchQuery(searched.list.name, wordsWithin(type, words))
  const { members, total } = await resources.list(searched.endpoint, { query, signal })
  const options = members.map((resource): Option => {
    const { name } = rowOf(searched.list, resource, {})
    return namedAs(resource['@id'], name, type)
  })
  return { options, total }
}

/** Searches the content of the site and its accounts, all lists side by side. */
const searchContent = async (api: ContentApi, words: SearchedWords): Promise<FoundChoices> => {
  const groups = ['pages', 'data', 'routes', 'layouts', 'users'] as const
  const lists = (await Promise.all(groups.map((group) => searchedLists(api, group)))).flat()
  const found = await Promise.all(lists.map((list) => searchList(api, list, words)))
  const others = [...iriChoices(words.query), ...settingChoices(words.query)]
  return {
    options: [...others, ...found.flatMap(({ options }) => options)],
    total: found.reduce((sum, { total }) => sum + total, others.length),
  }
}

const searchAccounts = async (api: ContentApi, words: SearchedWords) => {
  const [accounts] = await searchedLists(api, 'users')
  return accountChoices(await searchList(api, accounts!, words), words.query)
}

/** Returns the effect that searches by one of these functions, and offers to choose nothing. */
const searchBy = (search: typeof searchContent) =>
  choiceSearchMachine.provide({
    actors: {
      searchChoices: fromPromise<FoundChoices, ChoiceRequest>(async (request) => {
        const { input, signal } = request
        const query = input.query.trim()
        const found = await searchIn(request.system, (api) => search(api, { query, signal }))
        const isAll = query === '' && input.none !== null
        return isAll ? { ...found, options: [input.none!, ...found.options] } : found
      }),
    },
  })

const searchIn = async <Found>(
  system: ActorSystem,
  search: (api: ContentApi) => Promise<Found>,
) => {
  const api = await servicesOf(system).loadApi()
  return withSession(system, () => search(api))
}

/** The searches of the filters of the log. */
export const auditChoices = { user: searchBy(searchAccounts), resource: searchBy(searchContent) }
