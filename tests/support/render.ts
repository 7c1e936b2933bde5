/** What a render is asked for, without a server around it. */
import { locationOf } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import { defaultSiteConfig } from '#content/site-config.ts'
import type { RenderRequest } from '#src/entry-server.tsx'

export const requestFor = (
  readPage: RenderRequest['readPage'],
  more: Partial<RenderRequest> = {},
): RenderRequest => ({
  build: 'test',
  location: locationOf('/'),
  user: null,
  knowsUser: true,
  closed: null,
  site: defaultSiteConfig,
  origin: null,
  hub: null,
  lastEventId: null,
  api: {
    base: '/_api',
    internalBase: 'http://api.test',
    fetch: () => Promise.reject(new TypeError('Nothing but the page itself may be asked for.')),
  },
  readPage,
  cleanHtml: (html) => html,
  ...more,
})

export const answering = (payload: PagePayload, more: Partial<RenderRequest> = {}) =>
  requestFor(() => Promise.resolve(payload), more)

export const refusing = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})
