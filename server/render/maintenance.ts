/** While the owner works on the site: who still sees it, and what the others are told. */
import { isAdminPath, isAuthPath } from '#content/location.ts'
import type { SiteConfig } from '#content/site-config.ts'
import { type Viewer, isEditor } from '../env.ts'

export const closed = {
  status: 503,
  message: 'We are working on this site. Please come back a little later.',
}

/** When a browser or a crawler may ask again, in seconds. */
export const retryAfter = 3_600

/** Those who sign in see it as it will be; where they do that is always open. */
export const isClosedTo = (viewer: Viewer, path: string, config: SiteConfig) =>
  config.maintenanceModeEnabled && !isEditor(viewer) && !isAuthPath(path) && !isAdminPath(path)
