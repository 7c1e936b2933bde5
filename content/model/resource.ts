/** Types of the resources in the content API (hydra/JSON-LD). Absent and null properties mean the same. */
import { isObject } from '../is-object.ts'
import { type Iri, type IriType, isIriOf } from './iri.ts'
import type { MediaObject } from './media-object.ts'

export interface Violation {
  /** The resource that it is about, where a request is about several. */
  iri?: Iri
  /** The invalid property; `''` for a rule about the resource as a whole. */
  propertyPath: string
  message: string
  /** The UUID of the broken rule in Symfony's validator; absent for rules that Symfony does not have. */
  code?: string
}

export interface Metadata {
  /** False for a resource that is not stored: a new component, a built-in form. */
  persisted?: boolean
  publishable?: {
    /** True if `publishedAt` is set and not in the future. */
    published: boolean
    publishedAt?: string
    /** The number of positions and page data properties that refer to this version. */
    locationCount?: number
  }
  /** The version, in lists that were asked for it. */
  etag?: string
  /** Errors that prevent a draft from being published. */
  violations?: { title: string; detail: string; violations: Violation[] }
  /** The files by property: the original first, then its variants. */
  mediaObjects?: Readonly<Record<string, readonly MediaObject[]>>
  /** The properties of the framings of files, by the property of the file; those of files that can be cropped. */
  framings?: Readonly<Record<string, string>>
  isDynamicPosition?: boolean
  staticComponent?: Iri<'COMPONENT'>
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
  '@id': Iri<'ROUTE'>
  '@type': 'Route'
  path: string
  name: string
  page?: Iri<'PAGE'>
  pageData?: Iri<'PAGE_DATA'>
  redirect?: Iri<'ROUTE'>
  /** The last path of a chain of redirects; absent if the route shows a page. */
  redirectPath?: string
  /** The title of the page data that it shows, or of the page; sent to editors only. */
  associatedResources?: { pageData?: string | null; pageTitle?: string | null }
}

export interface Layout extends Resource {
  '@id': Iri<'LAYOUT'>
  '@type': 'Layout'
  reference: string
  uiComponent: string
  uiClassNames?: string[]
  componentGroups: Iri<'COMPONENT_GROUP'>[]
}

export interface Page extends Resource {
  '@id': Iri<'PAGE'>
  '@type': 'Page'
  reference: string
  title?: string
  metaDescription?: string
  layout?: Iri<'LAYOUT'>
  parentPage?: Iri<'PAGE'>
  parentPageData?: Iri<'PAGE_DATA'>
  isTemplate: boolean
  uiComponent: string
  uiClassNames?: string[]
  componentGroups: Iri<'COMPONENT_GROUP'>[]
  route?: Iri<'ROUTE'>
}

export interface PageData extends Resource {
  '@id': Iri<'PAGE_DATA'>
  page?: Iri<'PAGE'>
  parentPage?: Iri<'PAGE'>
  parentPageData?: Iri<'PAGE_DATA'>
  title?: string
  metaDescription?: string
  route?: Iri<'ROUTE'>
  /** The path of its page. Absent without a route, in which case only editors see it. */
  routePath?: string
  createdAt?: string
}

/** The IRI of a resource that has component groups. */
export type GroupOwner = Iri<'PAGE' | 'LAYOUT' | 'COMPONENT'>

export interface ComponentGroup extends Resource {
  '@id': Iri<'COMPONENT_GROUP'>
  '@type': 'ComponentGroup'
  /** The reference `{name}_{ownerIri}`, by which a layout or template finds its own groups. */
  reference: string
  location: GroupOwner
  componentPositions: Iri<'COMPONENT_POSITION'>[]
  /** The name that an editor has given it; sent to editors only. */
  label?: string | null
  /** The IRIs of the allowed collections (`/component/titles`); absent if any component is allowed. */
  allowedComponents?: Iri[]
}

