/** The things by which the audit log is filtered, as one searches them: by their names, and by what they are. */
import { settingLabels } from '../settings/setting-groups.ts'
import { siteConfigList } from '../model/site-config.ts'
import { type AuditEntry, auditEntriesEndpoint } from './audit-entry.ts'
import { type AuditFilter, auditFiltersIn, isAuditEntry, subjectOf } from './audit-list.ts'
import { irisOfValue } from './audit-names.ts'
import type { FoundChoices, Option } from './item-form.ts'
import type { ResourceListPage } from './resource-lists.ts'
import { hasWords } from './site-commands.ts'

/** The filters whose values are searched. */
export type SearchedFilter = Extract<AuditFilter, 'user' | 'resource'>

/** The option of filtering by nothing. */
export const anyOption: Option = { value: '', label: 'Any' }

/** Returns something as an option, by its name and what it is. */
export const namedAs = (value: string, name: string, type: string): Option => ({
  value,
  label: `${name} – ${type}`,
})

/** Returns the words by which things of a type are searched: all of them, if the type itself is what was typed. */
export const wordsWithin = (type: string, words: string) => (hasWords(type, words) ? '' : words)

const settingType = 'Setting'

/** Returns the settings that match. */
export const settingChoices = (words: string): Option[] =>
  Object.entries(settingLabels)
    .filter(([, label]) => words !== '' && hasWords(`${label} ${settingType}`, words))
    .map(([key, label]) => namedAs(`${siteConfigList}/${key}`, label, settingType))

/** Returns what was typed as an option, where it is an IRI: components are found by these alone. */
export const iriChoices = (words: string): Option[] =>
  irisOfValue(words)?.length === 1 && !words.startsWith(auditEntriesEndpoint)
    ? [{ value: words, label: words }]
    : []

/** Returns the accounts that were found, and the name that was typed: that of a deleted account is in the log still. */
export const accountChoices = (found: FoundChoices, words: string): FoundChoices => ({
  ...found,
  options: [
    ...found.options,
    ...(words === '' ? [] : [{ value: words, label: `“${words}”, as it was called then` }]),
  ],
})

/** Returns the name of the value of a filter, by the entries that match it; null while none is known. */
export const filteredName = (
  name: SearchedFilter,
  search: string,
  list: Pick<ResourceListPage, 'members' | 'labels'> | null,
): string | null => {
  const value = auditFiltersIn(search)[name]
  if (value === '' || !list) return null
  const entry = list.members.filter(isAuditEntry).find((one) => one[name] === value)
  return entry ? nameOf[name](entry, list.labels) : null
}

const nameOf: Readonly<
  Record<SearchedFilter, (entry: AuditEntry, labels: ResourceListPage['labels']) => string | null>
> = { user: ({ username }) => username, resource: subjectOf }
