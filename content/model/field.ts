/** The fields of kinds: their formats, the rules of each, and the types of their values. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Framing } from '../pictures/framing.ts'
import type { Iri, IriType } from './iri.ts'

declare const sanitized: unique symbol

/** HTML of a field whose format is `html`: only such values are rendered as HTML, and all of them are sanitized. */
export type Html = string & { readonly [sanitized]: true }

/**
 * The formats that a field can have, with the type of their values. Storing, validating, rendering and editing follow
 * from the format: each of them has a case for every format, and the compiler refuses a missing one.
 */
export interface FormatValues {
  /** One line of plain text. */
  text: string
  /** Plain text of several lines. */
  longText: string
  /** The description of a picture for those who do not see it; empty for a decorative picture. */
  altText: string
  /** HTML, which is sanitized when it is stored and again before it is shown. */
  html: Html
  /** An address that a link may have (`link.ts`). */
  url: string
  /** A relation to another resource. */
  iri: Iri
  /** An uploaded file; its type is detected from its content, and the metadata describes it. */
  file: string
  /** The part of a picture that is shown, and the point of it that stays in sight. */
  framing: Framing
  number: number
  boolean: boolean
  /** One of the field's `choices`. */
  choice: string
  /** Query parameters, nested as in `order[createdAt]=desc`. */
  query: Record<string, unknown>
}

export type FieldFormat = keyof FormatValues

/** The comparison of a draft's value with the live one: word by word, images side by side, or each as a whole. */
export type Comparison = 'text' | 'image' | 'value'

/** The reference of a value to its site, which a paste into another site changes: a path, links, an IRI or a file. */
type Reference = 'path' | 'links' | 'iri' | 'file'

interface FormatTraits {
  /** The renderer of the generated view. */
  presentation: string
  comparison: Comparison
  /** True if its values are copied as text, too, which can be pasted into other programs. */
  isCopiedAsText: boolean
  reference: Reference | null
}

/** Defines how each format is displayed, compared and copied. */
const traits = {
  text: { presentation: 'text', comparison: 'text', isCopiedAsText: true, reference: null },
  longText: { presentation: 'text', comparison: 'text', isCopiedAsText: true, reference: null },
  altText: { presentation: 'hidden', comparison: 'text', isCopiedAsText: true, reference: null },
  html: { presentation: 'html', comparison: 'text', isCopiedAsText: true, reference: 'links' },
  url: { presentation: 'link', comparison: 'value', isCopiedAsText: true, reference: 'path' },
  iri: { presentation: 'hidden', comparison: 'value', isCopiedAsText: false, reference: 'iri' },
  file: { presentation: 'image', comparison: 'image', isCopiedAsText: false, reference: 'file' },
  framing: { presentation: 'hidden', comparison: 'value', isCopiedAsText: false, reference: null },
  number: { presentation: 'text', comparison: 'value', isCopiedAsText: false, reference: null },
  boolean: { presentation: 'hidden', comparison: 'value', isCopiedAsText: false, reference: null },
  choice: { presentation: 'text', comparison: 'value', isCopiedAsText: false, reference: null },
  query: { presentation: 'hidden', comparison: 'value', isCopiedAsText: false, reference: null },
} as const satisfies Record<FieldFormat, FormatTraits>

export type Presentation = (typeof traits)[FieldFormat]['presentation']

interface FieldRules {
  /** The name that editors see. */
  label: string
  /** The explanation below its control in the panel. */
  hint?: string
  /** The error message if a resource is stored without it; without a message it is optional. */
  required?: string
  /** The error message if a resource is published without it; a draft may have none. */
  requiredToPublish?: string
  /** The name of another field, which is emptied when this one gets a value: only one of them is to have one. */
  clears?: string
  /** True for a value that visitors do not receive. */
  editorsOnly?: boolean
  /** True for a value that the audit log must not contain, such as email addresses. */
  personal?: boolean
}

/** The schema, which is checked on every write that contains the property. */
interface WithSchema<Value> {
  schema: StandardSchemaV1<unknown, Value extends string ? string : Value>
}

export interface Choice {
  value: string
  label: string
}

/** The formats whose fields can be typed on the page. */
export type InlineFormat = 'text' | 'html'

