/** Tells apart what the values of a running system are that are no plain data. */
import type { AnyActor, AnyActorLogic } from 'xstate'

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
