import { createContext, use } from 'react'
import type { SiteConfig } from '#content/model/site-config.ts'

const SiteConfigContext = createContext<SiteConfig | null>(null)
export const SiteConfigProvider = SiteConfigContext.Provider

/** Returns the site configuration. */
export function useSiteConfig() {
  const site = use(SiteConfigContext)
  if (!site) throw new Error('useSiteConfig needs a <SiteConfigProvider>')
  return site
}
