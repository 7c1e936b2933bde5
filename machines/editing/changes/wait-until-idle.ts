/** Waits until edits are no longer being saved. Resolves with true if none of them is left unsaved. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'

export interface UnsavedEdits {
  /** Returns the actors of fields and moves. */
  refsOf: () => readonly AnyActorRef[]
}

const isIdle = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

export const waitUntilIdle = fromPromise<boolean, UnsavedEdits>(
  async ({ input: { refsOf }, signal }) => {
    const waits = refsOf().map((ref: AnyActorRef): Promise<AnyMachineSnapshot> =>
      waitFor(ref, isIdle, { signal }),
    )
    // An actor that was stopped in the meantime has nothing left to save.
    const results = await Promise.allSettled(waits)
    return !results.some((wait) => wait.status === 'fulfilled' && wait.value.hasTag('unsaved'))
  },
)
