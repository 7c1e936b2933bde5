/** Builds the request that a render takes, without a server around it. */
import { locationOf } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { PageRequest, RenderRequest } from '#src/entry-server.tsx'

export const pageRequest = (more: Partial<PageRequest> = {}): PageRequest => ({
  build: 'test',
  location: locationOf('/'),
  user: null,
  site: defaultSiteConfig,
  origin: null,
  hub: null,
  lastEventId: null,
  apiBase: '/_api',
  ...more,
})

/** Returns a request for a render of a page that has been read. */
export const renderRequestFor = ({ page, entries }: PagePayload): RenderRequest => ({
  ...pageRequest(),
  content: { page, entries },
})

/** Returns the payload of a page that is missing, with an HTTP status. */
export const errorPayload = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})
