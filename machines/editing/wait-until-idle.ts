/** Waits until some actors have nothing on its way any more; says whether nothing is left with them either. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'

const isIdle = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

export const waitUntilIdle = fromPromise<boolean, { actors: readonly AnyActorRef[] }>(
  async ({ input: { actors }, signal }) => {
    const waits = actors.map((ref): Promise<AnyMachineSnapshot> => waitFor(ref, isIdle, { signal }))
    // One that was stopped meanwhile has nothing to save any more.
    const results = await Promise.allSettled(waits)
    return !results.some((wait) => wait.status === 'fulfilled' && wait.value.hasTag('unsaved'))
  },
)
