/** Reads what a request changes of a file in the media library. */
import { isObject } from '#content/is-object.ts'
import type { Violation } from '#content/model/resource.ts'
import { ValidationError } from '../../domain-errors.ts'
import type { Body } from '../../store/read/read-result.ts'
import type { MediaObjectData } from '../../store/types/media-object-data.ts'
import { validate } from '../../store/types/validate.ts'
import { violationCodes } from '../../store/types/violation-codes.ts'
import { mediaObjectDefinition } from './media-object-type.ts'

/** The properties that a request may change; the content of a file never changes. */
const changeable = ['name', 'tags', 'alternativeTexts'] as const

type Changes = Partial<Omit<MediaObjectData, 'file'>>

/** The values of properties that are removed. */
const empty: Required<Changes> = { name: '', tags: [], alternativeTexts: {} }

/** Merges texts by language: null and blank ones remove a language (https://www.rfc-editor.org/rfc/rfc7396). */
const mergeTexts = (stored: MediaObjectData['alternativeTexts'], sent: unknown) => {
  if (!isObject(sent)) return sent
  const removed = (text: unknown) => text === null || (typeof text === 'string' && !text.trim())
  return Object.fromEntries(
    Object.entries({ ...stored, ...sent })
      .filter(([, text]) => !removed(text))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

const valueOf = (data: MediaObjectData, property: (typeof changeable)[number], sent: unknown) => {
  if (sent === null) return empty[property]
  return property === 'alternativeTexts' ? mergeTexts(data.alternativeTexts, sent) : sent
}

const schemaOf = (name: (typeof changeable)[number]) => {
  const property = mediaObjectDefinition.properties[name]
  if (property?.type !== 'value') throw new Error(`${name} is not a value of a media object.`)
  return property.schema
}

/** Returns the data with the changes of a body; throws a `ValidationError` with all violations. */
export const changedData = (data: MediaObjectData, body: Body): MediaObjectData => {
  const violations: Violation[] = []
  const changes = changeable.flatMap((property) => {
    if (body[property] === undefined) return []
    const result = validate(schemaOf(property), valueOf(data, property, body[property]))
    if ('value' in result) return [[property, result.value]]
    violations.push({ propertyPath: property, ...result })
    return []
  })
  const changed = { ...data, ...(Object.fromEntries(changes) as Changes) }
  if (!changed.name && !violations.some(({ propertyPath }) => propertyPath === 'name')) {
    const message = 'Enter a name.'
    violations.push({ propertyPath: 'name', message, code: violationCodes.blank })
  }
  if (violations.length) throw new ValidationError(violations)
  return changed
}
