import { createContext, use } from 'react'
import { type SiteConfig, defaultSiteConfig } from '#content/page/site-config.ts'

const SiteConfigContext = createContext<SiteConfig>(defaultSiteConfig)
export const SiteConfigProvider = SiteConfigContext.Provider

/** What the owner has decided about the site as a whole. */
export const useSiteConfig = () => use(SiteConfigContext)
