/**
 * Turns the values of a running system into plain JSON without private values. The same object becomes the same JSON, so that
 * what is shared stays shared. An object with a property `$type` stands for a value that JSON does not have.
 */
import type { Json } from '../model/chart-model.ts'
import { type Redaction, privateText } from './private-values.ts'
import { isMachine, isMachineSnapshot } from '../model/is-machine.ts'
import { isActor, isOtherLogic, isPlain } from './value-kinds.ts'

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

type Memory = Record<'open' | 'private', WeakMap<object, Json>>
const emptyMemory = (): Memory => ({ open: new WeakMap(), private: new WeakMap() })

/** Encodes values. Its results are kept as long as their objects are. */
export class Encoder {
  private readonly redaction: Redaction
  /** Below a private name, all texts are private: an object has another JSON there. */
  private memory = emptyMemory()
  private revision: number
  private readonly running = new Set<object>()

  constructor(redaction: Redaction) {
    this.redaction = redaction
    this.revision = redaction.revision()
  }

  encode(value: unknown): Json {
    if (this.redaction.revision() > this.revision) {
      // A text that was harmless until now may contain one of them.
      this.memory = emptyMemory()
      this.revision = this.redaction.revision()
    }
    return this.any(value, false)
  }

  private any(value: unknown, isPrivate: boolean): Json {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'string') return this.text(value, isPrivate)
    if (typeof value === 'object') return this.object(value, isPrivate)
    if (typeof value === 'number' || typeof value === 'bigint')
      return isPrivate ? special({ $type: 'private' }) : encodeNumber(value)
    if (typeof value === 'function') return special({ $type: 'function', name: value.name })
    return special({ $type: 'undefined' })
  }

  private text(text: string, isPrivate: boolean) {
    if (text === '') return ''
    const redacted = isPrivate ? privateText : this.redaction.redact(text)
    return redacted === privateText ? special({ $type: 'private' }) : redacted
  }

  private object(value: object, isPrivate: boolean): Json {
    const memory = isPrivate ? this.memory.private : this.memory.open
    const before = memory.get(value)
    if (before !== undefined) return before
    if (this.running.has(value)) return special({ $type: 'cycle' })
    this.running.add(value)
    const encoded = this.newObject(value, isPrivate)
    this.running.delete(value)
    memory.set(value, encoded)
    return encoded
  }

  private newObject(value: object, isPrivate: boolean): Json {
    if (Array.isArray(value)) return this.items(value, isPrivate)
    const reference = referenceTo(value)
    if (reference) return special(reference)
    if (value instanceof Map)
      return special({ $type: 'map', entries: this.mapEntries(value, isPrivate) })
    if (value instanceof Set) return special({ $type: 'set', values: this.items(value, isPrivate) })
    if (value instanceof Error) return special(this.error(value, isPrivate))
    if (isMachineSnapshot(value)) {
      const { status, value: state, context } = value
      const [encoded, inside] = [this.any(state, false), this.any(context, isPrivate)]
      return special({ $type: 'snapshot', status, value: encoded, context: inside })
    }
    if (!isPlain(value)) return special({ $type: 'instance', name: value.constructor.name })
    return this.plain(value, isPrivate)
  }

  private plain(value: object, isPrivate: boolean): Json {
    const { redaction } = this
    const isHidden = (name: string) =>
      isPrivate || redaction.isPrivate(name) || redaction.isNamedPrivate(value, name)
    const entries = Object.entries(value).map(([name, item]): [string, Json] => [
      redaction.isSecret(name) ? privateText : name,
      this.any(item, isHidden(name)),
    ])
    return '$type' in value ? special({ $type: 'object', entries }) : Object.fromEntries(entries)
  }

  private items(values: Iterable<unknown>, isPrivate: boolean) {
    return [...values].map((item) => this.any(item, isPrivate))
  }

  private mapEntries(map: ReadonlyMap<unknown, unknown>, isPrivate: boolean) {
    const isHidden = (key: unknown) =>
      isPrivate || (typeof key === 'string' && this.redaction.isPrivate(key))
    return [...map].map(([key, item]): [Json, Json] => [
      this.any(key, false),
      this.any(item, isHidden(key)),
    ])
  }

  private error(error: Error, isPrivate: boolean): Special {
    return {
      $type: 'error',
      name: error.name,
      message: isPrivate ? privateText : this.redaction.redact(error.message),
      // Its cause and its stack lead to code and to requests, which are nobody else's business.
      properties: this.plain(withoutDetails(error), isPrivate),
    }
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
