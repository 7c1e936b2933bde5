/** The rows of the lists of the admin area: the words that people see for a resource. */
import { type Iri, isIriOf, routePath } from '../model/iri.ts'
import { type Resource, isResourceOf } from '../model/resource.ts'
import type { AssembledPage } from '../page/page.ts'
import type { PageStanding } from '../page/page-standing.ts'
import { associatedWith } from './associated-resources.ts'
import { textIn } from '../model/text-in.ts'
import { highestRole } from './roles.ts'
import { type ShownList, entryOf, itemPath, listPath } from './resource-lists.ts'

export interface ResourceRow {
  iri: Iri
  name: string
  /** Further words about it, the most important first. */
  details: readonly string[]
  /** The state that a badge shows. */
  badge: { label: string; tone: 'plain' | 'good' | 'attention' } | null
  /** The path of the screen on which it is changed; null where there is none. */
  itemHref: string | null
  /** The path of its page on the site, or null. */
  pageHref: string | null
  /** True for an account that may not sign in. */
  isDisabled: boolean
  /** True for an address that leads nowhere, which can be deleted from the list. */
  isOrphan: boolean
}

type Labels = Readonly<Record<string, string>>

/** Returns the row of a resource. `labels` are the names that people see, by the names that are stored. */
export const rowOf = (list: ShownList, resource: Resource, labels: Labels): ResourceRow => ({
  iri: resource['@id'],
  itemHref: itemPath(list, resource['@id']),
  pageHref: null,
  isDisabled: false,
  isOrphan: false,
  badge: null,
  ...rowsByList[list.name](resource, labels),
})

type RowParts = Pick<ResourceRow, 'name' | 'details'> & Partial<ResourceRow>

/** Returns what a stored item is, as the color below its header says it; null for what has no such color. */
export const itemStanding = ({ name }: ShownList, resource: Resource): PageStanding | null => {
  if (name === 'pages') return resource['isTemplate'] === true ? 'template' : 'page'
  if (name === 'data') return resource['route'] ? 'routed' : 'unrouted'
  return null
}

const labelOf = (labels: Labels, name: unknown) =>
  typeof name === 'string' ? (labels[name] ?? name) : ''

/** Returns the path at which a page without an address is shown to editors. */
const resourceHref = (iri: Iri) => `/_cwa/${encodeURIComponent(iri)}`

/** Returns the badge of an account that cannot sign in. */
const accountBadge = (user: Resource): ResourceRow['badge'] => {
  if (user['enabled'] === false) return { label: 'Disabled', tone: 'attention' }
  return user['emailAddressVerified'] === false
    ? { label: 'Not confirmed', tone: 'attention' }
    : null
}

const rowsByList: Readonly<
  Record<ShownList['name'], (resource: Resource, labels: Labels) => RowParts>
> = {
  pages: (page, labels) => ({
    name: textIn(page, 'reference') || 'A page without a name',
    details: [textIn(page, 'title'), labelOf(labels, page['uiComponent'])],
    badge:
      page['isTemplate'] === true
        ? { label: 'Template', tone: 'attention' }
        : { label: 'Page', tone: 'plain' },
    pageHref: isIriOf('ROUTE', page['route'])
      ? routePath(page['route'])
      : resourceHref(page['@id']),
  }),
  layouts: (layout, labels) => ({
    name: textIn(layout, 'reference') || 'A layout without a name',
    details: [labelOf(labels, layout['uiComponent'])],
  }),
  users: (user) => ({
    name: textIn(user, 'username'),
    details: [textIn(user, 'emailAddress'), highestRole(user['roles'])],
    badge: accountBadge(user),
    isDisabled: user['enabled'] === false,
  }),
  data: (data, labels) => ({
    name: textIn(data, 'title') || 'Without a title',
    details: [textIn(data, 'routePath'), labelOf(labels, data['page'])],
    badge: data['route']
      ? { label: 'Has a route', tone: 'good' }
      : { label: 'No route yet', tone: 'attention' },
    pageHref: textIn(data, 'routePath') || resourceHref(data['@id']),
  }),
  routes: (route) => routeRow(route),
  dataTypes: (metadata, labels) => {
    const dataType = entryOf(textIn(metadata, 'resourceClass'))
    return {
      name: labelOf(labels, dataType),
      details: [],
      itemHref: listPath({ name: 'data', dataType }),
    }
  },
}

/** Returns the members that are listed: the API names the base of all page data among their types. */
export const listedMembers = (list: ShownList, members: readonly Resource[]) =>
  list.name === 'dataTypes'
    ? members.filter((metadata) => !textIn(metadata, 'resourceClass').endsWith('AbstractPageData'))
    : members

/** Returns the row of an address: the page that it shows, or the address that it leads to. */
const routeRow = (route: Resource): RowParts => {
  const { redirect, pageTitle, page, pageData, pageDataType } = associatedWith(route)
  const name = textIn(route, 'path')
  const parts = { name, pageHref: name, itemHref: ownerPath(route, pageDataType) }
  if (redirect)
    return {
      ...parts,
      details: [`Leads to ${redirect}`],
      badge: { label: 'Redirect', tone: 'plain' },
    }
  const isOrphan = parts.itemHref === null
  return {
    ...parts,
    isOrphan,
    pageHref: isOrphan ? null : name,
    details: [pageData ?? pageTitle ?? page ?? (isOrphan ? 'Leads nowhere' : '')],
    badge: isOrphan
      ? { label: 'No page', tone: 'attention' }
      : { label: pageData || pageDataType ? 'Page data' : 'Page', tone: 'plain' },
  }
}

/** Returns the path of the screen of a page, or of its data; null while that is not known. */
export const pageItemPath = (
  { page, pageData }: Pick<AssembledPage, 'page' | 'pageData'>,
  data: Resource | undefined,
) => {
  if (!pageData) return page ? itemPath({ name: 'pages', dataType: null }, page) : null
  return data ? itemPath({ name: 'data', dataType: entryOf(data['@type']) }, pageData) : null
}

/** Returns the path of the screen of the page whose address it is; null if it has none. */
const ownerPath = (route: Resource, dataType: string | undefined) => {
  if (!isResourceOf('ROUTE', route)) return null
  if (route.pageData && dataType)
    return `${itemPath({ name: 'data', dataType: entryOf(dataType) }, route.pageData)}#routes`
  return route.page ? `${itemPath({ name: 'pages', dataType: null }, route.page)}#routes` : null
}
