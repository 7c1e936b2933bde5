/** Determines for whom the site is closed in maintenance mode, and what they get instead. */
import { isAdminPath, isAuthPath } from '#content/navigation/path-patterns.ts'
import type { SiteConfig } from '#content/model/site-config.ts'
import { maintenanceMessage } from '#content/settings/maintenance.ts'
import { type Viewer, isEditor } from '../auth/viewer.ts'

export const maintenanceFailure = { status: 503, message: maintenanceMessage }

/** The `Retry-After` of the maintenance page, in seconds. */
export const retryAfter = 3_600

/** Matches a cookie that the browser sets beside a remote session. It is a hint, neither a secret nor a proof. */
const sessionHint = /(^|;\s*)cwa_auth=1(;|$)/

/** True when a browser claims a session at a remote API. It is believed, since everything there is public anyway. */
export const hasSessionHint = (cookies: string | undefined) => sessionHint.test(cookies ?? '')

/** True when the site is closed for this viewer. Editors see it, and the sign-in pages are always open. */
export const isClosedFor = (viewer: Viewer, path: string, config: SiteConfig) =>
  config.maintenanceModeEnabled && !isEditor(viewer) && !isAuthPath(path) && !isAdminPath(path)
