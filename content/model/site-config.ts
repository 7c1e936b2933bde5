/** The owner's settings for the whole site. */
import type { Iri } from './iri.ts'

/** The maximum number of characters of any parameter but the sitemap XML, which may have 1 MB. */
export const maxParameterLength = 100_000

/** The list of the site's settings; every page depends on some of them. */
export const siteConfigList: Iri = '/_/site_config_parameters'

export interface SiteConfig {
  indexable: boolean
  robotsAllowNonSeoCrawlers: boolean
  robotsAllowAiBots: boolean
  robotsText: string
  robotsRemoveSitemap: boolean
  sitemapEnabled: boolean
  siteName: string
  fallbackTitle: boolean
  concatTitle: boolean
  maintenanceModeEnabled: boolean
  sitemapXml: string
  canonicalUrl: string
  twoFactorRequired: boolean
  /** The language tag of the content (BCP 47); '' for that of the app. */
  lang: string
  /** The name of the time zone in which dates are shown; '' for UTC on pages, and that of the browser elsewhere. */
  timeZone: string
  /** The length of dates in the language of the site, or `iso`; '' for what suits each place. */
  dateFormat: string
  /** The address of the picture with which pages are shared that have none of their own; '' for none. */
  socialImage: string
  socialImageAlt: string
  /** The address of the icon in tabs and bookmarks; '' for that of the app. */
  favicon: string
  /** The address of the icon on the home screens of phones; '' for that of the app. */
  largeIcon: string
}

export interface SiteConfigParameter {
  key: string
  value?: unknown
}

export const defaultSiteConfig: SiteConfig = {
  indexable: true,
  robotsAllowNonSeoCrawlers: true,
  robotsAllowAiBots: true,
  robotsText: '',
  robotsRemoveSitemap: false,
  sitemapEnabled: true,
  siteName: 'CWA Web App',
  fallbackTitle: true,
  concatTitle: true,
  maintenanceModeEnabled: false,
  sitemapXml: '',
  canonicalUrl: '',
  twoFactorRequired: false,
  lang: '',
  timeZone: '',
  dateFormat: '',
  socialImage: '',
  socialImageAlt: '',
  favicon: '',
  largeIcon: '',
}

const booleans: Record<string, boolean> = { '0': false, '1': true, false: false, true: true }

/** Returns the boolean that a stored text means, or undefined. */
export const parseBoolean = (text: string): boolean | undefined =>
  Object.hasOwn(booleans, text) ? booleans[text] : undefined

/** True for a key of the settings; others may be stored, too. */
export const isSettingKey = (key: string): key is keyof SiteConfig =>
  Object.hasOwn(defaultSiteConfig, key)

/** Merges the stored parameters into the defaults, ignoring empty values and unknown keys. */
export const parseSiteConfig = (parameters: readonly SiteConfigParameter[]): SiteConfig => {
  const stored = parameters.flatMap(({ key, value }): [string, string | boolean][] => {
    if (!isSettingKey(key) || value == null || value === '') return []
    const text = String(value)
    if (typeof defaultSiteConfig[key] !== 'boolean') return [[key, text]]
    const boolean = parseBoolean(text)
    return boolean === undefined ? [] : [[key, boolean]]
  })
  return { ...defaultSiteConfig, ...Object.fromEntries(stored) }
}

/** Returns the base of absolute links: the owner's canonical URL if it is valid, otherwise the given origin. */
export const siteOrigin = ({ canonicalUrl }: SiteConfig, origin: string | null) =>
  /^https?:\/\//i.test(canonicalUrl) && URL.canParse(canonicalUrl) ? canonicalUrl : origin
