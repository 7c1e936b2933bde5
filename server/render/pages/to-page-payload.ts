/** Turns what the store finds at a path into the payload of the page. */
import { notFoundMessage } from '#content/page/fetching/not-found-message.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { PageResult } from '../../store/read/find-page.ts'

const failurePayload = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

/** Returns the payload of a page, with its HTTP status, or that of the redirect or failure in its place. */
export const toPagePayload = (path: string, result: PageResult): PagePayload => {
  switch (result.kind) {
    case 'found':
      return { status: 200, page: result.page, entries: result.entries }
    case 'redirected':
      return { status: 308, redirect: result.to, page: null, entries: [] }
    case 'notFound':
      return failurePayload(404, notFoundMessage({ path, search: '' }))
    case 'signedOut':
      return failurePayload(401, 'Please sign in.')
    case 'denied':
      return failurePayload(403, 'Access Denied.')
  }
}
