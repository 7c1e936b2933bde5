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
import { namedOption } from './resource-endpoints.ts'

/** Finds what has a name, in the order of the names. */
const byName =
  (list: 'pages' | 'layouts') =>
  (query: string): Record<string, string> => ({
    'order[reference]': 'asc',
    ...(query && Object.fromEntries(resourceLists[list].searchBy.map((name) => [name, query]))),
  })

const namedOptions = (items: readonly Resource[]) => items.map(namedOption)

/** The endpoint, the query and the options of what is searched. */
const searches = {
  parents: {
    endpoint: '/_/routes',
    queryOf: (query: string) => ({ 'order[path]': 'asc', ...routeQueryOf(query) }),
    optionsOf: parentChoices,
  },
  pages: {
    endpoint: '/_/pages',
    queryOf: byName('pages'),
    optionsOf: (pages: readonly Resource[]) => pages.map(copiedOption),
  },
  layouts: { endpoint: '/_/layouts', queryOf: byName('layouts'), optionsOf: namedOptions },
  templates: {
    endpoint: '/_/pages',
    queryOf: (query: string) => ({ ...byName('pages')(query), isTemplate: 'true' }),
    optionsOf: namedOptions,
  },
}

const search = async (
  { resources }: ContentApi,
  { source, own, none, query }: ChoiceRequest,
  signal: AbortSignal,
): Promise<FoundChoices> => {
  const { endpoint, queryOf, optionsOf } = searches[source!]
  const words = query.trim()
  const { members, total } = await resources.list(endpoint, {
    query: { perPage: String(choicesShown), ...queryOf(words) },
    signal,
  })
  const options = optionsOf(members).filter(({ value }) => value !== '' && value !== own)
  return { options: none !== null && words === '' ? [none, ...options] : options, total }
}

export const choiceSearch = choiceSearchMachine.provide({
  actors: {
    searchChoices: fromPromise<FoundChoices, ChoiceRequest>(async ({ system, input, signal }) => {
      const api = await servicesOf(system).loadApi()
      return withSession(system, () => search(api, input, signal))
    }),
  },
})
