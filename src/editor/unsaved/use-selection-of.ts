import { dequal } from 'dequal/lite'
import { type PositionedComponent, componentsOn } from '#content/page/page-components.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'

/** Returns the selection that shows a component of this page; null for one that is not on it. */
export function useSelectionOf(
  isShown: (component: PositionedComponent) => boolean,
): Selection | null {
  const page = useCurrentPage()
  return useResourceSelector((read) => {
    const found = page && componentsOn(page, read).find(isShown)
    return found ? { stack: found.stack, area: found.area } : null
  }, dequal)
}
