/** Definitions of the kinds of components, layouts, templates and page data, shared by the API and the front end. */

import type { Iri, IriType } from './iri.ts'
import type { Component, PageData } from './resource.ts'

/** The part of Standard Schema (https://standardschema.dev) that is used here. Valibot's schemas implement it. */
export interface StandardSchema<Value = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (
      value: unknown,
    ) =>
      | { value: Value; issues?: undefined }
      | { issues: readonly { readonly message: string }[] }
      | Promise<unknown>
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined
  }
}

declare const sanitized: unique symbol

/** HTML of a field whose format is `html`: only such values are rendered as HTML, and all of them are sanitized. */
export type Html = string & { readonly [sanitized]: true }

/**
 * The formats that a field can have, with the type of their values. Storing, validating, rendering and editing follow
 * from the format: each of them has a case for every format, and the compiler refuses a missing one.
 */
export interface FieldValues {
  /** One line of plain text. */
  text: string
  /** Plain text of several lines. */
  longText: string
  /** Sanitized when it is stored and again before it is shown. */
  html: Html
  /** An address that a link may have (`link.ts`). */
  url: string
  /** A relation to another resource. */
  iri: Iri
  /** Uploaded; its type is detected from its content, and the metadata describes it. */
  file: string
  number: number
  boolean: boolean
  /** One of the field's `choices`. */
  choice: string
  /** Query parameters, nested as in `order[createdAt]=desc`. */
  query: Record<string, unknown>
}

export type FieldFormat = keyof FieldValues

/** The presentation of each format by the generated view. */
const presentations = {
  text: 'text',
  longText: 'text',
  html: 'html',
  url: 'link',
  iri: 'hidden',
  file: 'image',
  number: 'text',
  boolean: 'hidden',
  choice: 'text',
  query: 'hidden',
} as const satisfies Record<FieldFormat, string>

export type Presentation = (typeof presentations)[FieldFormat]

interface FieldRules {
  /** The name that editors see. */
  label: string
  /** Error message if a resource is stored without it; optional without a message. */
  required?: string
  /** Error message if a resource is published without it; a draft may do without. */
  requiredToPublish?: string
}

/** Checked on every write that contains the property. */
interface WithSchema<Value> {
  schema: StandardSchema<Value extends string ? string : Value>
}

export interface Choice {
  value: string
  label: string
}

/** The options of a field for the formats that need more or less than a schema. */
interface FormatOptions {
  /** The type of resource that it refers to; any by default. */
  iri: { to?: IriType }
  file: object
  /** Offered to editors. The schema decides which values are accepted. */
  choice: WithSchema<string> & { choices: readonly Choice[] }
}

type OptionsOf<Format extends FieldFormat> = Format extends keyof FormatOptions
  ? FormatOptions[Format]
  : WithSchema<FieldValues[Format]>

/** A property of a kind: a union over the formats, or the field of one of them. */
export type Field<Format extends FieldFormat = FieldFormat> = {
  [F in Format]: FieldRules & { format: F } & OptionsOf<F>
}[Format]

export type Fields = Readonly<Record<string, Field>>

interface Style {
  label: string
  className: string
}

export interface ComponentKind {
  /** The `@type`, in PascalCase: `HtmlContent`. Its folder has the same name. */
  type: string
  /** The name that editors see: `Body Text`. */
  label: string
  description: string
  /** The collection's path: `/component/html_contents`. */
  endpoint: string
  fields: Fields
  /** True if it has drafts and is published; otherwise every save is public at once. */
  publishable: boolean
  /** True if it is added without filling it in first. */
  instantAdd: boolean
  /** False if its changes are not sent through the hub and show only when it is loaded again. */
  hasLiveUpdates?: boolean
  /** True if only groups that list it in `allowedComponents` accept it. */
  explicitAllowOnly?: boolean
  uiVariants?: { name: string; label: string }[]
  styles?: Style[]
  /** Checks a rule about several properties before publishing. */
  checkToPublish?: (data: Record<string, unknown>) => { propertyPath: string; message: string }[]
  /** Properties that are computed from the others for each response and never stored. */
  derived?: Record<string, (data: Record<string, unknown>) => unknown>
}

/** A group that a layout or template shows with `<Group>`. */
interface GroupDefinition {
  name: string
  /** The name that editors see; by default the capitalized `name`. */
  label?: string
  /** The paths of the allowed collections; absent if any component is allowed. */
  allowedComponents?: string[]
}

export interface LayoutKind {
  /** The matching `uiComponent`, with or without its prefix: `Primary`, `CwaLayoutPrimary`. */
  name: string
  label: string
  styles?: Style[]
  groups: GroupDefinition[]
}

export interface TemplateKind {
  /** The matching `uiComponent`, with or without its prefix: `PrimaryPageTemplate`. */
  name: string
  label: string
  styles?: Style[]
  groups: GroupDefinition[]
}

/** A type of page data: the content that differs between pages that share a template. */
export interface PageDataKind {
  /** The `@type`, in PascalCase: `BlogArticleData`. */
  type: string
  label: string
  /** The collection's path: `/page_data/blog_article_datas`. */
  endpoint: string
  /** Its plain values. */
  fields: Fields
  /** Number of items on a page of its list. */
  perPage?: number
  /** Properties that refer to a component, with the component's type. */
  components: Record<string, string>
}

/** Keeps a literal's own types while checking it; a property that nobody reads is a mistake. */
export const defineKind = <const K extends ComponentKind>(
  kind: K & Record<Exclude<keyof K, keyof ComponentKind>, never>,
): K => kind

/** Keeps a literal's own types while checking it, as `defineKind` does. */
export const definePageData = <const K extends PageDataKind>(
  kind: K & Record<Exclude<keyof K, keyof PageDataKind>, never>,
): K => kind

type FieldValue<F extends Field> = F extends { format: 'iri'; to: infer Type extends IriType }
  ? Iri<Type>
  : F extends { format: 'html' }
    ? Html
    : F extends { schema: StandardSchema<infer Value> }
      ? Value
      : FieldValues[F['format']]

/** The values of fields by name. Absent and null mean the same. */
export type FieldData<F extends Fields> = string extends keyof F
  ? Record<string, unknown>
  : { -readonly [Name in keyof F]?: FieldValue<F[Name]> | null }

type DerivedData<K extends ComponentKind> = {
  -readonly [Name in keyof K['derived']]?: K['derived'][Name] extends (
    ...args: never
  ) => infer Value
    ? Value | null
    : never
}

/** The names of a kind's `uiVariants`. */
export type VariantName<K extends ComponentKind> = NonNullable<K['uiVariants']>[number]['name']

/** The type of a kind's resources, as the API returns them. */
export type InferKind<K extends ComponentKind> = Component & FieldData<K['fields']> & DerivedData<K>

/** The type of the resources of a kind of page data. */
export type InferPageData<K extends PageDataKind> = PageData &
  FieldData<K['fields']> & { -readonly [Name in keyof K['components']]?: Iri<'COMPONENT'> }

/** True for page data of this kind, which its `@type` names. */
export const isPageDataOf = <K extends PageDataKind>(
  type: K['type'],
  resource: PageData | undefined,
): resource is InferPageData<K> => resource?.['@type'] === type

/** Returns the fields that a generated view shows, with their presentation, by `@type`. */
export const shownFieldsOf = (kinds: readonly { type: string; fields: Fields }[]) =>
  Object.fromEntries(
    kinds.map(({ type, fields }) => [
      type,
      Object.entries(fields)
        .map(([name, { format }]) => [name, presentations[format]] as const)
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
