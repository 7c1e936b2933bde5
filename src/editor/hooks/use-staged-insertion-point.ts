import { shallowEqual, useSelector } from '@xstate/react'
import { withCurrentIndex } from '#content/model/insertion-point.ts'
import { isStaged, selectInsertionPoint } from '#machines/editing/changes/add-resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useEditMode } from './use-edit-mode.ts'

/** Returns where a component is being added that is not saved yet, or null. */
export const useStagedInsertionPoint = () => {
  const point = useSelector(useEditMode().addRef, (snapshot) =>
    snapshot && isStaged(snapshot) ? selectInsertionPoint(snapshot) : null,
  )
  return useResourceSelector((read) => point && withCurrentIndex(point, read), shallowEqual)
}
