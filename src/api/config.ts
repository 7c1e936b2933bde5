/** The site's configuration, the same for everybody. */
import {
  type SiteConfig,
  type SiteConfigParameter,
  parseSiteConfig,
} from '#content/page/site-config.ts'
import type { Client } from './client.ts'

export const createConfig = (client: Client) => ({
  read: async (signal?: AbortSignal): Promise<SiteConfig> => {
    const { body } = await client.get('/_/site_config_parameters', { signal, anonymous: true })
    return parseSiteConfig((body as { member?: SiteConfigParameter[] }).member ?? [])
  },
})
