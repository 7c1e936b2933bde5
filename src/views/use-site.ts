import { createContext, use } from 'react'
import { type SiteConfig, defaultSiteConfig } from '#content/site-config.ts'

const SiteContext = createContext<SiteConfig>(defaultSiteConfig)
export const SiteProvider = SiteContext.Provider

/** What the owner has decided about the site as a whole. */
export const useSite = () => use(SiteContext)
