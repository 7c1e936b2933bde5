/** Tells the snapshots of machines from those of promises, callbacks and other actors. */
import type { AnyMachineSnapshot } from 'xstate'

export const isMachineSnapshot = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot
