/** While the owner works on the site: who still sees it, and what the others are told. */
import { isAdminPath, isAuthPath } from '#content/page/location.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import { type Viewer, isEditor } from '../http/hono-env.ts'

export const maintenanceFailure = {
  status: 503,
  message: 'We are working on this site. Please come back a little later.',
}

/** When a browser or a crawler may ask again, in seconds. */
export const retryAfter = 3_600

/** What the browser keeps beside a session that is another server's: nothing secret, and nobody's proof. */
const mark = /(^|;\s*)cwa_auth=1(;|$)/

/** Where the content is elsewhere, so is who is signed in: whoever says so is believed, for all is public there anyway. */
export const hasSessionHint = (cookies: string | undefined) => mark.test(cookies ?? '')

/** Those who sign in see it as it will be; where they do that is always open. */
export const isClosedFor = (viewer: Viewer, path: string, config: SiteConfig) =>
  config.maintenanceModeEnabled && !isEditor(viewer) && !isAuthPath(path) && !isAdminPath(path)
