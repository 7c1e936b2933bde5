/** Tells apart what the values of a running system are that are no plain data. */
import type { AnyActor, AnyActorLogic } from 'xstate'
import { isMachine } from '../model/is-machine.ts'

export const isActor = (value: object): value is AnyActor =>
  'sessionId' in value &&
  typeof value.sessionId === 'string' &&
  'send' in value &&
  typeof value.send === 'function'

/** True for the logic of an actor that is no machine. */
export const isOtherLogic = (value: object): value is AnyActorLogic =>
  'transition' in value &&
  typeof value.transition === 'function' &&
  'getInitialSnapshot' in value &&
  typeof value.getInitialSnapshot === 'function'

/** True for the snapshot of a machine, as the events of followed children carry it. */
export const isMachineSnapshot = (
  value: object,
): value is { status: string; value: unknown; context: unknown } =>
  'machine' in value && isMachine(value.machine) && 'context' in value

/** True for an object of no class, also for a module. Elements of React are objects of no class that lead to everything. */
export const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if ('$$typeof' in value) return false
  return (
    prototype === null ||
    prototype === Object.prototype ||
    Object.getPrototypeOf(prototype) === null
  )
}
