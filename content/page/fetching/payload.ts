/** A page with all its resources in one response: the input of the renderer and the content of `_payload.json`. */
import { type Failure, failureFromStatus } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import type { User, Versioned } from '../../model/resource.ts'
import type { AssembledPage } from '../page.ts'

export interface PagePayload {
  /** The HTTP status of the page: 200, or that of its failure. */
  status: number
  /** Target of a redirect: a path of this site, or an absolute URL. */
  redirect?: string
  page: AssembledPage | null
  /** The user that the page was read for; null for visitors. Absent if only a remote API can say who is signed in. */
  user?: Iri | null
  /** The resources, with their ETags only for users who may write. */
  entries: Versioned[]
  failure?: { status: number; message: string }
}

/** The outcome of fetching a page. */
export type PageOutcome =
  | { kind: 'loaded'; page: AssembledPage }
  | { kind: 'redirected'; to: string }
  | { kind: 'failed'; failure: Failure }

/** True if a page was read for a visitor or another user, because the session of this user has ended. */
export const isReadForOther = ({ user: reader }: PagePayload, user: User | null) =>
  user !== null && reader !== undefined && reader !== user['@id']

/** Returns the payload marked as partial: its page is read again once its user has a session. */
export const partialPayload = (payload: PagePayload): PagePayload =>
  payload.page ? { ...payload, page: { ...payload.page, isPartial: true } } : payload

/** Returns the outcome of a payload: its page, its redirect, or else a failure with its status. */
export const payloadOutcome = ({ status, redirect, page, failure }: PagePayload): PageOutcome => {
  if (redirect !== undefined) return { kind: 'redirected', to: redirect }
  if (page) return { kind: 'loaded', page }
  return { kind: 'failed', failure: failureFromStatus(status, { message: failure?.message }) }
}

/** A payload with the server's build, so that an open page notices a newer one. */
export type PayloadResponse = PagePayload & { build: string }

/** Returns the URL of a page's payload: `/about/_payload.json`. */
export const payloadUrl = (path: string, build: string, search = '') =>
  `${path.endsWith('/') ? path : `${path}/`}_payload.json?${build}${search.replace('?', '&')}`
