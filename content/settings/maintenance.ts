/** The maintenance mode, in which the site is closed to visitors. */
import { defaultSiteConfig, parseBoolean, siteConfigList } from '../model/site-config.ts'
import type { HubMessage } from '../page/update-queue.ts'

/** Tells visitors why the site is closed in maintenance mode. */
export const maintenanceMessage = 'We are working on this site. Please come back a little later.'

const key = 'maintenanceModeEnabled' satisfies keyof typeof defaultSiteConfig

/** True if a message of the hub says that maintenance mode is on, false for off, and null if it is about something else. */
export const maintenanceModeIn = ({ data }: Pick<HubMessage, 'data'>): boolean | null =>
  data['@id'] === `${siteConfigList}/${key}`
    ? (parseBoolean(String(data['value'])) ?? defaultSiteConfig[key])
    : null
