import { useRef, useSyncExternalStore } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { findResourceElement } from '../dom/hit-test.ts'

/** Returns the element that renders a resource and follows it when the page rerenders. */
export function useResourceElement(iri: Iri | null): HTMLElement | null {
  const last = useRef<HTMLElement | null>(null)
  return useSyncExternalStore(subscribeToPageMutations, () => {
    if (iri === null) return (last.current = null)
    // Runs on every DOM mutation, so the page is queried only when the last result is stale.
    const isCurrent = last.current?.isConnected && last.current.dataset['iri'] === iri
    return isCurrent ? last.current : (last.current = findResourceElement(iri))
  })
}

/**
 * Returns the element in which a component is seen. It is found by its position, which has no box of its own, because that
 * outlives a new draft.
 */
export function usePositionBox(position: Iri | null): HTMLElement | null {
  const element = useResourceElement(position)
  return useSyncExternalStore(subscribeToPageMutations, () => {
    const box = element?.firstElementChild
    return box instanceof HTMLElement ? box : element
  })
}

/** Calls `onChange` when elements are added, removed or show another resource. Returns a function that stops this. */
export function subscribeToPageMutations(onChange: () => void) {
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-iri'],
  })
  return () => observer.disconnect()
}
