/** Responds to requests for the payload of a page. */
import type { Context } from 'hono'
import type { PagePayload, PayloadResponse } from '#content/page/fetching/payload.ts'
import { pageCaching } from '../../http/cache-policy.ts'
import { isClosedFor, maintenanceFailure } from '../maintenance-mode.ts'
import { sanitizeEntries } from './sanitize-entries.ts'
import type { SiteOptions } from '../site-options.ts'
import { siteConfigList } from '#content/model/site-config.ts'
import { readPagePayload } from './read-page-payload.ts'
import { respondWith } from './rendered-response.ts'

const maintenancePage: PagePayload = {
  status: 503,
  page: null,
  entries: [],
  failure: maintenanceFailure,
}

const payloadName = /_payload\.json$/

/** Responds with the payload of a page as JSON; 404 with a remote API. */
export const respondWithPayload = (c: Context, options: SiteOptions) => {
  const { readPage, build } = options
  if (!readPage) return c.notFound()
  return respondWith(c, options, async (identified, { path: requested, search }, dependencies) => {
    const { viewer, user } = identified
    dependencies?.add(siteConfigList)
    const path = requested.replace(payloadName, '')
    const trimmed = path === '/' ? path : path.replace(/\/$/, '')
    const isClosed = isClosedFor(viewer, trimmed, await options.siteConfig())
    const page: PagePayload = isClosed
      ? maintenancePage
      : await readPagePayload(readPage, { path: trimmed, search }, viewer, dependencies)
    const reader = user?.['@id'] ?? null
    const payload = { ...page, user: reader, entries: sanitizeEntries(page.entries) }
    return {
      // The payload contains the status of the page.
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...pageCaching(viewer.userId !== null),
      },
      body: JSON.stringify({ build, ...payload } satisfies PayloadResponse),
      isCacheable: Boolean(payload.page ?? payload.redirect),
    }
  })
}
