import { shallowEqual, useSelector } from '@xstate/react'
import { deletionsIn } from '#content/change/pending-deletions.ts'
import { selectQueue } from '#machines/editing/changes/change-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the deletions that are not saved yet. One that the server refuses is not among them any more. */
export const usePendingDeletions = () =>
  useSelector(
    useAppActor('changeQueue'),
    (snapshot) => deletionsIn(selectQueue(snapshot)),
    shallowEqual,
  )
