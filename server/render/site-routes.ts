/** Routes of the site: pages, their payloads, and static files. */
import { Hono } from 'hono'
import { plainErrorForCrawlers } from './crawlers/crawler-errors.ts'
import { crawlerRoutes } from './crawlers/crawler-routes.ts'
import { answerPage } from './pages/answer-page.ts'
import { answerPayload } from './pages/answer-payload.ts'
import { createPwaRoutes } from './pwa-routes.ts'
import type { SiteOptions } from './site-options.ts'
import { redirectTrailingSlash } from './trailing-slash.ts'

export const createSiteRoutes = (options: SiteOptions) => {
  const site = new Hono()
  site.get('*', redirectTrailingSlash)
  if (options.files) site.use(options.files)
  return site
    .route('/', createPwaRoutes(options))
    .route('/', crawlerRoutes(options))
    .get('/:path{.*_payload\\.json}', (c) => answerPayload(c, options))
    .get('*', async (c) => plainErrorForCrawlers(c, await answerPage(c, options)))
}
