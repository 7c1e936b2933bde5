/** Prepares contexts and events for reading: as JSON without private values, branch by branch. */
import type { Json } from '../model/chart-model.ts'
import { Encoder } from '../record/encode-value.ts'
import { createSecretFinder } from '../record/find-secrets.ts'
import { Redaction } from '../record/private-values.ts'
import type { ShownSnapshot } from './watched.ts'

/**
 * Returns a function that encodes what is shown of a machine. Private is what always is, and what the machine calls so in
 * its `meta: { private: ['answer'] }`.
 */
export function createValueReader({ machine }: Pick<ShownSnapshot, 'machine'>) {
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

/** The lines for values that JSON does not have (see `encode-value.ts`). */
const specialLines: Readonly<Record<string, (value: Special) => unknown>> = {
  private: () => '(private)',
  actor: ({ session }) => `actor ${String(session)}`,
  machine: ({ id }) => `machine ${String(id)}`,
  function: ({ name }) => `function ${String(name)}`,
  instance: ({ name }) => `instance ${String(name)}`,
  date: ({ time }) => (typeof time === 'number' ? new Date(time).toISOString() : 'no date'),
  number: ({ text }) => text,
  bigint: ({ text }) => text,
  error: ({ name, message }) => `${String(name)}: ${String(message)}`,
  snapshot: ({ value }) => `snapshot in ${JSON.stringify(value)}`,
}

function specialBranch(type: string, value: Special): Branch {
  if (type === 'map' || type === 'object') return entriesBranch(value)
  const values = list(value['values'])
  if (type === 'set')
    return branch(
      `[${values.length}]`,
      values.map((item, index) => [`${index}`, item]),
    )
  return { text: String(specialLines[type]?.(value) ?? type) }
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
