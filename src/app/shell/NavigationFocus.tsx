import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type NavigationFocusRef, isFirstPage } from '#machines/page/navigation-focus.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'
import { useDocumentHead } from './use-document-head.ts'
import { usePageKey } from './use-page-key.ts'

export interface NavigationFocusProps {
  navigationFocusRef: NavigationFocusRef
  /** The site's public origin; null when it is not configured. */
  origin: string | null
}

/** Updates the document's head after a navigation, and tells the actor for its focus which screen is rendered. */
export function NavigationFocus({ navigationFocusRef, origin }: NavigationFocusProps) {
  const pageKey = usePageKey()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const isFirst = useSelector(navigationFocusRef, isFirstPage({ pageKey, location }))
  useEffect(
    () =>
      navigationFocusRef.send({ type: 'page.rendered', pageKey, location, title: document.title }),
    [navigationFocusRef, pageKey, location],
  )
  // The effects of a child run first, so the title is the new page's when it is announced.
  return isFirst ? null : <DocumentHead origin={origin} />
}

function DocumentHead({ origin }: Pick<NavigationFocusProps, 'origin'>) {
  useDocumentHead(origin)
  return null
}
