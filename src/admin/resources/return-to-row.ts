/** Returns the focus to the row of the item from which one comes back to a list. */
import { useEffect } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/**
 * The attribute of the document with the item whose screen was left for its list, until the rows of that are shown: the
 * two screens are never there at the same time.
 */
const attribute = 'data-row-to-focus'

/** Remembers an item when its screen is left for the list at a path. */
export function useRowToReturnTo(iri: Iri | null, listPath: string) {
  const navigationRef = useAppActor('navigation')
  useEffect(
    () => () => {
      const isList = selectLocation(navigationRef.getSnapshot()).path === listPath
      if (isList && iri !== null) document.documentElement.setAttribute(attribute, iri)
    },
    [navigationRef, iri, listPath],
  )
}

/** Focuses the row of the item that was left, unless the focus was moved while the rows were loading. */
export function useReturnToRow(isShown: boolean) {
  useEffect(() => {
    if (!isShown) return
    const iri = document.documentElement.getAttribute(attribute)
    document.documentElement.removeAttribute(attribute)
    if (iri === null || !document.activeElement?.matches('body, h1')) return
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(iri)}"]`)?.focus()
  }, [isShown])
}
