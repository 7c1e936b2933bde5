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

/** Returns the item that was left, unless the focus was moved while the rows were loading. */
const rowToReturnTo = () =>
  document.activeElement?.matches('body, h1')
    ? document.documentElement.getAttribute(attribute)
    : null

/** Focuses the row of the item that was left once the rows are shown. */
export function useReturnToRow(isShown: boolean) {
  useEffect(() => {
    if (!isShown) return
    const iri = rowToReturnTo()
    document.documentElement.removeAttribute(attribute)
    if (iri !== null)
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(iri)}"]`)?.focus()
  }, [isShown])
}

/**
 * Does the same within rows most of which are not in the document, by a function that brings them there. It is done before what
 * `useReturnToRow` does on the screen around them.
 */
export function useReturnToVirtualRow(rows: readonly { iri: Iri }[], focusRow: (iri: Iri) => void) {
  useEffect(() => {
    const left = rowToReturnTo()
    const row = left === null ? undefined : rows.find(({ iri }) => iri === left)
    if (row) focusRow(row.iri)
  })
}
