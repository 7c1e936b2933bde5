/** Query parameters as nested objects: `{ order: { title: 'asc' } }` is `order[title]=asc`. */
import { isObject } from '../is-object.ts'

/** The limit in characters; every known parameter has a shorter name. */
const maxNameLength = 200

/** Returns the parameters of a nested value. */
export const flattenParameters = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined || name.length > maxNameLength) return []
  if (Array.isArray(value)) return value.flatMap((item) => flattenParameters(`${name}[]`, item))
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, item]) => flattenParameters(`${name}[${key}]`, item))
}

type Parameters = Record<string, unknown>

/** Returns the query string of an object, readable: without escaped brackets. */
export const formatParameters = (parameters: Parameters) =>
  Object.entries(parameters)
    .flatMap(([name, value]) => flattenParameters(name, value))
    .map(([name, value]) => `${name}=${value.replaceAll('%', '%25').replaceAll('&', '%26')}`)
    .join('&')

const nest = (target: Parameters, [key = '', ...rest]: string[], value: string) => {
  if (rest.length === 0) target[key] = value
  else if (rest[0] === '') target[key] = [...(Array.isArray(target[key]) ? target[key] : []), value]
  else {
    const inner = target[key]
    target[key] = isObject(inner) ? inner : {}
    nest(target[key] as Parameters, rest, value)
  }
}

/** Returns the object of a query string. Parameters without a value are left out. */
export const parseParameters = (text: string): Parameters => {
  const parameters: Parameters = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...keys] = name.split('[')
    const path = [first, ...keys.map((key) => key.replace(/\]$/, ''))]
    if (value && !path.includes('__proto__')) nest(parameters, path, value)
  }
  return parameters
}
