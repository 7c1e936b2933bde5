/** The lists in which the drafts of a site are found: those of each kind with drafts, page by page. */
import { isLive } from '../model/component-versions.ts'
import type { Iri } from '../model/iri.ts'
import { type Component, type Resource, isResourceOf } from '../model/resource.ts'

/** One page of the list of a kind, counted from 1. */
export interface ListPage {
  endpoint: Iri
  page: number
}

/** The drafts that were found, and the pages that remain to be read. */
export interface FoundDrafts {
  drafts: Iri[]
  remaining: ListPage[]
}

/** Returns the first pages of the lists of kinds. */
export const firstPages = (endpoints: readonly Iri[]): ListPage[] =>
  endpoints.map((endpoint) => ({ endpoint, page: 1 }))

/** True for a version of a component that visitors do not see. */
export const isDraft = (resource: Resource | undefined): resource is Component =>
  resource !== undefined &&
  isResourceOf('COMPONENT', resource) &&
  resource._metadata.publishable !== undefined &&
  !isLive(resource)
