import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { Location } from '#content/location.ts'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from './actors.tsx'
import { useHead } from './use-head.ts'
import { usePlace } from './use-place.ts'

interface ArrivalProps {
  /** Where everything began: the browser itself has arrived there. */
  start: { place: string | null; location: Location }
  origin: string | null
  /** Shows the beginning of what the address names, or where it was left. */
  scroll: () => void
  /** For those who hear the page. */
  say: (words: string) => void
}

/**
 * Does for a navigation within the app what a browser does for a new document: keeps the head, scrolls, puts the
 * focus where reading begins and says where that is.
 */
export function Arrival({ start, origin, scroll, say }: ArrivalProps) {
  useHead(origin)
  const place = usePlace()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const last = useRef(start)

  useEffect(() => {
    const before = last.current
    last.current = { place: place ?? before.place, location }
    if (place !== null && place !== before.place) {
      scroll()
      focusHeading()
      say(document.title)
    } else if (location !== before.location && location.path === place) {
      // Within a page only its hash leads somewhere.
      scroll()
    }
  }, [place, location, scroll, say])

  return null
}

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
