/** Waits until edits are no longer being saved. */
import { type AnyActorRef, type AnyMachineSnapshot, fromPromise, waitFor } from 'xstate'
import type { Failure } from '#content/model/failure.ts'

export interface UnsavedEdits {
  /** Returns the actors of fields and moves. */
  refsOf: () => readonly AnyActorRef[]
}

/** The value of a field. Its resource is not named: the draft that gets the edit may not be there yet. */
export interface EditedValue {
  property: string
  value: unknown
}

/** The outcome of the edits. */
export interface SettledEdits {
  /** False if an edit could not be saved. */
  isSaved: boolean
  /** True if all that could not be saved waits for the network. */
  isOffline: boolean
  /** The values in the fields, saved or not. */
  edits: readonly EditedValue[]
}

const isIdle = (snapshot: AnyMachineSnapshot) => !snapshot.hasTag('busy')

/** The contexts of fields and moves. */
type EditContext = Partial<EditedValue> & { failure: Failure | null }

const isBusy = (ref: AnyActorRef) => {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot
  return snapshot.status === 'active' && !isIdle(snapshot)
}

/** Waits for all of them. One that is stopped in the meantime has nothing left to save. */
const settle = async (refs: ReadonlySet<AnyActorRef>, signal: AbortSignal) => {
  const waits = [...refs].map((ref): Promise<AnyMachineSnapshot> =>
    waitFor(ref, isIdle, { signal }),
  )
  const results = await Promise.allSettled(waits)
  return results.filter((wait) => wait.status === 'fulfilled').map(({ value }) => value)
}

export const waitUntilIdle = fromPromise<SettledEdits, UnsavedEdits>(
  async ({ input: { refsOf }, signal }) => {
    const refs = new Set(refsOf())
    let settled = await settle(refs, signal)
    const isOpen = (ref: AnyActorRef) => isBusy(ref) || !refs.has(ref)
    // An edit that was made while another one was being saved counts, too, and is not lost with the editor.
    while (!signal.aborted && [...refs, ...refsOf()].some(isOpen)) {
      for (const ref of refsOf()) refs.add(ref)
      settled = await settle(refs, signal)
    }
    const failures = settled
      .filter((snapshot) => snapshot.hasTag('unsaved'))
      .map(({ context }) => (context as EditContext).failure)
    return {
      isSaved: failures.length === 0,
      isOffline: failures.every((failure) => failure?.kind === 'offline'),
      edits: settled.flatMap(({ context }) => {
        const { property, value } = context as EditContext
        return property === undefined ? [] : [{ property, value }]
      }),
    }
  },
)
