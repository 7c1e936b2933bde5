/**
 * Defines the rules of the API for each format of a kind's fields: its property, validation, sanitizing and JSON
 * Schema.
 */
import { iriPrefixes } from '#content/model/iri.ts'
import type { Field, FieldFormat } from '#content/model/field.ts'
import { hasPicture } from '#content/pictures/pictures-in-html.ts'
import { linkError } from '#content/links/address-input.ts'
import { type Property, type ValueFormat, isBlank } from './property.ts'
import { htmlError, sanitize } from './sanitize-html.ts'

interface FormatRules<Format extends FieldFormat> {
  /** Returns the property that a field of this format becomes. */
  toProperty: (field: Field<Format>) => Property
  /** Returns why a text that its schema accepts is refused, or null. */
  errorOf?: (text: string) => string | null
  /** Returns the text as it is stored. */
  clean?: (text: string) => string
  /** Returns true for a value that publishing counts as missing; by default for null and blank text. */
  isEmpty?: (value: unknown) => boolean
  /** Keywords of JSON Schema that the schema itself does not say. */
  keywords?: Record<string, unknown>
}

const toValue = ({
  schema,
  format,
  required,
  editorsOnly,
  personal,
}: Field<ValueFormat>): Property => ({
  type: 'value',
  schema,
  format,
  ...(required && { required }),
  ...(editorsOnly && { editorsOnly }),
  ...(personal && { isPersonal: true }),
})

/** True for HTML without pictures, and without any text between its tags. */
const isEmptyHtml = (value: unknown) =>
  typeof value === 'string' && !hasPicture(value) && !value.replace(/<[^<>]*>|&nbsp;|\s/g, '')

const fractionKeywords = { type: 'number', minimum: 0, maximum: 1 }
const fractions = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, fractionKeywords])),
  required: names,
  additionalProperties: false,
})
/** Its schema is no valibot schema, because the content model imports none. */
const framingKeywords = {
  type: 'object',
  description: 'In fractions of the whole picture.',
  properties: {
    crop: fractions('x', 'y', 'width', 'height'),
    focalPoint: fractions('x', 'y'),
  },
  additionalProperties: false,
}

/** A new format needs an entry here; the compiler says so. */
const fieldFormats: { [Format in FieldFormat]: FormatRules<Format> } = {
  text: { toProperty: toValue },
  longText: { toProperty: toValue },
  altText: { toProperty: toValue },
  html: {
    toProperty: toValue,
    errorOf: htmlError,
    clean: sanitize,
    isEmpty: (value) => isBlank(value) || isEmptyHtml(value),
    keywords: { contentMediaType: 'text/html' },
  },
  url: {
    toProperty: toValue,
    errorOf: linkError,
    // No `format`, because spaces, for example, are accepted and stored as they are.
    keywords: { description: 'A path on this site, or an http, https, mailto or tel address.' },
  },
  iri: {
    toProperty: ({ to, required }) => ({
      type: 'relation',
      to: [to ? iriPrefixes[to] : '/'],
      ...(required && { required }),
    }),
  },
  file: { toProperty: () => ({ type: 'file' }) },
  framing: { toProperty: toValue, keywords: framingKeywords },
  number: { toProperty: toValue },
  boolean: { toProperty: toValue },
  choice: { toProperty: toValue },
  query: { toProperty: toValue },
}

/** Returns the rules of a format; those of plain text for a property that no kind declares. */
export const rulesOf = (format: FieldFormat = 'text') =>
  // A field's own format selects its rules, so they accept that field.
  fieldFormats[format] as FormatRules<FieldFormat>

/** Returns the property that stores a field of a kind. */
export const propertyOfField = (field: Field) => rulesOf(field.format).toProperty(field)

/** Returns true if publishing counts a field as missing. */
export const isEmptyField = ({ format }: Field, value: unknown) =>
  (rulesOf(format).isEmpty ?? isBlank)(value)
