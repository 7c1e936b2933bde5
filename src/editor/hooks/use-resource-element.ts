import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { findResourceElement } from '../page/hit-test.ts'

/** The element of a resource on the page, whenever the page draws it anew. */
export function useResourceElement(iri: Iri | null): HTMLElement | null {
  const last = useRef<HTMLElement | null>(null)
  const find = useCallback(() => {
    if (iri === null) return (last.current = null)
    // Asked at every change to the page, so the answer is only looked for when the last one is out of date.
    const isCurrent = last.current?.isConnected && last.current.dataset['iri'] === iri
    return isCurrent ? last.current : (last.current = findResourceElement(iri))
  }, [iri])
  return useSyncExternalStore(subscribeToPageMutations, find)
}

function subscribeToPageMutations(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-iri'],
  })
  return () => observer.disconnect()
}
