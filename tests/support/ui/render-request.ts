/** Builds the request that a render takes, without a server around it. */
import { locationOf } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import type { RenderRequest } from '#src/entry-server.tsx'

export const createRenderRequest = (
  readPage: RenderRequest['readPage'],
  more: Partial<RenderRequest> = {},
): RenderRequest => ({
  build: 'test',
  location: locationOf('/'),
  user: null,
  isUserKnown: true,
  unavailable: null,
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
  sanitizeHtml: (html) => html,
  ...more,
})

export const renderRequestFor = (payload: PagePayload, more: Partial<RenderRequest> = {}) =>
  createRenderRequest(() => Promise.resolve(payload), more)

export const errorPayload = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})
