/** The lists in which the drafts of a site are found: those of each kind with drafts, page by page. */
import type { Iri } from '../../model/iri.ts'

/** One page of the list of a kind, counted from 1. */
export interface ListPage {
  endpoint: Iri
  page: number
}

/** The drafts that were found, and the pages that remain to be read. */
export interface FoundDrafts {
  drafts: Iri<'COMPONENT'>[]
  remaining: ListPage[]
}

/** Returns the first pages of the lists of kinds. */
export const firstPages = (endpoints: readonly Iri[]): ListPage[] =>
  endpoints.map((endpoint) => ({ endpoint, page: 1 }))
