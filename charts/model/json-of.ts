/** Reads values of a machine that may be plain JSON. */
import type { Json } from './chart-model.ts'

/** Returns a value as JSON if it is that already; null if not, as for a function or an instance of a class. */
export function jsonOf(value: unknown): Json | null {
  if (value === undefined || typeof value === 'function') return null
  const text = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as Json)
}

/** Returns JSON as people read it, short where it says the same: `name`, not `{"name":"name"}`. */
export const jsonText = (value: Json): string => {
  if (Array.isArray(value)) return value.map(jsonText).join(', ')
  if (value !== null && typeof value === 'object') return jsonText(Object.values(value))
  return String(value)
}
