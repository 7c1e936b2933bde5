/** Turns the JSON of a recording into values that machines can work with. */
import type { AnyActorLogic } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import type { Special } from '../record/encode-value.ts'
import { privateText } from '../record/private-values.ts'

/** Returns the error of a class of its own; undefined to take a plain one. */
export type ReviveError = (error: {
  name: string
  message: string
  properties: Readonly<Record<string, unknown>>
}) => Error | undefined

interface Revivers {
  /** Returns the running actor of a session; undefined if there is none yet. */
  actorOf: (session: string) => unknown
  /** Returns the logic of a machine, or that of an effect without an id. */
  logicOf: (machine: string | null) => AnyActorLogic
  reviveError: ReviveError
}

/** Stands for an actor that is not there yet. */
class MissingActor {
  readonly session: string
  constructor(session: string) {
    this.session = session
  }
}

export type Decode = (value: Json) => unknown

/** Decodes values. Each call makes new objects. */
export class Decoder {
  private readonly revivers: Revivers

  constructor(revivers: Revivers) {
    this.revivers = revivers
  }

  decode: Decode = (value) => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(this.decode)
    if (!('$type' in value)) return this.entries(Object.entries(value))
    return this.special(value as unknown as Special)
  }

  private entries(entries: readonly (readonly [string, Json])[]) {
    return Object.fromEntries(entries.map(([name, item]) => [name, this.decode(item)]))
  }

  private special(value: Special): unknown {
    const { actorOf, logicOf } = this.revivers
    switch (value.$type) {
      case 'private':
        return privateText
      case 'actor':
        return actorOf(value.session) ?? new MissingActor(value.session)
      case 'machine':
        return logicOf(value.id)
      case 'logic':
        return logicOf(null)
      case 'map':
        return new Map(value.entries.map(([key, item]) => [this.decode(key), this.decode(item)]))
      case 'set':
        return new Set(value.values.map(this.decode))
      case 'error':
        return this.error(value)
      case 'object':
        return this.entries(value.entries)
      case 'snapshot':
        return { ...value, context: this.decode(value.context) }
      default:
        return decodePrimitive(value)
    }
  }

  private error({ name, message, properties }: Extract<Special, { $type: 'error' }>) {
    const decoded = this.decode(properties) as Record<string, unknown>
    return (
      this.revivers.reviveError({ name, message, properties: decoded }) ??
      Object.assign(new Error(message), { name, ...decoded })
    )
  }
}

const decodePrimitive = (value: Special): unknown => {
  switch (value.$type) {
    case 'number':
      return Number(value.text)
    case 'bigint':
      return BigInt(value.text)
    case 'date':
      return new Date(value.time ?? Number.NaN)
    case 'function':
      return Object.defineProperty(() => undefined, 'name', { value: value.name })
    case 'instance':
      return Object.create({ constructor: { name: value.name } })
    default:
      return undefined
  }
}

/** Puts the actors that are there now in the places of those that were missing, in values that `decode` has made. */
export function fillMissing(value: unknown, actorOf: (session: string) => unknown) {
  const seen = new Set<object>()
  const fill = (at: unknown) => {
    if (typeof at !== 'object' || at === null || seen.has(at)) return
    const prototype: unknown = Object.getPrototypeOf(at)
    if (prototype !== Object.prototype && !Array.isArray(at)) return
    seen.add(at)
    for (const [name, item] of Object.entries(at))
      if (item instanceof MissingActor) Reflect.set(at, name, actorOf(item.session))
      else fill(item)
  }
  fill(value)
}