interface InlineOption<Format extends FieldFormat> {
  /** True if editors type it on the page, where the kind's view shows it; otherwise they edit it in the panel. */
  inline?: Format extends InlineFormat ? boolean : never
}

/** The options of a field for the formats that need more or less than a schema. */
interface FormatOptions {
  /** The type of resource that it refers to; any by default. */
  iri: { to?: IriType }
  /** The lowest and the highest number that its control offers. The schema decides which values are accepted. */
  number: WithSchema<number> & { min?: number; max?: number }
  file: object
  /** The property of the described picture. */
  altText: WithSchema<string> & { describes: string }
  /** The property of the framed picture. */
  framing: WithSchema<Framing> & { frames: string }
  /** The values that editors are offered. The schema decides which values are accepted. */
  choice: WithSchema<string> & { choices: readonly Choice[] }
}

type OptionsOf<Format extends FieldFormat> = Format extends keyof FormatOptions
  ? FormatOptions[Format]
  : WithSchema<FormatValues[Format]>

/** A property of a kind: a union over the formats, or the field of one of them. */
export type Field<Format extends FieldFormat = FieldFormat> = {
  [F in Format]: FieldRules & { format: F } & OptionsOf<F> & InlineOption<F>
}[Format]

export type Fields = Readonly<Record<string, Field>>

/** True for a field that editors type on the page. */
export const isInline = (field: Field): field is Field<InlineFormat> => field.inline === true

/** True for a field whose values are rendered as HTML, and sanitized before. */
export const isHtml = (field: Field | undefined) =>
  field !== undefined && traits[field.format].presentation === 'html'

/** Returns how a draft's value of a field is compared with the live one. */
export const comparisonOf = ({ format }: Field): Comparison => traits[format].comparison

/** True for a field whose values are text, which tells one component from others of its kind. */
export const isTextual = (field: Field) => comparisonOf(field) === 'text'

/** True for a field whose values are copied as text, too, which can be pasted into other programs. */
export const isCopiedAsText = ({ format }: Field) => traits[format].isCopiedAsText

/** Returns how a value of a field refers to its site; null if it does not, and without a field. */
export const referenceOf = (field: Field | undefined): Reference | null =>
  field ? traits[field.format].reference : null

type FieldValue<F extends Field, InlineValues> = F extends {
  inline: true
  format: infer Format extends keyof InlineValues
}
  ? InlineValues[Format]
  : F extends { format: 'iri'; to: infer Type extends IriType }
    ? Iri<Type>
    : F extends { format: 'html' }
      ? Html
      : F extends { format: 'file' }
        ? InlineValues extends { file: infer Value }
          ? Value
          : string
        : F extends { schema: StandardSchemaV1<unknown, infer Value> }
          ? Value
          : FormatValues[F['format']]

/**
 * The values of fields by name. Absent and null mean the same. `InlineValues` are the types of inline fields by format,
 * where they differ.
 */
export type FieldData<F extends Fields, InlineValues = object> = string extends keyof F
  ? Record<string, unknown>
  : { -readonly [Name in keyof F]?: FieldValue<F[Name], InlineValues> | null }

/** Returns the fields that a generated view shows, with their presentation, by `@type`. */
export const shownFieldsOf = (kinds: readonly { type: string; fields: Fields }[]) =>
  Object.fromEntries(
    kinds.map(({ type, fields }) => [
      type,
      Object.entries(fields)
        .filter(([, { editorsOnly = false }]) => !editorsOnly)
        .map(([name, { format }]) => [name, traits[format].presentation] as const)
        .filter(([, presentation]) => presentation !== 'hidden'),
    ]),
  )

/** Names of the fields that contain HTML, by `@type`. */
export type HtmlFields = Readonly<Record<string, readonly string[]>>

/** Returns the HTML fields of all kinds that have any. */
export const htmlFieldsOf = (kinds: readonly { type: string; fields: Fields }[]): HtmlFields =>
  Object.fromEntries(
    kinds.flatMap(({ type, fields }) => {
      const names = Object.keys(fields).filter((name) => isHtml(fields[name]))
      return names.length > 0 ? [[type, names]] : []
    }),
  )
