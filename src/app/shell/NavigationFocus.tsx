import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { Location } from '#content/page/location.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'
import { useDocumentHead } from './use-document-head.ts'
import { usePageKey } from './use-page-key.ts'

interface NavigationFocusProps {
  /** The page and location of the first render, for which the browser itself has set the focus and scroll position. */
  initial: { pageKey: string | null; location: Location }
  origin: string | null
  /** Scrolls to the target of the hash, to the top, or to the position the history entry was left at. */
  restoreScroll: () => void
  /** Sets the text of the live region. */
  announce: (message: string) => void
}

/**
 * Does for a navigation within the app what a browser does for a new document: updates the head, scrolls, moves the
 * focus to the heading and announces the title.
 */
export function NavigationFocus({
  initial,
  origin,
  restoreScroll,
  announce,
}: NavigationFocusProps) {
  useDocumentHead(origin)
  const pageKey = usePageKey()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const last = useRef(initial)

  useEffect(() => {
    const previous = last.current
    last.current = { pageKey: pageKey ?? previous.pageKey, location }
    if (pageKey !== null && pageKey !== previous.pageKey) {
      restoreScroll()
      focusHeading()
      announce(document.title)
    } else if (location !== previous.location && location.path === pageKey) {
      // Only the hash or the query has changed: the page and the focus stay.
      restoreScroll()
    }
  }, [pageKey, location, restoreScroll, announce])

  return null
}

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
