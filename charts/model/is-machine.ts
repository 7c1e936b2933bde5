import type { AnyStateMachine } from 'xstate'

/** True for a machine. It may be made by another copy of XState: that of the project which it is from. */
export const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' &&
  value !== null &&
  (value as { __xstatenode?: unknown }).__xstatenode === true
