/** Prepares contexts and events for reading: as JSON without private values, branch by branch. */
import type { Json } from '../model/chart-model.ts'
import { isMachine } from '../model/is-machine.ts'
import { Encoder } from '../record/encode-value.ts'
import { createSecretFinder } from '../record/find-secrets.ts'
import { Redaction } from '../record/private-values.ts'
import type { ShownSnapshot } from './watched.ts'

/**
 * Returns a function that encodes what is shown of a machine. Private is what always is, and what the machine calls so in
 * its `meta: { private: ['answer'] }`. What was recorded is encoded already.
 */
export function createValueReader({ machine }: Pick<ShownSnapshot, 'machine'>) {
  if (!isMachine(machine)) return (value: unknown) => value as Json
  const meta: { private?: unknown } | undefined = machine.root.meta
  const names = Array.isArray(meta?.private)
    ? meta.private.filter((name) => typeof name === 'string')
    : []
  const redaction = new Redaction({ names })
  const findSecrets = createSecretFinder(redaction)
  const encoder = new Encoder(redaction)
  return (value: unknown): Json => {
    // Before anything is encoded, so that no text contains what is private elsewhere.
    findSecrets(value)
    return encoder.encode(value)
  }
}

/** A value as one line, or the values inside it by their names. */
export type Branch = { text: string } | { summary: string; parts: [name: string, value: Json][] }

/** Returns what is shown of an encoded value. */
export function branchOf(value: Json): Branch {
  if (value === null || typeof value !== 'object') return { text: JSON.stringify(value) }
  if (Array.isArray(value))
    return branch(
      `[${value.length}]`,
      value.map((item, index) => [`${index}`, item]),
    )
  const { $type } = value
  if (typeof $type === 'string') return specialBranch($type, value)
  return branch(`{${Object.keys(value).length}}`, Object.entries(value))
}

const branch = (summary: string, parts: [string, Json][]): Branch =>
  parts.length === 0 ? { text: summary.startsWith('[') ? '[]' : '{}' } : { summary, parts }

type Special = { [name: string]: Json }
const list = (items: Json | undefined) => (Array.isArray(items) ? items : [])
const entriesBranch = ({ entries }: Special) =>
  branch(`{${list(entries).length}}`, list(entries).map(entryOf))

/** Recordings of others may have anything in the place of a text. */
const textOf = (value: Json | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** The last moment that a date can name, in milliseconds since 1970. */
const lastTime = 8.64e15
const dateText = (time: Json | undefined) =>
  typeof time === 'number' && Math.abs(time) <= lastTime ? new Date(time).toISOString() : 'no date'

/** The lines for values that JSON does not have (see `encode-value.ts`). */
const specialLines = new Map<string, (value: Special) => string>([
  ['private', () => '(private)'],
  ['actor', ({ session }) => `actor ${textOf(session)}`],
  ['machine', ({ id }) => `machine ${textOf(id)}`],
  ['function', ({ name }) => `function ${textOf(name)}`],
  ['instance', ({ name }) => `instance ${textOf(name)}`],
  ['date', ({ time }) => dateText(time)],
  ['number', ({ text }) => textOf(text)],
  ['bigint', ({ text }) => textOf(text)],
  ['error', ({ name, message }) => `${textOf(name)}: ${textOf(message)}`],
  ['snapshot', ({ value }) => `snapshot in ${JSON.stringify(value)}`],
])

function specialBranch(type: string, value: Special): Branch {
  if (type === 'map' || type === 'object') return entriesBranch(value)
  const values = list(value['values'])
  if (type === 'set')
    return branch(
      `[${values.length}]`,
      values.map((item, index) => [`${index}`, item]),
    )
  return { text: specialLines.get(type)?.(value) ?? type }
}

const entryOf = (entry: Json): [string, Json] => {
  const [name = null, value = null] = Array.isArray(entry) ? entry : []
  return [typeof name === 'string' ? name : JSON.stringify(name), value]
}

/** True if two encoded values are alike. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === others.length &&
    names.every((name) => isSameValue(Reflect.get(one, name), Reflect.get(other, name)))
  )
}
