import { useSelector } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { liveOf } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { isDraft } from '#content/model/publish-state.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { draftsOn } from '#content/page/page-components.ts'
import { type ShowingPage, pageShowing } from '#content/page/drafts/page-showing.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { type DraftsListRef, isPageListed, selectFound } from '#machines/editing/drafts-list.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { isUndescribed, quotedLabelOf } from '../labels.ts'
import { lackingOf } from '../messages.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** A draft of the list. */
export interface ListedDraft {
  iri: Iri<'COMPONENT'>
  /** The live version; null for a new component. */
  live: Iri<'COMPONENT'> | null
  /** True if the publication of that has ended. */
  hasEnded: boolean
  label: string
  /** Says what it lacks to be published; '' if it is ready. */
  lacking: string
  /** True if it has a picture without an alternative text. */
  isUndescribed: boolean
  /** The selection that shows it on this page; null for another page. */
  selection: Selection | null
  /** The other page on which it is shown, where that is known. */
  page: ShowingPage | null
  /** The time at which it is published by itself; null if that is not planned. */
  scheduledAt: string | null
  /** The time at which that ends by itself; null if that is not planned. */
  publishedUntil: string | null
}

/** Returns the drafts that are listed, of this page or of the site, and how many this page has. */
export function useListedDrafts(draftsListRef: DraftsListRef) {
  const currentPage = useCurrentPage()
  const site = useSiteKinds()
  const isPage = useSelector(draftsListRef, isPageListed)
  const found = useSelector(draftsListRef, selectFound)
  return useResourceSelector((read) => {
    const onPage = currentPage ? draftsOn(currentPage, read) : []
    const listed = isPage ? onPage.map(({ iri }) => iri) : found
    const drafts = listed.flatMap((iri): ListedDraft[] => {
      const draft = read(iri)
      if (!draft || !isDraft(draft)) return []
      const shown = onPage.find((other) => other.iri === iri)
      return [
        {
          iri,
          ...liveVersionOf(iri, read),
          label: quotedLabelOf(iri, read, site),
          lacking: lackingOf(draft),
          isUndescribed: isUndescribed(iri, read, site),
          selection: shown ? { stack: shown.stack, area: shown.area } : null,
          page: shown ? null : pageShowing(iri, read),
          scheduledAt: draft.publishedAt ?? null,
          publishedUntil: draft.publishedUntil ?? null,
        },
      ]
    })
    return { drafts, pageCount: onPage.length }
  }, dequal)
}

const liveVersionOf = (iri: Iri<'COMPONENT'>, read: ReadResource) => {
  const live = liveOf(iri, read)
  return { live, hasEnded: live !== null && isDraft(read(live)) }
}
