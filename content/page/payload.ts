/** A page and all it is made of in one answer: what the renderer reads and `_payload.json` sends. */
import type { AssembledPage } from './page.ts'
import type { Versioned } from '../model/resource.ts'

export interface PagePayload {
  /** 200, or what a refusal has. */
  status: number
  /** Where to go instead: a path here, or a whole URL elsewhere. */
  redirect?: string
  page: AssembledPage | null
  /** With versions only for those who may write. */
  entries: Versioned[]
  failure?: { status: number; message: string }
}

/** With the build that renders it, so that an open page can tell that a newer one is being served. */
export type PayloadResponse = PagePayload & { build: string }

/** Where a page's payload is, beside the page: `/about/_payload.json`. */
export const payloadUrl = (path: string, build: string, search = '') =>
  `${path.endsWith('/') ? path : `${path}/`}_payload.json?${build}${search.replace('?', '&')}`
