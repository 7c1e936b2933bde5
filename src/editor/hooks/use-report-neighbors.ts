import { dequal } from 'dequal/lite'
import { useEffect } from 'react'
import { neighborsOf } from '#content/model/neighbors.ts'
import type { SelectionRef } from '#machines/editing/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useSelection } from './use-selection.ts'

/** Tells the selection what stands beside the selected resource, for when that is removed. */
export function useReportNeighbors(selectionRef: SelectionRef) {
  const { stack } = useSelection(selectionRef)
  const neighbors = useResourceSelector((read) => neighborsOf(stack, read), dequal)
  useEffect(() => {
    // A resource outside of its group is removed or not added yet, and keeps the neighbors it was selected with.
    if (neighbors.length > 0) selectionRef.send({ type: 'neighbors.changed', neighbors })
  }, [neighbors, selectionRef])
}
