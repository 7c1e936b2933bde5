/** Waits until edits are no longer being saved. Resolves with true if none of them is left unsaved. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'
import { type PendingMovesRef, selectReorderRefs } from './pending-moves.ts'

export interface UnsavedEdits {
  fields: readonly AnyActorRef[]
  /** Null to leave out the moves. */
  pendingMovesRef: PendingMovesRef | null
}

const isIdle = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

export const waitUntilIdle = fromPromise<boolean, UnsavedEdits>(
  async ({ input: { fields, pendingMovesRef }, signal }) => {
    const reorders = pendingMovesRef ? selectReorderRefs(pendingMovesRef.getSnapshot()) : {}
    const waits = [...fields, ...Object.values(reorders)].map(
      (ref: AnyActorRef): Promise<AnyMachineSnapshot> => waitFor(ref, isIdle, { signal }),
    )
    // An actor that was stopped in the meantime has nothing left to save.
    const results = await Promise.allSettled(waits)
    return !results.some((wait) => wait.status === 'fulfilled' && wait.value.hasTag('unsaved'))
  },
)
