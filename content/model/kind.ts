/** What a kind of component, layout, template or page data says about itself, to the API and the front end alike. */

/** The part of a Standard Schema (https://standardschema.dev) that we use; valibot's schemas are ones. */
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
  }
}

export interface Field {
  /** What editors call it. */
  label: string
  /** Checked on every write that carries the property. */
  schema: StandardSchema
  /**
   * `html` is sanitised when it is stored and again when it is shown; `iri` is a relation to another resource; a
   * `file` is uploaded, judged by what is in it, and described in the metadata; a `url` is held to what a link may
   * lead to (`link.ts`).
   */
  format?: 'text' | 'html' | 'url' | 'iri' | 'file'
  /** Why a resource cannot be stored without it. */
  required?: string
  /** Why a resource cannot be published without it; a draft may lack it. */
  requiredToPublish?: string
}

export interface Style {
  label: string
  className: string
}

export interface ComponentKind {
  /** The `@type`, in PascalCase: `HtmlContent`. Its folder has the same name. */
  type: string
  /** What editors call it: `Body Text`. */
  label: string
  description: string
  /** The collection's path: `/component/html_contents`. */
  endpoint: string
  fields: Record<string, Field>
  /** Has drafts and is published; otherwise what is saved is public at once. */
  publishable: boolean
  /** Added as it is, without filling it in first. */
  instantAdd: boolean
  /** Its changes are told to those who look on; false where they show only when it is read again. */
  hasLiveUpdates?: boolean
  /** May only go where a group lists it. */
  explicitAllowOnly?: boolean
  uiVariants?: { name: string; label: string }[]
  styles?: Style[]
  /** A rule over more than one property, applied on publishing. */
  checkToPublish?: (data: Record<string, unknown>) => { propertyPath: string; message: string }[]
  /** Properties that follow from the others: sent, never stored. */
  derived?: Record<string, (data: Record<string, unknown>) => unknown>
}

export interface LayoutKind {
  /** The `uiComponent` it answers to, with or without its prefix: `Primary`, `CwaLayoutPrimary`. */
  name: string
  label: string
  styles?: Style[]
  /** The groups it declares: name and, where restricted, the allowed collection paths. */
  groups: { name: string; allowedComponents?: string[] }[]
}

export interface TemplateKind {
  /** The `uiComponent` it answers to, with or without its prefix: `PrimaryPageTemplate`. */
  name: string
  label: string
  styles?: Style[]
  groups: { name: string; allowedComponents?: string[] }[]
}

/** A type of page data: what varies between the pages that share one template. */
export interface PageDataKind {
  /** The `@type`, in PascalCase: `BlogArticleData`. */
  type: string
  label: string
  /** The collection's path: `/page_data/blog_article_datas`. */
  endpoint: string
  /** Its own plain values. */
  fields: Record<string, Field>
  /** How many a list sends at a time. */
  perPage?: number
  /** Properties that hold a component, and the component's type. */
  components: Record<string, string>
}

/** Keeps a literal's own types while checking it; a property that nobody reads is a mistake. */
export const defineKind = <const K extends ComponentKind>(
  kind: K & Record<Exclude<keyof K, keyof ComponentKind>, never>,
): K => kind
