/** Types of the resources in the content API (hydra/JSON-LD). Absent and null properties mean the same. */
import type { Iri } from './iri.ts'

export interface Violation {
  /** The invalid property; `''` for a rule about the resource as a whole. */
  propertyPath: string
  message: string
  /** UUID of the broken rule in Symfony's validator; rules that Symfony does not have come without one. */
  code?: string
}

export interface Metadata {
  /** False for a resource that is not stored: a new component, a built-in form. */
  persisted?: boolean
  publishable?: {
    /** `publishedAt` is set and not in the future. */
    published: boolean
    publishedAt?: string
    /** Number of positions and page data properties that refer to this version. */
    locationCount?: number
  }
  /** Errors that prevent a draft from being published. */
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
  /** The last path of a chain of redirects; absent if the route shows a page. */
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
  /** `{name}_{ownerIri}`, by which a layout or template finds its own groups. */
  reference: string
  location: Iri
  componentPositions: Iri[]
  /** IRIs of allowed collections (`/component/titles`); absent if any component is allowed. */
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
  /** ISO 8601, UTC. A draft if absent, null or in the future. */
  publishedAt?: string | null
  /** On a draft: the live version it will replace. */
  publishedResource?: Iri
  /** On a live version: its draft, for people who may see drafts. */
  draftResource?: Iri
}

export type Role = 'ROLE_USER' | 'ROLE_ADMIN' | 'ROLE_SUPER_ADMIN' | 'ROLE_ALLOWED_TO_SWITCH'

export interface User extends Resource {
  '@type': 'User'
  username: string
  emailAddress: string
  /** Includes inherited roles: a super admin also has ROLE_ADMIN. */
  roles: Role[]
}

export interface Credentials {
  /** The username or the email address. */
  username: string
  password: string
}

/** A resource as it was received, with the ETag to send as `If-Match`. */
export interface Versioned<R extends Resource = Resource> {
  resource: R
  etag?: string
}

/** Returns a resource by its IRI, or undefined if it is not loaded. */
export type ReadResource = (iri: Iri) => Resource | undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns true for an object with an IRI, a type and metadata; only such objects go into the cache. */
export const isResource = (value: unknown): value is Resource =>
  isObject(value) &&
  typeof value['@id'] === 'string' &&
  typeof value['@type'] === 'string' &&
  isObject(value['_metadata'])
