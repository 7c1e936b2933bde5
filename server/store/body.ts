/** What a request's body says about a resource: values checked and cleaned, relations named. Unknown keys say nothing. */
import type { Iri } from '#content/iri.ts'
import { linkTrouble } from '#content/link.ts'
import type { Violation } from '#content/resource.ts'
import { checked } from './checks.ts'
import { StoredFile } from './file.ts'
import type { Body } from './found.ts'
import { htmlTrouble, sanitise } from './sanitise.ts'
import { type Property, placeSchema } from './property.ts'
import type { Shape } from './shapes.ts'

export interface Said {
  values: Record<string, unknown>
  /** What a relation shall point at; null and the empty list take it away. */
  relations: Record<string, readonly unknown[]>
  place?: number
  /** Undefined where nothing was said. */
  publishedAt?: string | null
  /** What is wanted beyond what is stored. */
  wishes: ReadonlySet<string>
  violations: Violation[]
}

/** A relation is sent as an IRI; a whole resource names itself. */
const named = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '@id' in value ? value['@id'] : value

/** Others that one property may point at. */
const mostRelated = 1_000
/** Characters. */
const longestDate = 64
const endOfTime = Date.parse('9999-12-31T00:00:00Z')

const readDate = (value: unknown): string | null | undefined => {
  if (value === null || value === '') return null
  const isShort = typeof value === 'string' && value.length < longestDate
  const time = isShort ? Date.parse(value) : Number.NaN
  // Years of more than four digits would no longer sort as text.
  return time >= 0 && time < endOfTime ? new Date(time).toISOString() : undefined
}

const checkedValue = ({ schema, url, html }: Property & { is: 'value' }, value: unknown) => {
  const result = checked(schema, value)
  const text = 'value' in result && typeof result.value === 'string' ? result.value : ''
  const trouble = (url && text && linkTrouble(text)) || (html && htmlTrouble(text)) || null
  return trouble ? { message: trouble } : result
}

const readValue = (
  said: Said,
  name: string,
  property: Property & { is: 'value' },
  value: unknown,
) => {
  if (value === null) return void (said.values[name] = null)
  const result = checkedValue(property, value)
  if ('message' in result) said.violations.push({ propertyPath: name, ...result })
  else {
    said.values[name] =
      property.html && typeof result.value === 'string' ? sanitise(result.value) : result.value
  }
}

const readFile = (said: Said, name: string, value: unknown) => {
  if (value === null) said.values[name] = null
  else if (value instanceof StoredFile) said.values[name] = value.record
  else said.violations.push({ propertyPath: name, message: 'This should be a file.' })
}

export const readBody = (shape: Shape, body: Body): Said => {
  const wishes = Object.entries(shape.properties).flatMap(([name, { is }]) =>
    is === 'wish' && body[name] === true ? [name] : [],
  )
  const said: Said = { values: {}, relations: {}, wishes: new Set(wishes), violations: [] }
  for (const [name, property] of Object.entries(shape.properties)) {
    const value = body[name]
    if (value === undefined) continue
    if (property.is === 'value') readValue(said, name, property, value)
    else if (property.is === 'file') readFile(said, name, value)
    else if (property.is === 'one') said.relations[name] = value === null ? [] : [named(value)]
    else if (property.is === 'many') {
      const listed: unknown[] = Array.isArray(value) ? value : value === null ? [] : [value]
      if (listed.length <= mostRelated) said.relations[name] = listed.map(named)
      else said.violations.push({ propertyPath: name, message: `List at most ${mostRelated}.` })
    } else if (property.is === 'place' && value !== null) {
      const result = checked(placeSchema, value)
      if ('message' in result) said.violations.push({ propertyPath: name, ...result })
      else said.place = Number(result.value)
    }
  }
  if (shape.isPublishable && body['publishedAt'] !== undefined) {
    const date = readDate(body['publishedAt'])
    if (date === undefined) {
      said.violations.push({ propertyPath: 'publishedAt', message: 'This is not a date.' })
    } else said.publishedAt = date
  }
  return said
}

/** Characters: the longest are of parameters, whose keys of 2,000 are encoded. */
const longestIri = 20_000

export const isIri = (value: unknown): value is Iri =>
  typeof value === 'string' && value.length <= longestIri && value.startsWith('/')

/** A body that says everything: what it leaves out is taken away, but for the name that the resource goes by. */
export const wholeBody = (shape: Shape, body: Body): Body => {
  const unsaid = Object.entries(shape.properties).flatMap(([name, property]) => {
    if (name === shape.namedBy || body[name] !== undefined) return []
    if (property.is === 'value') return [[name, property.initial ?? null]]
    return ['one', 'many', 'file'].includes(property.is) ? [[name, null]] : []
  })
  return { ...body, ...Object.fromEntries(unsaid) }
}
