/** Defines the kinds of properties that a type can have, with their validation. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import {
  array,
  integer,
  maxBytes,
  maxLength,
  maxValue,
  minValue,
  number,
  pipe,
  string,
} from 'valibot'
import type { FieldFormat } from '#content/model/field.ts'
import { maxNameBytes } from '#content/links/address-input.ts'

/** The formats of fields whose value is stored in the resource itself. */
export type ValueFormat = Exclude<FieldFormat, 'iri' | 'file'>

/** Returns true for a value that counts as missing: none, or a text of spaces only. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

/** A property of a type, which decides how its value is stored, read from a request and serialized. */
export type Property =
  | {
      type: 'value'
      schema: StandardSchemaV1
      required?: string
      initial?: unknown
      /** The format of a kind's field, which decides how it is checked and cleaned (`field-formats.ts`). */
      format?: ValueFormat
      editorsOnly?: boolean
      /** True for a value that the audit log must not contain. */
      isPersonal?: boolean
      /** True for a property that requests may have and responses never do. */
      writeOnly?: boolean
    }
  /** The IRI of another resource. */
  | { type: 'relation'; to: readonly string[]; required?: string }
  /** The IRIs of any number of other resources, in order. */
  | { type: 'relations'; to: readonly string[] }
  /** The resources that have a relation to this one. Serialized; writable only where there is a single one. */
  | {
      type: 'inverseRelation'
      of: string
      from: string
      single?: boolean
      /** True for what may be as long as a list itself: the members of lists are sent without it. */
      isLeftOutOfLists?: boolean
    }
  /** A file: uploaded, and serialized as metadata. */
  | { type: 'file' }
  /** The index within the list of the resource that another property names. */
  | { type: 'sortOrder'; within: string }
  /** An option of a write; neither stored nor serialized. */
  | { type: 'flag' }
  /** A value that is not stored, but computed in `read/serialize.ts`. */
  | { type: 'computed'; schema?: StandardSchemaV1 }

export const shortText = pipe(
  string('This should be text.'),
  maxLength(2000, 'Use at most 2000 characters.'),
)
/** A text that resources are looked up by, short enough for an index. */
export const indexedText = pipe(shortText, maxBytes(maxNameBytes, 'This is too long.'))
export const shortTextList = pipe(
  array(
    pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters for each.')),
    'This should be a list.',
  ),
  maxLength(500, 'Use at most 500 entries.'),
)

/** Returns a property whose values match a schema. `required` is the message of a violation when it is missing. */
export const valueProperty = (
  schema: StandardSchemaV1,
  more: { required?: string; initial?: unknown; editorsOnly?: boolean } = {},
) => ({ type: 'value', schema, ...more }) as const
/** Returns a property that lists the resources of a type which refer to this one. */
export const inverseRelation = (of: string, from: string, single?: boolean) =>
  ({ type: 'inverseRelation', of, from, ...(single && { single }) }) as const

/** The position within a group. */
export const sortOrderSchema: StandardSchemaV1<unknown, number> = pipe(
  number('This should be a number.'),
  integer('This should be a whole number.'),
  minValue(0, 'This should not be negative.'),
  maxValue(1_000_000_000, 'Use at most 1,000,000,000.'),
)
