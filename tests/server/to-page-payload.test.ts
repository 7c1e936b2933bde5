/** The HTTP status and the text that a page's payload has for each outcome of the store. */
import { expect, test } from 'vitest'
import { toPagePayload } from '#server/render/pages/to-page-payload.ts'
import type { PageResult } from '#server/store/read/find-page.ts'

const page = { path: '/about', root: '/_/routes//about', resources: ['/_/routes//about'] } as const
const none = { page: null, entries: [] }

test.each<[PageResult, object]>([
  [
    { kind: 'found', page: { ...page, resources: [...page.resources] }, entries: [] },
    { status: 200, page, entries: [] },
  ],
  [
    { kind: 'redirected', to: '/new' },
    { status: 308, redirect: '/new', ...none },
  ],
  [
    { kind: 'notFound' },
    { status: 404, ...none, failure: { status: 404, message: 'Page not found: /about' } },
  ],
  [
    { kind: 'signedOut' },
    { status: 401, ...none, failure: { status: 401, message: 'Please sign in.' } },
  ],
  [
    { kind: 'denied' },
    { status: 403, ...none, failure: { status: 403, message: 'Access Denied.' } },
  ],
])('$0.kind', (result, payload) => {
  expect(toPagePayload('/about', result)).toEqual(payload)
})
