/**
 * Parses a request body: values are validated and sanitized, relations turned into IRIs. Unknown keys are
 * ignored.
 */
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import { validate } from '../types/validate.ts'
import { StoredFile } from '../types/stored-file.ts'
import type { Body } from '../read/read-result.ts'
import { rulesOf } from '../types/field-formats.ts'
import { type Property, sortOrderSchema } from '../types/property.ts'
import type { TypeDefinition } from '../types/type-definition.ts'

export interface ParsedBody {
  values: Record<string, unknown>
  /** The new targets by property; an empty list removes the relations. */
  relations: Record<string, readonly unknown[]>
  /** The files by property; null removes one. */
  files: Record<string, StoredFile | null>
  sortOrder?: number
  /** The date of publication as an ISO date; undefined if the body leaves it out. */
  publishedAt?: string | null
  /** The end of the publication, in the same way. */
  publishedUntil?: string | null
  /** The options of this mutation, which are not stored. */
  flags: ReadonlySet<string>
  violations: Violation[]
}

/** Returns the IRI that a relation names: as such, or as the `@id` of a whole resource. */
const toIri = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '@id' in value ? value['@id'] : value

/** The maximum number of targets of one property. */
const maxRelations = 1_000
const tooManyRelations = `Use at most ${maxRelations} entries.`
/** The maximum length of a date in characters. */
const maxDateLength = 64
const endOfTime = Date.parse('9999-12-31T00:00:00Z')

const parseDate = (value: unknown): string | null | undefined => {
  if (value === null || value === '') return null
  const isShort = typeof value === 'string' && value.length < maxDateLength
  const time = isShort ? Date.parse(value) : Number.NaN
  // Years of more than four digits would no longer sort as text.
  return time >= 0 && time < endOfTime ? new Date(time).toISOString() : undefined
}

/** Returns the value to store, or the violation. */
const validateValue = ({ schema, format }: Property & { type: 'value' }, value: unknown) => {
  const result = validate(schema, value)
  if (!('value' in result) || typeof result.value !== 'string') return result
  const { errorOf, clean } = rulesOf(format)
  const message = result.value ? errorOf?.(result.value) : null
  return message ? { message } : { value: clean ? clean(result.value) : result.value }
}

const parseValue = (
  parsed: ParsedBody,
  name: string,
  property: Property & { type: 'value' },
  value: unknown,
) => {
  if (value === null) return void (parsed.values[name] = null)
  const result = validateValue(property, value)
  if ('message' in result) parsed.violations.push({ propertyPath: name, ...result })
  else parsed.values[name] = result.value
}

const parseFile = (parsed: ParsedBody, name: string, value: unknown) => {
  if (value === null || value instanceof StoredFile) {
    parsed.values[name] = value?.record ?? null
    parsed.files[name] = value
  } else parsed.violations.push({ propertyPath: name, message: 'This should be a file.' })
}

const nothingParsed = () => ({ values: {}, relations: {}, files: {}, violations: [] })

/** Returns the values and relations of a body. Throws an `InvalidInputError` for what cannot be understood. */
export const parseBody = (definition: TypeDefinition, body: Body): ParsedBody => {
  const flags = Object.entries(definition.properties).flatMap(([name, { type }]) =>
    type === 'flag' && body[name] === true ? [name] : [],
  )
  const parsed: ParsedBody = { ...nothingParsed(), flags: new Set(flags) }
  for (const [name, property] of Object.entries(definition.properties)) {
    const value = body[name]
    if (value === undefined) continue
    if (property.type === 'value') parseValue(parsed, name, property, value)
    else if (property.type === 'file') parseFile(parsed, name, value)
    else if (property.type === 'relation')
      parsed.relations[name] = value === null ? [] : [toIri(value)]
    else if (property.type === 'relations') {
      const list: unknown[] = Array.isArray(value) ? value : value === null ? [] : [value]
      if (list.length <= maxRelations) parsed.relations[name] = list.map(toIri)
      else parsed.violations.push({ propertyPath: name, message: tooManyRelations })
    } else if (property.type === 'sortOrder' && value !== null) {
      const result = validate(sortOrderSchema, value)
      if ('message' in result) parsed.violations.push({ propertyPath: name, ...result })
      else parsed.sortOrder = Number(result.value)
    }
  }
  if (definition.isPublishable)
    for (const name of ['publishedAt', 'publishedUntil'] as const) parseDateOf(parsed, name, body)
  return parsed
}

const parseDateOf = (parsed: ParsedBody, name: 'publishedAt' | 'publishedUntil', body: Body) => {
  if (body[name] === undefined) return
  const date = parseDate(body[name])
  if (date === undefined)
    parsed.violations.push({ propertyPath: name, message: 'This should be a date.' })
  else parsed[name] = date
}

/**
 * The maximum length of an IRI in characters. The longest ones are those of parameters, whose keys of 2,000 characters
 * are percent-encoded.
 */
const maxIriLength = 20_000

/** Returns true for a text that may be an IRI: it begins with a slash and is not too long. */
export const isIri = (value: unknown): value is Iri =>
  typeof value === 'string' && value.length <= maxIriLength && value.startsWith('/')

/** Completes a body that replaces a resource: what it leaves out becomes null, except the natural key. */
export const toReplacementBody = (definition: TypeDefinition, body: Body): Body => {
  const missing = Object.entries(definition.properties).flatMap(([name, property]) => {
    if (name === definition.naturalKey || body[name] !== undefined) return []
    if (property.type === 'value') return [[name, property.initial ?? null]]
    return ['relation', 'relations', 'file'].includes(property.type) ? [[name, null]] : []
  })
  return { ...body, ...Object.fromEntries(missing) }
}
