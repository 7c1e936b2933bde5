/** Tells machines and their snapshots from other values. They may be made by another copy of XState: that of their project. */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'

export const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' &&
  value !== null &&
  (value as { __xstatenode?: unknown }).__xstatenode === true

/** False for the snapshot of a promise, a callback or any other logic. */
export const isMachineSnapshot = (value: unknown): value is AnyMachineSnapshot =>
  typeof value === 'object' && value !== null && 'machine' in value && isMachine(value.machine)
