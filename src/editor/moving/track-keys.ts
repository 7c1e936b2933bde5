import { nextDropTarget } from '#content/change/moves/next-drop-target.ts'
import type { DropTarget } from '#content/change/moves/transfers.ts'
import type { DragItem, DescribedDropTarget } from '#machines/editing/drag-context.ts'
import { type DropContext, refusalOfAll } from './describe-drop-target.ts'
import { showDropTarget } from './drop-line.ts'
import { dropTargetsOnPage } from './drop-targets.ts'

interface KeyTracking {
  item: DragItem
  context: DropContext
  current: () => DescribedDropTarget | null
  enter: (dropTarget: DropTarget) => void
}

/**
 * Moves a component that was picked up from drop target to drop target by keys. A section that refuses it is one drop
 * target, at which the reason is told. Returns a function that stops this.
 */
export function trackKeys({ item, context, current, enter }: KeyTracking) {
  const { positions } = item
  const dropTargets = () => {
    const all = dropTargetsOnPage(positions)
    const refused = new Set(
      [...new Set(all.map(({ group }) => group))].filter(
        (group) => refusalOfAll(positions, group, context) !== null,
      ),
    )
    return all.filter(({ group, to }) => to === 0 || !refused.has(group))
  }
  const handleKey = (event: KeyboardEvent) => {
    // The library ends the drag; other listeners leave these keys alone.
    if (event.key === 'Escape' || event.key === 'Tab') return event.preventDefault()
    const dropTarget = nextDropTarget(event.key, dropTargets(), current())
    if (!dropTarget) return
    event.preventDefault()
    event.stopPropagation()
    enter(dropTarget)
    showDropTarget(dropTarget)
  }
  // Before all other listeners, because the keys mean something else while nothing is held.
  addEventListener('keydown', handleKey, { capture: true })
  return () => removeEventListener('keydown', handleKey, { capture: true })
}
