/** Connects wouter and all links to the navigation actor, which owns the location. */
import type { MouseEvent, ReactNode } from 'react'
import { type BaseLocationHook, Router } from 'wouter'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import { nonPagePaths } from '#content/links/link.ts'
import { locationOf } from '#content/navigation/location.ts'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { isShownByApp } from '../lazy/app-screens.ts'
import { useAppActor } from './app-context.tsx'

const useNavigationLocation: BaseLocationHook = () => {
  const navigationRef = useAppActor('navigation')
  const path = usePath()
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
 * Turns a click on any internal link into a navigation, including links in HTML content. Leaves clicks with a modifier
 * key, a `target` or a `download` attribute to the browser.
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
      {/* Enter on a link dispatches a click, so keyboards need no listener of their own. */}
      <div onClick={followLink}>{children}</div>
    </Router>
  )
}

/** True for a link that the app follows itself. A link without an address has no origin. */
const isInternalLink = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  !nonPagePaths.test(link.pathname) &&
  isShownByApp(link.pathname) &&
  !link.hasAttribute('download') &&
  (link.target === '' || link.target === '_self')

/** Returns whether a link leads to a page of content other than the current one. */
export const isLinkToOtherPage = (link: HTMLAnchorElement) =>
  isInternalLink(link) && isContentPath(link.pathname) && link.pathname !== location.pathname
