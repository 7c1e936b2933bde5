/** The results of the search of the site: what is found by requests, group by group, and the commands that match. */
import type { Failure } from '../model/failure.ts'
import { humanize } from '../model/humanize.ts'
import type { Resource, User } from '../model/resource.ts'
import { mediaFilePath } from '../pictures/media-file-draft.ts'
import { type MediaFile, mediaLibraryPath } from '../pictures/media-library.ts'
import { type ListName, type ShownList, listPath, resourceLists } from './resource-lists.ts'
import { rowOf } from './resource-rows.ts'
import { isSuperAdmin } from './roles.ts'
import { type SearchOption, type SiteCommand, hasWords, matchCommands } from './site-commands.ts'

/** A list of resources that is searched by a request of its own. */
export type SearchedList = Exclude<ListName, 'dataTypes'>

/** A list, or the media library: each is searched by a request of its own. */
export type SearchGroup = SearchedList | 'media'

export interface GroupResults {
  status: 'searching' | 'found' | 'failed'
  /** While it is searched, those that were found before and match what is typed now. */
  options: readonly SearchOption[]
  /** The failure of the request that has failed. */
  failure: Failure | null
}

export type FoundGroups = Readonly<Partial<Record<SearchGroup, GroupResults>>>

/** The number of results of each group that are shown. */
export const groupSize = 6

/** The number of characters from which on requests are made. */
const minimumLength = 2

/** True if what is typed is long enough for requests. */
export const isSearchable = (query: string) => query.trim().length >= minimumLength

/** Returns the groups that a user may read. */
export const searchGroupsFor = (user: User | null): SearchGroup[] => [
  'pages',
  'data',
  'routes',
  'layouts',
  'media',
  ...(isSuperAdmin(user) ? (['users'] as const) : []),
]

/** The parameter of a list that need not be counted, which would take longer than to find its first members. */
export const uncounted = { partial: 'true' }

/** Returns the parameters by which a list is searched. */
export const searchQuery = (group: SearchedList, query: string) => {
  const { searchBy, orders } = resourceLists[group]
  const property = orders.find(({ label }) => label === 'A to Z')?.value
  const words = query.trim()
  return {
    perPage: String(groupSize),
    ...(property && { [`order[${property}]`]: 'asc' }),
    ...Object.fromEntries(searchBy.map((parameter) => [parameter, words])),
  }
}

/** Returns the option of a resource. `labels` are the names that people see, by the names that are stored. */
export const optionOf = (
  list: ShownList,
  resource: Resource,
  labels: Readonly<Record<string, string>> = {},
): SearchOption => {
  const { name, details, pageHref, itemHref } = rowOf(list, resource, labels)
  const isChangedElsewhere = pageHref !== null && itemHref !== null
  // Further details of data are the IRIs of templates, whose names would take another request.
  const [first = '', second = ''] = details
  return {
    id: `${list.name}-${resource['@id']}`,
    label: name,
    detail: first || (list.dataType === null ? second : (labels[list.dataType] ?? '')),
    target: { href: pageHref ?? itemHref ?? searchPath(list, name) },
    ...(isChangedElsewhere && { adminHref: itemHref }),
  }
}

/** Returns the parameters by which the media library is searched: newest first, which its index answers fastest. */
export const mediaSearchQuery = (query: string) => ({
  perPage: String(groupSize),
  ...uncounted,
  search: query.trim(),
})

/** Returns the option of a file of the media library. */
export const mediaOption = ({ '@id': iri, name, tags }: MediaFile): SearchOption => ({
  id: `media-${iri}`,
  label: name,
  detail: tags.join(', '),
  target: { href: mediaFilePath(iri) },
})

/** Returns the path of the screen of a list, searched for some words. */
const searchPath = (list: ShownList, words: string) =>
  `${listPath(list)}?search=${encodeURIComponent(words.trim())}`

/** Returns the option that leads to all of a list that are found, for a list with more than those that are shown. */
export const moreOption = (list: ShownList, query: string): SearchOption =>
  allOption(list.name, resourceLists[list.name].nouns[1], searchPath(list, query))

/** Returns the option that leads to all files that are found. */
export const moreMediaOption = (query: string): SearchOption =>
  allOption('media', 'files', `${mediaLibraryPath}?search=${encodeURIComponent(query.trim())}`)

