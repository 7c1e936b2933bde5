/** Connects an app to the history of the test's browser, as the start of the app does. */
import { onTestFinished } from 'vitest'

import type { NavigationRef } from '#machines/page/navigation.ts'
import { type BrowserHistory, createBrowserHistory } from '#src/app/browser/history.ts'

/** Starts a session history at a URL. */
export const openHistory = (href: string): BrowserHistory => {
  history.replaceState(null, '', href)
  return createBrowserHistory()
}

/** Reports Back and Forward to the navigation actor until the test has finished. */
export const listenToHistory = (browserHistory: BrowserHistory, navigationRef: NavigationRef) => {
  let isOpen = true
  onTestFinished(() => void (isOpen = false))
  browserHistory.listen((to, delta) => {
    if (isOpen) navigationRef.send({ type: 'history.popped', to, delta })
  })
}

/** Goes back to a URL, as if it had been visited just before the current one. */
export const goBackTo = (href: string) => {
  const { state } = history as { state: { index: number } | null }
  const current = location.href
  history.replaceState({ index: (state?.index ?? 0) - 1 }, '', href)
  history.pushState(state, '', current)
  history.back()
}
