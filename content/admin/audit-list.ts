/** The screen of the audit log: its filters in the URL, and the words for its entries. */
import { humanize } from '../model/humanize.ts'
import { isIriOf, routePath } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { apiBase } from '../navigation/api-base.ts'
import { updateSearch } from '../page/collection.ts'
import {
  type AuditAction,
  type AuditEntry,
  auditActions,
  auditEntriesEndpoint,
  type auditFilters,
  maxListedEntries,
} from './audit-entry.ts'
import { settingLabels } from '../settings/setting-groups.ts'
import { nameOfChanged } from './audit-names.ts'
import type { ResourceListPage } from './resource-lists.ts'

export type AuditFilter = (typeof auditFilters)[number]

/** The number of entries on a page of the list. */
const auditEntriesPerPage = 20

/** Returns the filters in the query string of the screen; '' for those that are not set. Dates are days: `2026-08-01`. */
export const auditFiltersIn = (search: string): Readonly<Record<AuditFilter, string>> => {
  const query = new URLSearchParams(search)
  const valueOf = (name: AuditFilter) => query.get(name)?.trim() ?? ''
  const dayOf = (name: AuditFilter) => (startOfDay(valueOf(name)) ? valueOf(name) : '')
  return {
    user: valueOf('user'),
    resource: valueOf('resource'),
    action: auditActions.find((action) => action === valueOf('action')) ?? '',
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

/** Returns the beginning of a day, or of one that is some days later, in the time zone of the browser; null for none. */
const startOfDay = (day: string, later = 0) => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (date === undefined) return null
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return start.toISOString()
}

/** Returns the parameters by which the API filters, by the query string of the screen. Its last day is included. */
const filterQuery = (search: string): Record<string, string> => {
  const filters = auditFiltersIn(search)
  const query = { ...filters, from: startOfDay(filters.from), to: startOfDay(filters.to, 1) }
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** Returns the parameters by which a page of the list is read. */
export const auditListQuery = (search: string): Readonly<Record<string, string>> => ({
  ...filterQuery(search),
  page: new URLSearchParams(search).get('page') ?? '1',
  perPage: `${auditEntriesPerPage}`,
})

/** Returns the address of the file with all entries that match. Only the included API has a log. */
export const auditExportHref = (search: string) =>
  `${apiBase}${auditEntriesEndpoint}.csv${updateSearch('', filterQuery(search))}`

/** Returns a page of the list as its screen shows it. */
export const auditListOf = (
  { members, total }: { members: readonly Resource[]; total: number },
  labels: ResourceListPage['labels'],
): ResourceListPage => ({
  members,
  total,
  pages: Math.ceil(total / auditEntriesPerPage),
  labels,
  title: null,
})

export const isAuditEntry = (resource: Resource): resource is AuditEntry =>
  resource['@type'] === 'AuditEntry'

const actionLabels: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  published: 'Published',
  deleted: 'Deleted',
  exported: 'Backed up',
  imported: 'Restored from a backup',
  reset: 'Reset to the demo',
  signedIn: 'Signed in',
  signedOut: 'Signed out',
}

export const actionLabel = (action: AuditAction) => actionLabels[action]

/** The values of the filter by action. '' is for all. */
export const actionChoices = [
  { value: '', label: 'All' },
  ...auditActions.map((action) => ({ value: action, label: actionLabels[action] })),
]

/** The places that are no addresses, by the names that people see. */
const placeNames: ReadonlyMap<string, string> = new Map([
  ['server', 'The server, by itself'],
  ['command line', 'The command line'],
])

/** Returns who has made a change. */
export const authorOf = ({ username, place }: AuditEntry) =>
  username ?? placeNames.get(place) ?? 'A visitor'

/** Returns the address from which a change was made; null if it was made on the server. */
export const addressOf = ({ place }: AuditEntry) => (placeNames.has(place) ? null : place)

/** The names of types that are not content of a kind. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['SiteConfigParameter', 'Setting'],
  ['MediaObject', 'File'],
  ['FormSubmission', 'Submission'],
  ['ComponentPosition', 'Position'],
  ['ComponentGroup', 'Section'],
])

/** Returns the name of the type of what was changed, and its own. */
export const subjectOf = (entry: AuditEntry, labels: Readonly<Record<string, string>>) => {
  const name = changedName(entry)
  return typeOf(entry, labels) + (name === null ? '' : ` “${name}”`)
}

const typeOf = ({ resourceType }: AuditEntry, labels: Readonly<Record<string, string>>) =>
  resourceType === null
    ? 'The whole site'
    : (labels[resourceType] ?? typeNames.get(resourceType) ?? humanize(resourceType))

/** Returns the labels of settings for their keys, and names for people of other properties. */
export const propertyLabel = ({ resourceType, resource }: AuditEntry, property: string) => {
  const key = resource?.split('/').at(-1) ?? ''
  return resourceType === 'SiteConfigParameter' && property === 'value' && isSettingKey(key)
    ? settingLabels[key]
    : (propertyNames.get(property) ?? humanize(property))
}

/** The names of properties that people know from the screens of items. */
const propertyNames: ReadonlyMap<string, string> = new Map([
  ['isTemplate', 'Template for data'],
  ['metaDescription', 'Description for search engines'],
  ['publishedAt', 'Publication'],
  ['reference', 'Name'],
  ['uiClassNames', 'Style'],
  ['uiComponent', 'Design'],
])

const isSettingKey = (key: string): key is keyof typeof settingLabels =>
  Object.hasOwn(settingLabels, key)

/** More names of properties than this are only counted. */
const listedProperties = 4

/** Names the properties that were changed. */
export const changeSummary = (entry: AuditEntry) => {
  const labels = entry.changes.map(({ property }) => propertyLabel(entry, property))
  const listed = labels.slice(0, listedProperties).join(', ')
  const others = labels.length - listedProperties
  const all = others > 0 ? `${listed} and ${others} more` : listed
  return entry.action === 'updated' ? `Changed: ${all}` : `Values: ${all}`
}

/** Returns the name of what was changed: of a setting its label, of an address its path; null for none. */
const changedName = (entry: AuditEntry) => {
  const { resource, resourceType } = entry
  if (resource === null) return null
  const key = resource.split('/').at(-1)!
  if (resourceType === 'SiteConfigParameter' && isSettingKey(key)) return settingLabels[key]
  return isIriOf('ROUTE', resource) ? routePath(resource) : nameOfChanged(entry)
}

/** Returns how many entries there are, or explains why there are none. */
export const auditSummary = (total: number, search: string) => {
  if (total >= maxListedEntries)
    return `More than ${maxListedEntries.toLocaleString('en')} entries: filter them to see older ones.`
  if (total > 0) return total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`
  return isAuditFiltered(search)
    ? 'Nothing was found. Try fewer filters, or show all.'
    : 'Nothing has been changed yet. Each change of content, settings and accounts appears here.'
}

export const isAuditFiltered = (search: string) =>
  Object.values(auditFiltersIn(search)).some((value) => value !== '')
