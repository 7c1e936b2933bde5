/** Finds the private texts of values, which may also be a part of other texts. */
import type { Redaction } from './private-values.ts'
import { isMachine, isMachineSnapshot } from '../model/is-machine.ts'
import { isActor, isOtherLogic, isPlain } from './value-kinds.ts'

/** Returns a function that remembers the private texts of values. It looks at each object once. */
export function createSecretFinder(redaction: Redaction) {
  const seen = { open: new WeakSet<object>(), private: new WeakSet<object>() }

  const find = (value: unknown, isPrivate: boolean): void => {
    if (typeof value === 'string') {
      if (isPrivate) redaction.addSecret(value)
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      if (isPrivate) redaction.addSecret(`${value}`)
    } else if (typeof value === 'object' && value !== null) findIn(value, isPrivate)
  }

  const findIn = (value: object, isPrivate: boolean) => {
    const known = isPrivate ? seen.private : seen.open
    if (known.has(value) || isActor(value) || isMachine(value) || isOtherLogic(value)) return
    known.add(value)
    if (isMachineSnapshot(value)) find(value.context, isPrivate)
    else if (Array.isArray(value) || value instanceof Set)
      for (const item of value) find(item, isPrivate)
    else if (value instanceof Map)
      for (const [key, item] of value)
        find(item, isPrivate || (typeof key === 'string' && redaction.isPrivate(key)))
    else if (isPlain(value) || value instanceof Error)
      for (const [name, item] of Object.entries(value))
        find(item, isPrivate || redaction.isPrivate(name) || redaction.isNamedPrivate(value, name))
  }

  return (value: unknown) => find(value, false)
}
