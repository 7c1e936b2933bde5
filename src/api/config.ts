/** The site's configuration, the same for everybody. */
import { type SiteConfig, type SiteConfigParameter, siteConfigOf } from '#content/site-config.ts'
import type { Client } from './client.ts'

export const createConfig = (client: Client) => ({
  read: async (signal?: AbortSignal): Promise<SiteConfig> => {
    const { body } = await client.get('/_/site_config_parameters', { signal, anonymous: true })
    return siteConfigOf((body as { member?: SiteConfigParameter[] }).member ?? [])
  },
})
