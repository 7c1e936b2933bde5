/** What a request's body says about a resource: values checked and cleaned, relations named. Unknown keys say nothing. */
import type { Iri } from '#content/model/iri.ts'
import { linkError } from '#content/page/link.ts'
import type { Violation } from '#content/model/resource.ts'
import { validate } from '../types/validate.ts'
import { StoredFile } from '../types/stored-file.ts'
import type { Body } from '../read/read-result.ts'
import { htmlError, sanitize } from '../types/sanitize-html.ts'
import { type Property, sortOrderSchema } from '../types/property.ts'
import type { TypeDefinition } from '../types/type-registry.ts'

export interface ParsedBody {
  values: Record<string, unknown>
  /** What a relation shall point at; null and the empty list take it away. */
  relations: Record<string, readonly unknown[]>
  sortOrder?: number
  /** Undefined where nothing was said. */
  publishedAt?: string | null
  /** What is wanted beyond what is stored. */
  flags: ReadonlySet<string>
  violations: Violation[]
}

/** A relation is sent as an IRI; a whole resource names itself. */
const toIri = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '@id' in value ? value['@id'] : value

/** Others that one property may point at. */
const maxReferences = 1_000
/** Characters. */
const maxDateLength = 64
const endOfTime = Date.parse('9999-12-31T00:00:00Z')

const readDate = (value: unknown): string | null | undefined => {
  if (value === null || value === '') return null
  const isShort = typeof value === 'string' && value.length < maxDateLength
  const time = isShort ? Date.parse(value) : Number.NaN
  // Years of more than four digits would no longer sort as text.
  return time >= 0 && time < endOfTime ? new Date(time).toISOString() : undefined
}

const validateValue = ({ schema, url, html }: Property & { type: 'value' }, value: unknown) => {
  const result = validate(schema, value)
  const text = 'value' in result && typeof result.value === 'string' ? result.value : ''
  const trouble = (url && text && linkError(text)) || (html && htmlError(text)) || null
  return trouble ? { message: trouble } : result
}

const readValue = (
  said: ParsedBody,
  name: string,
  property: Property & { type: 'value' },
  value: unknown,
) => {
  if (value === null) return void (said.values[name] = null)
  const result = validateValue(property, value)
  if ('message' in result) said.violations.push({ propertyPath: name, ...result })
  else {
    said.values[name] =
      property.html && typeof result.value === 'string' ? sanitize(result.value) : result.value
  }
}

const readFile = (said: ParsedBody, name: string, value: unknown) => {
  if (value === null) said.values[name] = null
  else if (value instanceof StoredFile) said.values[name] = value.record
  else said.violations.push({ propertyPath: name, message: 'This should be a file.' })
}

export const parseBody = (definition: TypeDefinition, body: Body): ParsedBody => {
  const wishes = Object.entries(definition.properties).flatMap(([name, { type }]) =>
    type === 'flag' && body[name] === true ? [name] : [],
  )
  const said: ParsedBody = { values: {}, relations: {}, flags: new Set(wishes), violations: [] }
  for (const [name, property] of Object.entries(definition.properties)) {
    const value = body[name]
    if (value === undefined) continue
    if (property.type === 'value') readValue(said, name, property, value)
    else if (property.type === 'file') readFile(said, name, value)
    else if (property.type === 'reference')
      said.relations[name] = value === null ? [] : [toIri(value)]
    else if (property.type === 'references') {
      const listed: unknown[] = Array.isArray(value) ? value : value === null ? [] : [value]
      if (listed.length <= maxReferences) said.relations[name] = listed.map(toIri)
      else said.violations.push({ propertyPath: name, message: `List at most ${maxReferences}.` })
    } else if (property.type === 'sortOrder' && value !== null) {
      const result = validate(sortOrderSchema, value)
      if ('message' in result) said.violations.push({ propertyPath: name, ...result })
      else said.sortOrder = Number(result.value)
    }
  }
  if (definition.isPublishable && body['publishedAt'] !== undefined) {
    const date = readDate(body['publishedAt'])
    if (date === undefined) {
      said.violations.push({ propertyPath: 'publishedAt', message: 'This is not a date.' })
    } else said.publishedAt = date
  }
  return said
}

/** Characters: the longest are of parameters, whose keys of 2,000 are encoded. */
const maxIriLength = 20_000

export const isIri = (value: unknown): value is Iri =>
  typeof value === 'string' && value.length <= maxIriLength && value.startsWith('/')

/** A body that says everything: what it leaves out is taken away, but for the name that the resource goes by. */
export const toReplacementBody = (definition: TypeDefinition, body: Body): Body => {
  const unsaid = Object.entries(definition.properties).flatMap(([name, property]) => {
    if (name === definition.naturalKey || body[name] !== undefined) return []
    if (property.type === 'value') return [[name, property.initial ?? null]]
    return ['reference', 'references', 'file'].includes(property.type) ? [[name, null]] : []
  })
  return { ...body, ...Object.fromEntries(unsaid) }
}
