/** Waits until actors are no longer busy. Resolves with true if none of them has unsaved changes left. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'

const isIdle = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

export const waitUntilIdle = fromPromise<boolean, { actors: readonly AnyActorRef[] }>(
  async ({ input: { actors }, signal }) => {
    const waits = actors.map((ref): Promise<AnyMachineSnapshot> => waitFor(ref, isIdle, { signal }))
    // An actor that was stopped in the meantime has nothing left to save.
    const results = await Promise.allSettled(waits)
    return !results.some((wait) => wait.status === 'fulfilled' && wait.value.hasTag('unsaved'))
  },
)
