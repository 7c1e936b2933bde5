import { createContext, use } from 'react'
import { type SiteConfig, defaultSiteConfig } from '#content/page/site-config.ts'

const SiteConfigContext = createContext<SiteConfig>(defaultSiteConfig)
export const SiteConfigProvider = SiteConfigContext.Provider

/** Returns the site configuration. */
export const useSiteConfig = () => use(SiteConfigContext)
