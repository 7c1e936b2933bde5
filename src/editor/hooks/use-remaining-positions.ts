import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { deletionsIn, positionsDeletedBy } from '#content/change/pending-deletions.ts'
import type { Iri } from '#content/model/iri.ts'
import { selectQueue } from '#machines/editing/changes/change-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceCache } from '#src/resources/use-resource.ts'

/**
 * Returns the positions of a group without those that are being deleted: nobody waits for the server to see that. If it refuses,
 * the deletion leaves the queue, and they are shown again.
 */
export function useRemainingPositions(positions: readonly Iri<'COMPONENT_POSITION'>[]) {
  const { read } = useResourceCache()
  const deletions = useSelector(
    useAppActor('changeQueue'),
    (snapshot) => deletionsIn(selectQueue(snapshot)),
    shallowEqual,
  )
  return useMemo(() => {
    const deleted = new Set(deletions.flatMap((deletion) => positionsDeletedBy(deletion, read)))
    return deleted.size > 0 ? positions.filter((position) => !deleted.has(position)) : positions
  }, [positions, deletions, read])
}
