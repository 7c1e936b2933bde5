/** The fields of kinds: their formats, the rules of each, and the types of their values. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
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
  /** HTML, which is sanitized when it is stored and again before it is shown. */
  html: Html
  /** An address that a link may have (`link.ts`). */
  url: string
  /** A relation to another resource. */
  iri: Iri
  /** An uploaded file; its type is detected from its content, and the metadata describes it. */
  file: string
  number: number
  boolean: boolean
  /** One of the field's `choices`. */
  choice: string
  /** Query parameters, nested as in `order[createdAt]=desc`. */
  query: Record<string, unknown>
}

export type FieldFormat = keyof FormatValues

interface FormatDisplay {
  /** The renderer of the generated view. */
  presentation: string
  /** True if its values are text, which tells one component from others of its kind. */
  isTextual: boolean
  /** True if its values are copied as text, too, which can be pasted into other programs. */
  isCopiedAsText: boolean
}

/** Defines how each format is displayed. */
const displays = {
  text: { presentation: 'text', isTextual: true, isCopiedAsText: true },
  longText: { presentation: 'text', isTextual: true, isCopiedAsText: true },
  html: { presentation: 'html', isTextual: true, isCopiedAsText: true },
  url: { presentation: 'link', isTextual: false, isCopiedAsText: true },
  iri: { presentation: 'hidden', isTextual: false, isCopiedAsText: false },
  file: { presentation: 'image', isTextual: false, isCopiedAsText: false },
  number: { presentation: 'text', isTextual: false, isCopiedAsText: false },
  boolean: { presentation: 'hidden', isTextual: false, isCopiedAsText: false },
  choice: { presentation: 'text', isTextual: false, isCopiedAsText: false },
  query: { presentation: 'hidden', isTextual: false, isCopiedAsText: false },
} as const satisfies Record<FieldFormat, FormatDisplay>

export type Presentation = (typeof displays)[FieldFormat]['presentation']

interface FieldRules {
  /** The name that editors see. */
  label: string
  /** The error message if a resource is stored without it; without a message it is optional. */
  required?: string
  /** The error message if a resource is published without it; a draft may have none. */
  requiredToPublish?: string
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
  file: object
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

/** True for a field whose values tell one component from others of its kind. */
export const isTextual = ({ format }: Field) => displays[format].isTextual

/** True for a field whose values are copied as text, too, which can be pasted into other programs. */
export const isCopiedAsText = ({ format }: Field) => displays[format].isCopiedAsText

type FieldValue<F extends Field, InlineValues> = F extends {
  inline: true
  format: infer Format extends keyof InlineValues
}
  ? InlineValues[Format]
  : F extends { format: 'iri'; to: infer Type extends IriType }
    ? Iri<Type>
    : F extends { format: 'html' }
      ? Html
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
        .map(([name, { format }]) => [name, displays[format].presentation] as const)
        .filter(([, presentation]) => presentation !== 'hidden'),
    ]),
  )

/** Names of the fields that contain HTML, by `@type`. */
export type HtmlFields = Readonly<Record<string, readonly string[]>>

/** Returns the HTML fields of all kinds that have any. */
export const htmlFieldsOf = (kinds: readonly { type: string; fields: Fields }[]): HtmlFields =>
  Object.fromEntries(
    kinds.flatMap(({ type, fields }) => {
      const names = Object.keys(fields).filter((name) => fields[name]?.format === 'html')
      return names.length > 0 ? [[type, names]] : []
    }),
  )