export interface ComponentPosition extends Resource {
  '@id': Iri<'COMPONENT_POSITION'>
  '@type': 'ComponentPosition'
  componentGroup: Iri<'COMPONENT_GROUP'>
  component?: Iri<'COMPONENT'>
  sortValue: number
  pageDataProperty?: string
  pageDataClass?: string
}

export interface Component extends Resource {
  '@id': Iri<'COMPONENT'>
  uiComponent?: string
  uiClassNames?: string[]
  componentGroups: Iri<'COMPONENT_GROUP'>[]
  componentPositions: Iri<'COMPONENT_POSITION'>[]
  createdAt?: string
  modifiedAt?: string
  /** The time in ISO 8601, UTC. Absent, null or in the future for a draft. */
  publishedAt?: string | null
  /** The time at which it is no longer published; sent to editors only. */
  publishedUntil?: string | null
  /** The live version that a draft will replace. */
  publishedResource?: Iri<'COMPONENT'>
  /** The draft of a live version, for users who may see drafts. */
  draftResource?: Iri<'COMPONENT'>
}

export type Role = 'ROLE_USER' | 'ROLE_ADMIN' | 'ROLE_SUPER_ADMIN' | 'ROLE_ALLOWED_TO_SWITCH'

export interface User extends Resource {
  '@type': 'User'
  username: string
  emailAddress: string
  /** Includes inherited roles: a super admin also has ROLE_ADMIN. */
  roles: Role[]
  /** True for an editor who has to set up a second factor, and is no editor until then. */
  isTwoFactorMissing?: true
}

/** The password that signs somebody in, or the code that is asked for after it. */
export type Credentials =
  | {
      /** The username or the email address. */
      username: string
      password: string
    }
  | {
      /** The token of the sign-in whose password was right. */
      twoFactorToken: string
      /** A code of the authenticator app, or a recovery code. */
      code: string
    }

/** A resource as it was received, with the ETag to send as `If-Match`. */
export interface Versioned<R extends Resource = Resource> {
  resource: R
  etag?: string
}

/** The resources that each type of IRI names. */
interface ResourceTypes {
  ROUTE: Route
  PAGE: Page
  PAGE_DATA: PageData
  LAYOUT: Layout
  COMPONENT_GROUP: ComponentGroup
  COMPONENT_POSITION: ComponentPosition
  COMPONENT: Component
}

type TypeOfIri<I> = { [Type in IriType]: I extends Iri<Type> ? Type : never }[IriType]

/** The type of the resource with an IRI: `Page` for `/_/pages/…`, `Resource` for an IRI whose type is unknown. */
type ResourceAt<I extends Iri> = I extends Iri<IriType> ? ResourceTypes[TypeOfIri<I>] : Resource

export interface ReadResource {
  /** Returns a resource by its IRI, or undefined if it is not loaded. The IRI's type determines the resource's. */
  <I extends Iri>(iri: I): ResourceAt<I> | undefined
  /** Returns what `positionsOf` does, without sorting them again as long as they are the same. Absent where nothing is kept. */
  positionsOf?: (group: Iri<'COMPONENT_GROUP'>) => readonly Iri<'COMPONENT_POSITION'>[]
}

/**
 * Gives a lookup by IRI its types. Only here is it assumed, since the compiler cannot check content from an API, that
 * the prefix of an IRI determines the type of its resource.
 */
export const createReader = (find: (iri: Iri) => Resource | undefined) => find as ReadResource

/** Returns the positions of a component; an API may leave them out of its response to a write. */
export const componentPositionsOf = (resource: Resource | null | undefined) =>
  resource && isResourceOf('COMPONENT', resource) ? (resource.componentPositions ?? []) : []

/** True for a resource of this type, which its IRI determines. */
export const isResourceOf = <Type extends IriType>(
  type: Type,
  resource: Resource,
): resource is ResourceTypes[Type] => isIriOf(type, resource['@id'])

/** Returns true for an object with an IRI, a type and metadata; only such objects go into the cache. */
export const isResource = (value: unknown): value is Resource =>
  isObject(value) &&
  typeof value['@id'] === 'string' &&
  typeof value['@type'] === 'string' &&
  isObject(value['_metadata'])
