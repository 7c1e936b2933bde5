import { stepPlace } from '#content/change/moves/step-place.ts'
import type { GroupPlace } from '#content/change/moves/transfers.ts'
import type { DragItem, DropPlace } from '#machines/editing/drag-context.ts'
import { type PageContent, refusalOf } from './describe-place.ts'
import { showPlace } from './drop-line.ts'
import { placesOnPage } from './page-places.ts'

interface KeyTracking {
  item: DragItem
  content: PageContent
  current: () => DropPlace | null
  enter: (place: GroupPlace) => void
}

/**
 * Moves a component that was picked up from place to place by keys. A section that refuses it is one place, where the reason
 * is told. Returns a function that stops this.
 */
export function trackKeys({ item, content, current, enter }: KeyTracking) {
  const { position } = item
  const places = () => {
    const all = placesOnPage(position)
    const refused = new Set(
      [...new Set(all.map(({ group }) => group))].filter(
        (group) => refusalOf(position, group, content) !== null,
      ),
    )
    return all.filter(({ group, to }) => to === 0 || !refused.has(group))
  }
  const handleKey = (event: KeyboardEvent) => {
    // The library ends the drag; other listeners leave these keys alone.
    if (event.key === 'Escape' || event.key === 'Tab') return event.preventDefault()
    const place = stepPlace(event.key, places(), current())
    if (!place) return
    event.preventDefault()
    event.stopPropagation()
    enter(place)
    showPlace(place)
  }
  // Before all other listeners, because the keys mean something else while nothing is held.
  addEventListener('keydown', handleKey, { capture: true })
  return () => removeEventListener('keydown', handleKey, { capture: true })
}
