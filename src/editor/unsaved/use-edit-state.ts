import { shallowEqual } from '@xstate/react'
import { useMemo } from 'react'
import type { Failure } from '#content/model/failure.ts'
import {
  type ChangeQueueRef,
  selectInFlight,
  selectQueue,
} from '#machines/editing/changes/change-queue.ts'
import { editState, editTime } from '#machines/editing/changes/edit-state.ts'
import type { EditRef } from '#machines/editing/changes/save-status.ts'
import { useActorsSelector } from '../hooks/use-actors-selector.ts'

/** Returns the state of an edit, since when it is in it, and why it was refused. */
export function useEditState(ref: EditRef, changeQueueRef: ChangeQueueRef) {
  const sources = useMemo(() => [ref, changeQueueRef], [ref, changeQueueRef])
  return useActorsSelector(
    sources,
    () => {
      const snapshot = changeQueueRef.getSnapshot()
      const queue = { queue: selectQueue(snapshot), inFlight: selectInFlight(snapshot) }
      const failure: Failure | null = ref.getSnapshot().context.failure
      return { state: editState(ref, queue), since: editTime(ref, queue), failure }
    },
    shallowEqual,
  )
}
