/** Redirects addresses with a slash at their end, so that each page has one address. */
import type { MiddlewareHandler } from 'hono'
import { isSiteHref } from '#content/links/link.ts'
import { withoutTrailingSlash } from '#content/navigation/location.ts'
import { revalidatedCaching } from '../http/cache-policy.ts'

/** Redirects permanently to the address without its last slashes, with the same query. Passes other addresses on. */
export const redirectTrailingSlash: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const target = withoutTrailingSlash(pathname) + search
  // `//host/` would lead to another site.
  if (target === pathname + search || !isSiteHref(target)) return next()
  return c.body(null, 308, { Location: target, ...revalidatedCaching })
}
