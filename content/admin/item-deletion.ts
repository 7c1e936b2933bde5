/** The consequences of deleting an item of the admin area, in words, before it is asked whether it is to be deleted. */
import { counted } from '../model/counted.ts'
import {
  lostAddress,
  pagesWithoutLayout,
  pagesWithoutParent,
  shownPages,
} from './deletion-sentences.ts'

/** The facts about an item on which its deletion depends. A count is null where the API does not tell it. */
export interface DeletionFacts {
  /** The path of its address, or null. */
  path: string | null
  /** The number of redirects to it, directly and by others. */
  redirects: number | null
  /** The number of components that its page contains. */
  components: number | null
  /** The number of articles that are shown with it, if it is a template. */
  articles: number | null
  /** The number of pages that it surrounds, if it is a layout. */
  pages: number | null
  /** The number of pages below it. */
  children: number | null
  /** True if the deletion can be undone for a while. */
  isUndoable: boolean
}

export const noFacts: DeletionFacts = {
  path: null,
  redirects: null,
  components: null,
  articles: null,
  pages: null,
  children: null,
  isUndoable: false,
}

/** Returns a sentence for each consequence. */
export const deletionConsequences = ({
  path,
  redirects,
  components,
  articles,
  pages,
  children,
}: DeletionFacts): string[] => [
  ...shownPages(articles),
  ...lostAddress(path),
  ...(redirects
    ? [`${counted(redirects, 'redirect to it is', 'redirects to it are')} deleted, too.`]
    : []),
  ...(components
    ? [
        components === 1
          ? 'The component on it is deleted, unless it is shown elsewhere, too.'
          : `The ${components} components on it are deleted, except those that are shown elsewhere, too.`,
      ]
    : []),
  ...pagesWithoutLayout(pages),
  ...pagesWithoutParent(children),
]
