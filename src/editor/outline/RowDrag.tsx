import { type RefObject, useCallback } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import { lastIriOf } from '#content/page/outline/outline.ts'
import { isSearching } from '#machines/editing/outline.ts'
import { LazyDrag } from '../moving/LazyDragHandle.tsx'
import { extendModeOf } from '../extend-selection.ts'
import type { OutlineActors } from './outline-actors.ts'

/** Lets the components of the tree be dragged: by their rows, or what is selected by Space. */
export function RowDrag({
  treeRef,
  editModeRef,
  selectionRef,
  dragRef,
  outlineRef,
}: OutlineActors & { treeRef: RefObject<HTMLElement | null> }) {
  const positionAt = useCallback(
    (event: Event) => {
      if (event instanceof KeyboardEvent && !isPickUp(event)) return null
      if (event.type === 'keydown' && isSearching(outlineRef.getSnapshot())) return null
      return positionOfRow(event.target)
    },
    [outlineRef],
  )
  return (
    <LazyDrag
      {...{ editModeRef, selectionRef, dragRef, positionAt }}
      handleRef={treeRef}
      instructions="Press Enter to select something, then Space to pick it up, and move it with the arrow keys."
    />
  )
}

/** Space picks up what it has selected before. */
const isPickUp = (event: KeyboardEvent) =>
  event.key === ' ' &&
  extendModeOf(event) === null &&
  (event.target as Element).getAttribute('aria-selected') === 'true'

const positionOfRow = (target: EventTarget | null) => {
  if (!(target instanceof HTMLElement) || target.closest('[data-expander]')) return null
  const key = target.closest<HTMLElement>('[data-item]')?.dataset['item']
  const iri = key && lastIriOf(key)
  return isIriOf('COMPONENT_POSITION', iri) ? iri : null
}
