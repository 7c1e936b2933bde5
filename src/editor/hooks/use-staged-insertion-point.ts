import { useSelector } from '@xstate/react'
import { isStaged, selectInsertionPoint } from '#machines/editing/changes/add-resource.ts'
import { useEditMode } from './use-edit-mode.ts'

/** Returns where a component is being added that is not saved yet, or null. */
export const useStagedInsertionPoint = () =>
  useSelector(useEditMode().addRef, (snapshot) =>
    snapshot && isStaged(snapshot) ? selectInsertionPoint(snapshot) : null,
  )
