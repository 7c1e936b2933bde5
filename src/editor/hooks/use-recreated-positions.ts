import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { withRecreated } from '#content/change/undo/recreated-positions.ts'
import type { Iri } from '#content/model/iri.ts'
import { selectUndoSteps } from '#machines/editing/changes/change-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceCache } from '#src/resources/use-resource.ts'

/**
 * Returns the positions of a group with those that an undo is about to bring back: nobody waits for the server to see
 * that. If it refuses, they are gone again.
 */
export function useRecreatedPositions(
  group: Iri<'COMPONENT_GROUP'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
) {
  const { read } = useResourceCache()
  const steps = useSelector(useAppActor('changeQueue'), selectUndoSteps)
  return useMemo(
    () => withRecreated(positions, group, steps, read),
    [positions, group, steps, read],
  )
}
