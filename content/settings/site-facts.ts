/** Facts about the site that its settings are shown with, such as the addresses in its sitemap. */
import type { Route } from '../model/resource.ts'
import type { SiteConfigParameter } from '../model/site-config.ts'

export interface SiteFacts {
  /** The origin at which the site is open. */
  origin: string
  /** The separator of the title of a page and the name of the site. */
  separator: string
  /** The first routes that visitors may see. */
  routes: readonly Route[]
  /** The number of all of them. */
  routeCount: number
  versions: SiteVersions
  /** True where files can be chosen from a media library. */
  hasLibrary: boolean
}

interface SiteVersions {
  /** The id of the build that is deployed; null where the host does not say. */
  app: string | null
  /** The version that the documentation of the API names, or null. */
  api: string | null
  apiBase: string
}

/** All that the screen of the settings reads. */
export interface ReadSettings {
  parameters: readonly SiteConfigParameter[]
  facts: SiteFacts
}

/** Returns an id as people compare it: its first characters. */
export const shortId = (id: string) => (id.length > 12 ? `${id.slice(0, 12)}…` : id)
