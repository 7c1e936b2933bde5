/** Definitions of the kinds of components, layouts, templates and page data, shared by the API and the front end. */

import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Field, FieldData, Fields } from './field.ts'
import type { Iri } from './iri.ts'
import type { Component, PageData } from './resource.ts'

export interface Style {
  label: string
  className: string
}

export interface ComponentKind {
  /** The `@type`, in PascalCase: `HtmlContent`. Its folder has the same name. */
  type: string
  /** The name that editors see: `Body Text`. */
  label: string
  description: string
  /** The path of a line drawing of it, 48 wide and 32 high, with which it is offered; by default that of a plain box. */
  picture?: string
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
  /**
   * Checks a rule about several properties before publishing. A method, because a kind's own takes the data of its
   * fields only.
   */
  checkToPublish?(
    data: Record<string, unknown>,
  ): readonly { propertyPath: string; message: string }[]
  /** Properties that are computed from the others for each response and never stored. */
  derived?: Readonly<Record<string, DerivedProperty>>
}

interface DerivedProperty {
  /** Describes its values in OpenAPI. */
  schema: StandardSchemaV1
  /** Returns its value, or null for none. A method for the same reason as `checkToPublish`. */
  compute(data: Record<string, unknown>): unknown
}

/** The part of a kind that says what can be edited: its fields, variants and styles. */
export type EditableKind = Pick<ComponentKind, 'fields' | 'uiVariants' | 'styles'>

/** The properties of a kind that are needed to add a component of it. */
export type SelectedKind = Pick<
  ComponentKind,
  'type' | 'endpoint' | 'publishable' | 'instantAdd'
> & {
  /** The data that it has from the start. */
  data?: Readonly<Record<string, unknown>>
}

/** Returns the properties of a kind that are needed to add a component of it. */
export const selectedKindOf = ({
  type,
  endpoint,
  publishable,
  instantAdd,
  data,
}: SelectedKind): SelectedKind => ({
  type,
  endpoint,
  publishable,
  instantAdd,
  ...(data && { data }),
})

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
  /** The fields with plain values. */
  fields: Fields
  /** The number of items on a page of its list. */
  perPage?: number
  /** Properties that refer to a component, with the component's type. */
  components: Record<string, string>
}

/** Accepts no property but those of `Known`. A property that does not exist is a type error. */
type Only<Known, Given> = Record<Exclude<keyof Given, Known>, never>

/** Accepts no rule of a field but those of its format. */
type KnownRules<F extends Fields> = {
  readonly [Name in keyof F]: Only<keyof Field<F[Name]['format']>, F[Name]>
}

/** The rules of a kind that are typed by its fields. */
interface RulesOf<F extends Fields> {
  fields: F & KnownRules<F>
  checkToPublish?: (
    data: FieldData<F>,
  ) => readonly { propertyPath: keyof F & string; message: string }[]
  derived?: Readonly<
    Record<string, { schema: StandardSchemaV1; compute: (data: FieldData<F>) => unknown }>
  >
}

/** Checks the definition of a kind, types its rules by its fields, and keeps its literal types. */
export const defineKind = <
  const F extends Fields,
  const K extends Omit<ComponentKind, keyof RulesOf<F>>,
>(
  kind: K & RulesOf<F> & Only<keyof ComponentKind, K>,
): K & { fields: F } => kind

/** Returns the kind of a resource by its `@type`; undefined if the site does not have it. */
export const kindOf = <K extends { type: string }>(kinds: readonly K[], type: string | undefined) =>
  kinds.find((kind) => kind.type === type)

/** Checks a definition and keeps its literal types, as `defineKind` does. */
export const definePageData = <
  const F extends Fields,
  const K extends Omit<PageDataKind, 'fields'>,
>(
  kind: K & { fields: F & KnownRules<F> } & Only<keyof PageDataKind, K>,
): K & { fields: F } => kind

type DerivedData<K extends ComponentKind> = {
  -readonly [Name in keyof K['derived']]?: K['derived'][Name] extends {
    compute: (...args: never) => infer Value
  }
    ? Value | null
    : never
}

/** The names of a kind's `uiVariants`. */
export type VariantName<K extends ComponentKind> = NonNullable<K['uiVariants']>[number]['name']

/** The properties of a resource that its type names. Without the index signature, any other name is a mistake. */
export type Declared<R> = {
  [Name in keyof R as string extends Name ? never : number extends Name ? never : Name]: R[Name]
}

/** The type of a kind's resources, as the API returns them; views get `InlineValues` for inline fields. */
export type InferKind<K extends ComponentKind, InlineValues = object> = Declared<Component> &
  FieldData<K['fields'], InlineValues> &
  DerivedData<K>

/** The type of the resources of a kind of page data. */
export type InferPageData<K extends PageDataKind> = Declared<PageData> &
  FieldData<K['fields']> & { -readonly [Name in keyof K['components']]?: Iri<'COMPONENT'> }

/** True for page data of this kind, which its `@type` names. */
export const isPageDataOf = <K extends PageDataKind>(
  type: K['type'],
  resource: { '@type': string } | undefined,
): resource is InferPageData<K> => resource?.['@type'] === type
