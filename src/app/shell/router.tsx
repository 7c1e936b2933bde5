/** The URL and the app: wouter reads what the navigation actor says and tells it what is wanted, nothing else. */
import { useSelector } from '@xstate/react'
import type { MouseEvent, ReactNode } from 'react'
import { type BaseLocationHook, Router } from 'wouter'
import { isContentPath, locationOf } from '#content/page/location.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'

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

  const followLink = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.defaultPrevented || !isUnmodifiedClick(event) || !isInternalLink(link))
      return
    event.preventDefault()
    navigationRef.send({ type: 'navigation.requested', to: locationOf(link.href), source: 'link' })
  }

  return (
    <Router hook={useNavigationLocation}>
      {/* Keyboards follow links by a click of the link itself. */}
      <div onClick={followLink}>{children}</div>
    </Router>
  )
}

const isUnmodifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** What this site serves that is no page. */
const nonPagePaths = /^\/(_api\/|__sitemap__\/|robots\.txt$|sitemap(_index)?\.xml$)/

const isInternalLink = (link: HTMLAnchorElement) =>
  link.hasAttribute('href') &&
  link.origin === location.origin &&
  !nonPagePaths.test(link.pathname) &&
  !link.hasAttribute('download') &&
  (link.target === '' || link.target === '_self')

/** A page of content other than this one. */
export const isLinkToOtherPage = (link: HTMLAnchorElement) =>
  isInternalLink(link) && isContentPath(link.pathname) && link.pathname !== location.pathname
