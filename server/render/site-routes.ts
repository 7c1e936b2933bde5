/** Creates the routes of the site: pages, their payloads, and static files. */
import { Hono } from 'hono'
import { plainErrorForCrawlers } from './crawlers/crawler-errors.ts'
import { crawlerRoutes } from './crawlers/crawler-routes.ts'
import { respondToEndedLink } from './pages/respond-to-ended-link.ts'
import { respondToForm } from './pages/respond-to-form.ts'
import { respondWithPage } from './pages/respond-with-page.ts'
import { respondWithPayload } from './pages/respond-with-payload.ts'
import { createPwaRoutes } from './pwa-routes.ts'
import type { SiteOptions } from './site-options.ts'
import { redirectTrailingSlash } from './trailing-slash.ts'

/** Creates the routes of the site: static files first, pages last. */
export const createSiteRoutes = (options: SiteOptions) => {
  const site = new Hono()
  site.get('*', redirectTrailingSlash)
  if (options.files) site.use(options.files)
  return site
    .route('/', createPwaRoutes(options))
    .route('/', crawlerRoutes(options))
    .get('/:path{.*_payload\\.json}', (c) => respondWithPayload(c, options))
    .get('/reset-password/:username/:token', (c, next) => respondToEndedLink(c, next, options))
    .get('*', async (c) => plainErrorForCrawlers(c, await respondWithPage(c, options)))
    .post('*', (c, next) => respondToForm(c, next, options))
}
