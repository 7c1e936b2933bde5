/** Waits until some actors have nothing on its way any more; says whether nothing is left with them either. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'

const isResting = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

export const settled = fromPromise<boolean, { actors: readonly AnyActorRef[] }>(
  async ({ input: { actors }, signal }) => {
    const waits = actors.map((ref): Promise<AnyMachineSnapshot> =>
      waitFor(ref, isResting, { signal }),
    )
    // One that was stopped meanwhile has nothing to save any more.
    const rested = await Promise.allSettled(waits)
    return !rested.some((wait) => wait.status === 'fulfilled' && wait.value.hasTag('unsaved'))
  },
)
