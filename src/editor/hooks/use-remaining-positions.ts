import { useMemo } from 'react'
import { positionsDeletedBy } from '#content/change/pending-deletions.ts'
import type { Iri } from '#content/model/iri.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { usePendingDeletions } from './use-pending-deletions.ts'

/**
 * Returns the positions of a group without those that are being deleted: nobody waits for the server to see that. If it
 * refuses, they are shown again.
 */
export function useRemainingPositions(positions: readonly Iri<'COMPONENT_POSITION'>[]) {
  const { read } = useResourceCache()
  const deletions = usePendingDeletions()
  return useMemo(() => {
    const deleted = new Set(deletions.flatMap((deletion) => positionsDeletedBy(deletion, read)))
    return deleted.size > 0 ? positions.filter((position) => !deleted.has(position)) : positions
  }, [positions, deletions, read])
}
