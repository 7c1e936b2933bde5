/** Changes of many resources at once: all of them are changed, or none, and for a while that can be undone. */
import { counted } from '../model/counted.ts'
import type { Iri } from '../model/iri.ts'
import {
  lostAddress,
  pagesWithoutLayout as withoutLayout,
  pagesWithoutParent,
  shownPages,
} from './deletion-sentences.ts'
import type { Option } from './item-form.ts'

/** The endpoint of such changes; each is undone by a POST to `/_/bulk_changes/{id}/undo`. */
export const bulkChangesEndpoint: Iri = '/_/bulk_changes'

/** A list shows no more at a time, and all other writes wait for a change. */
export const maxBulkMembers = 100

export const bulkActions = ['delete', 'publish', 'layout'] as const
export type BulkAction = (typeof bulkActions)[number]

/** One of the resources to change, in the version that is expected. */
export interface BulkMember {
  iri: Iri
  /** Missing for any version. */
  etag?: string
}

/** A change as it is asked for. */
export interface BulkRequest {
  action: BulkAction
  members: readonly BulkMember[]
  /** The layout to choose, for the action `layout`. */
  layout?: Iri | null
}

/** The numbers of what a change concerns besides its members. */
export interface BulkConsequences {
  /** The number of routes that are deleted, redirects not counted. */
  routes: number
  redirects: number
  components: number
  /** The pages and the items of data that are deleted besides the members. */
  pages: number
  /** The pages that are without a layout then. */
  pagesWithoutLayout: number
  /** The pages and items of data that are below no other then. */
  children: number
  /** The drafts that become public. */
  drafts: number
  /** The path of the only route that is deleted; null for none and for several. */
  path: string | null
}

/** A change that was made and can be undone. */
export interface UndoableChange {
  /** Names it for the API. */
  iri: Iri
  /** Says what was done: `3 pages deleted`. */
  label: string
}

/** The answer to what a change would do, before it is confirmed. */
export interface BulkPreview {
  /** A sentence for each consequence. */
  consequences: readonly string[]
  /** The layouts to choose from, for a change of the layout. */
  layouts: readonly Option[]
  /** True if it would change nothing. */
  isEmpty?: boolean
}

export const emptyPreview: BulkPreview = { consequences: [], layouts: [] }

/** Identifies the notification about such a change, which offers to undo it. */
export const bulkNotification = 'bulkChange'

/** Returns a sentence for each consequence of a change. */
export const bulkConsequences = (
  action: BulkAction,
  consequences: BulkConsequences,
  members = 1,
): string[] => {
  const { routes, redirects, components, pages, pagesWithoutLayout, children, drafts, path } =
    consequences
  if (action === 'layout') return []
  if (action === 'publish')
    return [
      drafts === 0
        ? 'There are no drafts on what you have selected.'
        : `${counted(drafts, 'draft becomes', 'drafts become')} public.`,
    ]
  return [
    ...shownPages(pages, members),
    ...lostAddress(path),
    ...(path === null && routes
      ? [`Nothing is found at ${counted(routes, 'address', 'addresses')} any more.`]
      : []),
    ...(redirects ? [`${counted(redirects, 'redirect is', 'redirects are')} deleted, too.`] : []),
    ...(components
      ? [`${counted(components, 'component is', 'components are')} deleted, too.`]
      : []),
    ...withoutLayout(pagesWithoutLayout),
    ...pagesWithoutParent(children, members),
  ]
}
