import type { MiddlewareHandler } from 'hono'
import { isWrite, requestIriOf } from './endpoint-helpers.ts'
import type { Env } from './hono-env.ts'
import type { Origins } from './origins.ts'
import { problem } from './problem.ts'

/**
 * Rejects writes that another site has started (CSRF), to which browsers add the cookies of this site. Signing out
 * counts as a write, though a link does it. Such a request has to name a page of this site as its source, because the
 * page of a link can tell the browser to hide it.
 */
export const rejectCrossSiteWrites =
  ({ origins }: { origins: Origins }): MiddlewareHandler<Env> =>
  (c, next) => {
    const isLink = !isWrite(c) && requestIriOf(c) === '/logout'
    // A picture in a text of this site may have the address.
    const isPicture = c.req.header('sec-fetch-dest') === 'image'
    const isForeign = origins.isCrossSite(c) || (isLink && (isPicture || !origins.namesSource(c)))
    if ((isWrite(c) || isLink) && isForeign) {
      throw problem(403, { detail: 'Requests from other sites may not change anything here.' })
    }
    return next()
  }
