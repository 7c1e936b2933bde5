import { dequal } from 'dequal/lite'
import { useEffect } from 'react'
import { selectionFallbacksOf } from '#content/model/selection-fallbacks.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useSelection } from '../hooks/use-selection.ts'

/** Reports to the selection what may be selected once the selected resource is removed. */
export function useReportFallbacks(selectionRef: SelectionRef) {
  const { stack } = useSelection(selectionRef)
  const fallbacks = useResourceSelector((read) => selectionFallbacksOf(stack, read), dequal)
  useEffect(() => {
    // A resource outside of its group is removed or not added yet, and keeps the fallbacks that it has.
    if (fallbacks.length > 0) selectionRef.send({ type: 'fallbacks.changed', fallbacks })
  }, [fallbacks, selectionRef])
}
