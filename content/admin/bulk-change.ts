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

/** All other writes wait for a change, so that it cannot have more. */
export const maxBulkMembers = 100

export const bulkActions = ['delete', 'publish', 'unpublish', 'layout', 'duplicate'] as const
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
  /** The components that are no longer public, as only what is changed shows them. */
  ended: number
  /** The components that stay public, as other pages show them, too. */
  shared: number
  /** The components that stay public, as their types have no drafts. */
  undraftable: number
  /** The drafts that become public by themselves nevertheless. */
  scheduled: number
  /** The pages that show the template of what is no longer public, besides the members. */
  templatePages: number
  /** The path of the only route that is deleted; null for none and for several. */
  path: string | null
}

/** The counts of publishing and unpublishing, which are 0 for all other changes. */
export type PublicationConsequences = Pick<
  BulkConsequences,
  'drafts' | 'ended' | 'shared' | 'undraftable' | 'scheduled' | 'templatePages'
>

export const nothingPublished: PublicationConsequences = {
  drafts: 0,
  ended: 0,
  shared: 0,
  undraftable: 0,
  scheduled: 0,
  templatePages: 0,
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
  /** True if there are more of them, which are searched. */
  areLayoutsSearched?: boolean
  /** False where more is changed than can be kept to undo it. */
  isUndoable: boolean
  /** True if it would change nothing. */
  isEmpty: boolean
}

export const emptyPreview: BulkPreview = {
  consequences: [],
  layouts: [],
  isUndoable: true,
  isEmpty: false,
}

/** Identifies the notification about such a change, which offers to undo it. */
export const bulkNotification = 'bulkChange'

const publicationSentences = ({ drafts }: BulkConsequences) => [
  drafts === 0
    ? 'There are no drafts on what you have selected.'
    : `${counted(drafts, 'draft becomes', 'drafts become')} public.`,
]

const endSentences = ({
  ended,
  shared,
  undraftable,
  scheduled,
  templatePages,
}: BulkConsequences) => [
  ended === 0
    ? 'Nothing is public that only what you have selected shows.'
    : `${counted(ended, 'component is', 'components are')} hidden from visitors. Editors still see ${ended === 1 ? 'it' : 'them'}.`,
  ...(templatePages
    ? [
        `${counted(templatePages, 'page that shows', 'pages that show')} a selected template are without it, too.`,
      ]
    : []),
  ...(shared
    ? [
        `${counted(shared, 'component stays', 'components stay')} public: other pages show ${shared === 1 ? 'it' : 'them'}, too.`,
      ]
    : []),
  ...(undraftable
    ? [
        `${counted(undraftable, 'component stays', 'components stay')} public: the type has no drafts.`,
      ]
    : []),
  ...(scheduled
    ? [`${counted(scheduled, 'draft becomes', 'drafts become')} public at the time that was set.`]
    : []),
  'Titles and addresses stay public.',
]

const deletionSentences = (
  { routes, redirects, components, pages, pagesWithoutLayout, children, path }: BulkConsequences,
  members: number,
) => [
  ...shownPages(pages, members),
  ...lostAddress(path),
  ...(path === null && routes
    ? [`Nothing is found at ${counted(routes, 'address', 'addresses')} any more.`]
    : []),
  ...(redirects ? [`${counted(redirects, 'redirect is', 'redirects are')} deleted, too.`] : []),
  ...(components ? [`${counted(components, 'component is', 'components are')} deleted, too.`] : []),
  ...withoutLayout(pagesWithoutLayout),
  ...pagesWithoutParent(children, members),
]

const copySentences = (members: number) =>
  members === 1
    ? [
        'The copy has content of its own. What is changed in one of them stays as it is in the other.',
        'Visitors do not find it before it has an address.',
      ]
    : [
        'The copies have content of their own. What is changed in one stays as it is in the others.',
        'Visitors do not find them before they have an address.',
      ]

/** Returns a sentence for each consequence of a change of `members` resources. */
export const bulkConsequences = (
  action: BulkAction,
  consequences: BulkConsequences,
  members: number,
): string[] => {
  switch (action) {
    case 'layout':
      return []
    case 'duplicate':
      return copySentences(members)
    case 'publish':
      return publicationSentences(consequences)
    case 'unpublish':
      return endSentences(consequences)
    case 'delete':
      return deletionSentences(consequences, members)
  }
}

/** True for a change that would publish nothing, or hide nothing. */
export const isWithoutEffect = (action: BulkAction, { drafts, ended }: BulkConsequences) =>
  (action === 'publish' && drafts === 0) || (action === 'unpublish' && ended === 0)
