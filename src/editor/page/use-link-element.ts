import { useCallback, useSyncExternalStore } from 'react'
import type { PressedLink } from '#machines/editing/selection/link-preview.ts'
import { findLink } from '../dom/find-link.ts'
import { subscribeToPageMutations } from '../hooks/use-resource-element.ts'

/** Returns the element of a link that was pressed and follows it when the page rerenders; null once it is removed. */
export function useLinkElement(link: PressedLink) {
  const find = useCallback(() => findLink(link), [link])
  return useSyncExternalStore(subscribeToPageMutations, find)
}
