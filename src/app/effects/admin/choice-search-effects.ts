/** Provides the search of what can be chosen in a field of an item. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import { copiedOption } from '#content/admin/item-fields.ts'
import { routeQueryOf } from '#content/links/address-input.ts'
import { type FoundChoices, choicesShown } from '#content/admin/item-form.ts'
import { parentChoices } from '#content/admin/parent-choices.ts'
import { resourceLists } from '#content/admin/resource-lists.ts'
import type { Resource } from '#content/model/resource.ts'
import { type ChoiceRequest, choiceSearchMachine } from '#machines/admin/choice-search.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'

/** The endpoint, the query and the options of what is searched. */
const searches = {
  parents: {
    endpoint: '/_/routes',
    queryOf: (query: string) => ({ 'order[path]': 'asc', ...routeQueryOf(query) }),
    optionsOf: parentChoices,
  },
  pages: {
    endpoint: '/_/pages',
    queryOf: (query: string) => ({
      'order[reference]': 'asc',
      ...(query && Object.fromEntries(resourceLists.pages.searchBy.map((name) => [name, query]))),
    }),
    optionsOf: (pages: readonly Resource[]) => pages.map(copiedOption),
  },
}

const search = async (
  { resources }: ContentApi,
  { source, own, none, query }: ChoiceRequest,
  signal: AbortSignal,
): Promise<FoundChoices> => {
  const { endpoint, queryOf, optionsOf } = searches[source]
  const words = query.trim()
  const { members, total } = await resources.list(endpoint, {
    query: { perPage: String(choicesShown), ...queryOf(words) },
    signal,
  })
  const options = optionsOf(members).filter(({ value }) => value !== '' && value !== own)
  return { options: words === '' ? [none, ...options] : options, total }
}

export const choiceSearch = choiceSearchMachine.provide({
  actors: {
    searchChoices: fromPromise<FoundChoices, ChoiceRequest>(async ({ system, input, signal }) => {
      const api = await servicesOf(system).loadApi()
      return withSession(system, () => search(api, input, signal))
    }),
  },
})