const allOption = (name: string, nouns: string, href: string): SearchOption => ({
  id: `${name}-more`,
  label: `Show all ${nouns} found`,
  detail: '',
  target: { href },
})

/** Returns the groups as they are while another query is searched: without what does not match it. */
export const searchingGroups = (
  groups: readonly SearchGroup[],
  found: FoundGroups,
  query: string,
): FoundGroups =>
  Object.fromEntries(
    groups.map((group) => [
      group,
      {
        status: 'searching',
        options: (found[group]?.options ?? []).filter(({ label, detail }) =>
          hasWords(`${label} ${detail}`, query),
        ),
        failure: null,
      } satisfies GroupResults,
    ]),
  )

/** True once each group is found or has failed. */
export const isComplete = (found: FoundGroups) =>
  Object.values(found).every(({ status }) => status !== 'searching')

/** True if a group has failed. */
export const hasFailed = (found: FoundGroups) =>
  Object.values(found).some(({ status }) => status === 'failed')

export interface OptionGroup {
  name: SearchGroup | SiteCommand['group']
  label: string
  options: readonly SearchOption[]
}

const groupOrder = [
  'actions',
  'pages',
  'data',
  'routes',
  'layouts',
  'media',
  'users',
  'adminArea',
  'settings',
] as const satisfies readonly OptionGroup['name'][]

export interface SearchState {
  query: string
  commands: readonly SiteCommand[]
  found: FoundGroups
}

/** Returns the commands of a group that match. Without a query these are all but the settings. */
const commandOptions = ({ commands, query }: SearchState, group: SiteCommand['group']) =>
  group === 'settings' && query.trim() === ''
    ? []
    : matchCommands(
        commands.filter((command) => command.group === group),
        query,
      )

/** Returns the groups that have options, in the order in which they are shown. */
export const optionGroups = (state: SearchState): OptionGroup[] =>
  groupOrder
    .map((name) => ({
      name,
      label: humanize(name),
      options:
        name === 'actions' || name === 'adminArea' || name === 'settings'
          ? commandOptions(state, name)
          : (state.found[name]?.options ?? []),
    }))
    .filter(({ options }) => options.length > 0)

/** Returns all options in the order in which the arrow keys reach them. */
export const allOptions = (state: SearchState) =>
  optionGroups(state).flatMap(({ options }) => options)

export type OptionMove = 'next' | 'previous' | 'first' | 'last'

/** Returns the option that is reached from another one. After the last one comes the first. */
export const movedOption = (
  options: readonly SearchOption[],
  active: SearchOption | null,
  move: OptionMove,
): SearchOption | null => {
  const index = active ? options.indexOf(active) : -1
  if (move === 'first') return options[0] ?? null
  if (move === 'last') return options.at(-1) ?? null
  return options.at(move === 'next' ? (index + 1) % options.length : index - 1) ?? null
}

/** A group that could not be searched, and why. */
interface FailedGroup {
  label: string
  message: string
}

/** Returns why groups could not be searched. Where all have failed by the same cause, that is said once. */
export const failedGroups = (found: FoundGroups): FailedGroup[] => {
  const failed = (Object.keys(found) as SearchGroup[]).flatMap((group) => {
    const failure = found[group]?.failure
    return failure ? [{ label: humanize(group), message: failure.message }] : []
  })
  const isOneCause = new Set(failed.map(({ message }) => message)).size === 1
  return failed.length > 1 && failed.length === Object.keys(found).length && isOneCause
    ? [{ label: 'The content of the site', message: failed[0]!.message }]
    : failed
}

/** Returns what is said about the results, for the eye and for screen readers. */
export const searchSummary = (state: SearchState, isBusy: boolean) => {
  const { query } = state
  if (query.trim() === '') return 'Type to search pages, data, routes, settings and actions.'
  const { length } = allOptions(state)
  const results = `${length.toLocaleString('en')} ${length === 1 ? 'result' : 'results'}`
  if (!isSearchable(query)) return `${results}. Type one more character to search the content.`
  if (isBusy) return length > 0 ? `${results}. Searching…` : 'Searching…'
  if (length > 0) return results
  return `Nothing was found for “${query.trim()}”.`
}
