/** Reads the settings of the site from the store, through its cache of responses. */
import {
  siteConfigList,
  type SiteConfigParameter,
  defaultSiteConfig,
  parseSiteConfig,
} from '#content/model/site-config.ts'
import { anonymous } from '../auth/viewer.ts'
import type { Store } from '../store/store.ts'

/** Returns the settings of the site, as visitors may read them. */
export const readSiteConfig = (store: Store) =>
  store.responseCache.getOrLoad(
    'site configuration',
    async () => {
      const { members } = await store.list(siteConfigList, anonymous, new URLSearchParams())
      return parseSiteConfig(members as (SiteConfigParameter & (typeof members)[number])[])
    },
    (config) => JSON.stringify(config).length,
  )

/** Returns the site's name, or null while it has the default one. */
export const readSiteName = async (store: Store) => {
  const { siteName } = await readSiteConfig(store)
  return siteName === defaultSiteConfig.siteName ? null : siteName
}
