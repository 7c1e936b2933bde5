/** Definitions of the kinds of components, layouts, templates and page data, shared by the API and the front end. */

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
  }
}

export interface Field {
  /** The name that editors see. */
  label: string
  /** Checked on every write that contains the property. */
  schema: StandardSchema
  /**
   * - `html` is sanitized when it is stored and again when it is shown.
   * - `iri` is a relation to another resource.
   * - `file` is uploaded; its type is detected from its content, and the metadata describes it.
   * - `url` must be an address that a link may have (`link.ts`).
   */
  format?: 'text' | 'html' | 'url' | 'iri' | 'file'
  /** Error message if a resource is stored without it; optional without a message. */
  required?: string
  /** Error message if a resource is published without it; a draft may do without. */
  requiredToPublish?: string
}

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
  fields: Record<string, Field>
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

export interface LayoutKind {
  /** The matching `uiComponent`, with or without its prefix: `Primary`, `CwaLayoutPrimary`. */
  name: string
  label: string
  styles?: Style[]
  /** Names of its groups and, if they are restricted, the paths of the allowed collections. */
  groups: { name: string; allowedComponents?: string[] }[]
}

export interface TemplateKind {
  /** The matching `uiComponent`, with or without its prefix: `PrimaryPageTemplate`. */
  name: string
  label: string
  styles?: Style[]
  groups: { name: string; allowedComponents?: string[] }[]
}

/** A type of page data: the content that differs between pages that share a template. */
export interface PageDataKind {
  /** The `@type`, in PascalCase: `BlogArticleData`. */
  type: string
  label: string
  /** The collection's path: `/page_data/blog_article_datas`. */
  endpoint: string
  /** Its plain values. */
  fields: Record<string, Field>
  /** Number of items on a page of its list. */
  perPage?: number
  /** Properties that refer to a component, with the component's type. */
  components: Record<string, string>
}

/** Keeps a literal's own types while checking it; a property that nobody reads is a mistake. */
export const defineKind = <const K extends ComponentKind>(
  kind: K & Record<Exclude<keyof K, keyof ComponentKind>, never>,
): K => kind
