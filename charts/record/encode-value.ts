/**
 * Turns the values of a running system into plain JSON without private values. The same object becomes the same JSON, so that
 * what is shared stays shared. An object with a property `$type` stands for a value that JSON does not have.
 */
import type { Json } from '../model/chart-model.ts'
import { type Redaction, privateText } from './private-values.ts'
import { isActor, isMachine, isMachineSnapshot, isOtherLogic, isPlain } from './value-kinds.ts'

/** The values of `$type`, with what else the object has. */
export type Special =
  | { $type: 'undefined' | 'private' | 'cycle' | 'logic' }
  | { $type: 'number' | 'bigint'; text: string }
  | { $type: 'actor'; session: string }
  | { $type: 'machine'; id: string }
  | { $type: 'function' | 'instance'; name: string }
  | { $type: 'date'; time: number | null }
  | { $type: 'map'; entries: [Json, Json][] }
  | { $type: 'set'; values: Json[] }
  | { $type: 'error'; name: string; message: string; properties: Json }
  | { $type: 'snapshot'; status: string; value: Json; context: Json }
  /** A plain object that has a property `$type` itself. */
  | { $type: 'object'; entries: [string, Json][] }

const special = (value: Special): Json => value

export type Encode = (value: unknown) => Json

/** Returns a function that encodes values. Its results are kept as long as their objects are. */
export function createEncoder(redaction: Redaction): Encode {
  /** Below a private name, all texts are private: an object has another JSON there. */
  let kept = { open: new WeakMap<object, Json>(), private: new WeakMap<object, Json>() }
  let secrets = redaction.secretCount()
  const running = new Set<object>()

  const encode = (value: unknown, isPrivate: boolean): Json => {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'string') return encodeText(value, isPrivate)
    if (typeof value === 'object') return encodeObject(value, isPrivate)
    if (typeof value === 'number' || typeof value === 'bigint')
      return isPrivate ? special({ $type: 'private' }) : encodeNumber(value)
    if (typeof value === 'function') return special({ $type: 'function', name: value.name })
    return special({ $type: 'undefined' })
  }

  const encodeText = (text: string, isPrivate: boolean) => {
    if (text === '') return ''
    const redacted = isPrivate ? privateText : redaction.redact(text)
    return redacted === privateText ? special({ $type: 'private' }) : redacted
  }

  const encodeObject = (value: object, isPrivate: boolean): Json => {
    const memory = isPrivate ? kept.private : kept.open
    const before = memory.get(value)
    if (before !== undefined) return before
    if (running.has(value)) return special({ $type: 'cycle' })
    running.add(value)
    const encoded = encodeNew(value, isPrivate)
    running.delete(value)
    memory.set(value, encoded)
    return encoded
  }

  const encodeNew = (value: object, isPrivate: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => encode(item, isPrivate))
    const reference = referenceTo(value)
    if (reference) return special(reference)
    if (value instanceof Map)
      return special({ $type: 'map', entries: mapEntries(value, isPrivate) })
    if (value instanceof Set)
      return special({ $type: 'set', values: [...value].map((item) => encode(item, isPrivate)) })
    if (value instanceof Error) return special(encodeError(value, isPrivate))
    if (isMachineSnapshot(value)) {
      const { status, value: state, context } = value
      const [encoded, encodedContext] = [encode(state, false), encode(context, isPrivate)]
      return special({ $type: 'snapshot', status, value: encoded, context: encodedContext })
    }
    if (!isPlain(value)) return special({ $type: 'instance', name: value.constructor.name })
    return encodePlain(value, isPrivate)
  }

  const encodePlain = (value: object, isPrivate: boolean): Json => {
    const entries = Object.entries(value).map(([name, item]): [string, Json] => [
      redaction.isSecret(name) ? privateText : name,
      encode(item, isPrivate || redaction.isPrivate(name) || redaction.isNamedPrivate(value, name)),
    ])
    return '$type' in value ? special({ $type: 'object', entries }) : Object.fromEntries(entries)
  }

  const mapEntries = (map: ReadonlyMap<unknown, unknown>, isPrivate: boolean) =>
    [...map].map(([key, item]): [Json, Json] => [
      encode(key, false),
      encode(item, isPrivate || (typeof key === 'string' && redaction.isPrivate(key))),
    ])

  const encodeError = (error: Error, isPrivate: boolean): Special => ({
    $type: 'error',
    name: error.name,
    message: isPrivate ? privateText : redaction.redact(error.message),
    // Its cause and its stack lead to code and to requests, which are nobody else's business.
    properties: encodePlain(withoutDetails(error), isPrivate),
  })

  return (value) => {
    if (redaction.secretCount() > secrets) {
      // A text that was harmless until now may contain one of them.
      kept = { open: new WeakMap(), private: new WeakMap() }
      secrets = redaction.secretCount()
    }
    return encode(value, false)
  }
}

const withoutDetails = (error: Error) =>
  Object.fromEntries(
    Object.entries(error).filter(([name]) => !['name', 'message', 'cause', 'stack'].includes(name)),
  )

/** Returns what stands for an object that is recorded elsewhere, or is code; null for data. */
const referenceTo = (value: object): Special | null => {
  if (isActor(value)) return { $type: 'actor', session: value.sessionId }
  if (isMachine(value)) return { $type: 'machine', id: value.id }
  if (isOtherLogic(value)) return { $type: 'logic' }
  if (value instanceof Date)
    return { $type: 'date', time: Number.isNaN(value.getTime()) ? null : value.getTime() }
  return null
}

const encodeNumber = (value: number | bigint): Json => {
  if (typeof value === 'bigint') return special({ $type: 'bigint', text: `${value}` })
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : special({ $type: 'number', text: Object.is(value, -0) ? '-0' : `${value}` })
}
