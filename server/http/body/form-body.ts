/** Reads the bodies that browsers send for HTML forms, and turns their names into nested values. */
import type { Context } from 'hono'
import { problem } from '../problem.ts'
import { readTextUpTo, visitorBodyLimit } from './request-body.ts'

const formType = 'application/x-www-form-urlencoded'

/** True for a body of the type in which browsers send forms without files. */
export const hasFormBody = (c: Context) =>
  c.req.header('content-type')?.toLowerCase().startsWith(formType) === true

/** Returns the fields of a form that a browser has sent. Throws 413 when there is too much. */
export const readFormBody = async (c: Context): Promise<URLSearchParams> =>
  new URLSearchParams(await readTextUpTo(c, visitorBodyLimit))

interface Nested {
  [name: string]: string | string[] | Nested
}

/** The maximum levels of nesting in a name: the limit for JSON, less the level of the body itself. */
const maxDepth = 31

/**
 * Returns the fields as JSON: `contact[name]=Ada` becomes `{ contact: { name: 'Ada' } }`, and the values of
 * `contact[topics][]` a list. Of a name that is given twice, or that is also the beginning of another one, the last
 * counts. Throws 400 for names that are nested too deeply.
 */
export const nestedValues = (fields: URLSearchParams): Nested => {
  const root = emptyNested()
  for (const [name, value] of fields) {
    const steps = name.split(/[[\]]+/).filter(Boolean)
    if (steps.length > maxDepth) throw problem(400)
    const last = steps.pop()
    if (last === undefined) continue
    const parent = steps.reduce(childOf, root)
    if (!name.endsWith('[]')) parent[last] = value
    else if (Array.isArray(parent[last])) parent[last].push(value)
    else parent[last] = [value]
  }
  return root
}

/** Returns an object without a prototype, in which `__proto__` is a name like any other. */
const emptyNested = () => Object.create(null) as Nested

const childOf = (parent: Nested, name: string): Nested => {
  const child = parent[name]
  if (typeof child === 'object' && !Array.isArray(child)) return child
  return (parent[name] = emptyNested())
}
