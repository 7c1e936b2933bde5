import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { Location } from '#content/page/location.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'
import { useDocumentHead } from './use-document-head.ts'
import { usePageKey } from './use-page-key.ts'

interface NavigationFocusProps {
  /** Where everything began: the browser itself has arrived there. */
  initial: { place: string | null; location: Location }
  origin: string | null
  /** Shows the beginning of what the address names, or where it was left. */
  scroll: () => void
  /** For those who hear the page. */
  announce: (words: string) => void
}

/**
 * Does for a navigation within the app what a browser does for a new document: keeps the head, scrolls, puts the
 * focus where reading begins and says where that is.
 */
export function NavigationFocus({ initial, origin, scroll, announce }: NavigationFocusProps) {
  useDocumentHead(origin)
  const place = usePageKey()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const last = useRef(initial)

  useEffect(() => {
    const before = last.current
    last.current = { place: place ?? before.place, location }
    if (place !== null && place !== before.place) {
      scroll()
      focusHeading()
      announce(document.title)
    } else if (location !== before.location && location.path === place) {
      // Within a page only its hash leads somewhere.
      scroll()
    }
  }, [place, location, scroll, announce])

  return null
}

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
