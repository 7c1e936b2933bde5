/** The shapes the content API speaks (hydra/JSON-LD). Absent and null mean the same everywhere. */
import type { Iri } from './iri.ts'

export interface Violation {
  /** The offending property, `''` for a rule about the resource as a whole. */
  propertyPath: string
  message: string
  /** Which rule it breaks, by the UUID that Symfony's validator gives it; rules of our own have none. */
  code?: string
}

export interface Metadata {
  /** False for what is not stored: a staged resource, a synthetic form. */
  persisted?: boolean
  publishable?: {
    /** `publishedAt` is set and not in the future. */
    published: boolean
    publishedAt?: string
    /** Positions and page-data properties that point at this row. */
    locationCount?: number
  }
  /** What still keeps a draft from being published. */
  violations?: { title: string; detail: string; violations: Violation[] }
  isDynamicPosition?: boolean
  staticComponent?: Iri
  pageDataPath?: string
  [key: string]: unknown
}

export interface Resource {
  '@id': Iri
  '@type': string
  _metadata: Metadata
  [property: string]: unknown
}

export interface Route extends Resource {
  '@type': 'Route'
  path: string
  name: string
  page?: Iri
  pageData?: Iri
  redirect?: Iri
  /** The final path of a chain of redirects; absent when the route shows a page. */
  redirectPath?: string
}

export interface Layout extends Resource {
  '@type': 'Layout'
  reference: string
  uiComponent: string
  uiClassNames?: string[]
  componentGroups: Iri[]
}

export interface Page extends Resource {
  '@type': 'Page'
  reference: string
  title?: string
  metaDescription?: string
  layout?: Iri
  isTemplate: boolean
  uiComponent: string
  uiClassNames?: string[]
  componentGroups: Iri[]
  route?: Iri
}

export interface PageData extends Resource {
  page?: Iri
  title?: string
  metaDescription?: string
  route?: Iri
}

export interface ComponentGroup extends Resource {
  '@type': 'ComponentGroup'
  /** `{name}_{ownerIri}`: how a layout or template finds its own groups. */
  reference: string
  location: Iri
  componentPositions: Iri[]
  /** Component collection IRIs (`/component/titles`); absent means anything goes. */
  allowedComponents?: Iri[]
}

export interface ComponentPosition extends Resource {
  '@type': 'ComponentPosition'
  componentGroup: Iri
  component?: Iri
  sortValue: number
  pageDataProperty?: string
  pageDataClass?: string
}

export interface Component extends Resource {
  uiComponent?: string
  uiClassNames?: string[]
  componentGroups: Iri[]
  componentPositions: Iri[]
  createdAt?: string
  modifiedAt?: string
  /** ISO UTC; absent, null or in the future means draft. */
  publishedAt?: string | null
  /** On a draft: the live row it will replace. */
  publishedResource?: Iri
  /** On a live row, for those who may see drafts. */
  draftResource?: Iri
}

export type Role = 'ROLE_USER' | 'ROLE_ADMIN' | 'ROLE_SUPER_ADMIN' | 'ROLE_ALLOWED_TO_SWITCH'

export interface User extends Resource {
  '@type': 'User'
  username: string
  emailAddress: string
  /** Expanded through the hierarchy: a super admin's list holds ROLE_ADMIN too. */
  roles: Role[]
}

export interface Credentials {
  /** The user name or the email address. */
  username: string
  password: string
}

/** A resource as it arrived, with the version to send back as `If-Match`. */
export interface Versioned<R extends Resource = Resource> {
  resource: R
  etag?: string
}

/** Reads a resource by its IRI; undefined when it is not known. */
export type ReadResource = (iri: Iri) => Resource | undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only what has an identity, a type and metadata is content; anything else is never kept. */
export const isResource = (value: unknown): value is Resource =>
  isObject(value) &&
  typeof value['@id'] === 'string' &&
  typeof value['@type'] === 'string' &&
  isObject(value['_metadata'])
