/** Tells what an object has in common with others of its shape from what differs between them. */
import { isObject } from '../../is-object.ts'
import { type Shape, column } from './packed-content.ts'

export interface Description {
  /** The same for all objects of a shape. */
  key: string
  /** The kinds of the parts that differ, in the order in which they stand in the object. */
  kinds: number[]
  /** Those parts. */
  values: unknown[]
}

/** Up to this size, the differences of differences are exact. */
const maxInteger = 2 ** 50
/** Up to this length, each item of a list of texts is a part of the shape: most such lists have one. */
const maxItemsOfShape = 2

const isText = (value: unknown) => typeof value === 'string'
/** A property of this name could not be set by the same code as others. */
const isPlain = (value: unknown) => isObject(value) && !Object.hasOwn(value, '__proto__')

/** Returns the kind of the column for a value; null for one that belongs to the shape, itself or by its parts. */
const kindOf = (value: unknown): number | null => {
  if (typeof value === 'string') return column.texts
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < maxInteger ? column.integers : column.values
  if (Array.isArray(value)) {
    if (value.length <= maxItemsOfShape && value.every(isText)) return null
    return value.every(isText) || value.every(isPlain) ? column.lists : column.values
  }
  return typeof value !== 'object' || value === null || isPlain(value) ? null : column.values
}

/** The names of properties as they stand in a key, since no name may look like another part of it. */
const names = new Map<string, string>()
const nameKeyOf = (name: string) => {
  const known = names.get(name)
  if (known !== undefined) return known
  const key = JSON.stringify(name)
  if (names.size < 10_000) names.set(name, key)
  return key
}

const describe = (value: unknown, kinds: number[], values: unknown[]): string => {
  const kind = kindOf(value)
  if (kind !== null) {
    kinds.push(kind)
    values.push(value)
    return `${kind}`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  let key = Array.isArray(value) ? '[' : '{'
  for (const name of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[name]
    if (part !== undefined) key += `${nameKeyOf(name)}${describe(part, kinds, values)},`
  }
  return key
}

/** Returns what packing needs to know of an object. A property that is undefined is none, as in JSON. */
export const describeObject = (object: object): Description => {
  const kinds: number[] = []
  const values: unknown[] = []
  return { key: describe(object, kinds, values), kinds, values }
}

/** Returns the shape of an object; `next` returns what stands in place of each part that differs, in their order. */
export const shapeOf = (value: unknown, next: () => Shape): Shape => {
  if (kindOf(value) !== null) return next()
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, next))
  if (!isObject(value)) return value as boolean | null
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts.map(([name, part]) => [name, shapeOf(part, next)]))
}
