/** The URL and the app: wouter reads what the navigation actor says and tells it what is wanted, nothing else. */
import { useSelector } from '@xstate/react'
import type { MouseEvent, ReactNode } from 'react'
import { type BaseLocationHook, Router } from 'wouter'
import { hasPage, locationOf } from '#content/location.ts'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from './actors.tsx'

const useNavigationLocation: BaseLocationHook = () => {
  const navigationRef = useAppActor('navigation')
  const path = useSelector(navigationRef, (snapshot) => selectLocation(snapshot).path)
  const navigate = (href: string, { replace = false } = {}) =>
    navigationRef.send({
      type: 'navigation.requested',
      to: locationOf(href),
      source: 'code',
      replace,
    })
  return [path, navigate]
}

/**
 * Every link to this site is a navigation, wherever it came from: a menu, a view of the site, a text somebody wrote.
 * What the browser would do with a modifier key, a target or a download is left to it.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const navigationRef = useAppActor('navigation')

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.defaultPrevented || !isPlain(event) || !leadsWithin(link)) return
    event.preventDefault()
    navigationRef.send({ type: 'navigation.requested', to: locationOf(link.href), source: 'link' })
  }

  return (
    <Router hook={useNavigationLocation}>
      {/* Keyboards follow links by a click of the link itself. */}
      <div onClick={follow}>{children}</div>
    </Router>
  )
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** What this site serves that is no page. */
const notPages = /^\/(_api\/|__sitemap__\/|robots\.txt$|sitemap(_index)?\.xml$)/

const leadsWithin = (link: HTMLAnchorElement) =>
  link.hasAttribute('href') &&
  link.origin === location.origin &&
  !notPages.test(link.pathname) &&
  !link.hasAttribute('download') &&
  (link.target === '' || link.target === '_self')

/** A page of content other than this one. */
export const leadsToPage = (link: HTMLAnchorElement) =>
  leadsWithin(link) && hasPage(link.pathname) && link.pathname !== location.pathname
