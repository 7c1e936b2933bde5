/** The groups of the settings of the site, and the labels of the settings, by which they are found. */
import type { SettingKey } from './settings-draft.ts'

/** The labels of the settings. */
export const settingLabels: Readonly<Record<SettingKey, string>> = {
  siteName: 'Site name',
  concatTitle: 'Extend titles',
  fallbackTitle: 'Smart fallback titles',
  canonicalUrl: 'Canonical URL',
  sitemapEnabled: 'Add CMS URLs',
  sitemapXml: 'Custom sitemap XML',
  indexable: 'Indexable',
  robotsRemoveSitemap: 'Remove sitemap from robots.txt',
  robotsText: 'Custom robots.txt',
  robotsAllowNonSeoCrawlers: 'Allow non-SEO crawlers',
  robotsAllowAiBots: 'Allow AI bots',
  maintenanceModeEnabled: 'Maintenance mode',
  twoFactorRequired: 'Require two-factor sign-in',
  lang: 'Language',
  timeZone: 'Time zone',
  dateFormat: 'Date format',
  socialImage: 'Social image',
  socialImageAlt: 'Description of the social image',
  favicon: 'Icon in tabs and bookmarks',
  largeIcon: 'Icon on home screens',
}

export interface SettingGroup {
  /** Its place on the screen, as the hash of the URL names it. */
  id: string
  title: string
  settings: readonly SettingKey[]
  /** The labels of its buttons. */
  actions?: readonly string[]
  /** True for one that is shown to super admins alone. */
  isForSuperAdmins?: boolean
}

export const settingGroups = {
  general: {
    id: 'general',
    title: 'General',
    settings: ['siteName', 'concatTitle', 'fallbackTitle', 'canonicalUrl'],
  },
  locale: {
    id: 'language',
    title: 'Language and dates',
    settings: ['lang', 'timeZone', 'dateFormat'],
  },
  pictures: {
    id: 'pictures',
    title: 'Pictures',
    settings: ['socialImage', 'socialImageAlt', 'favicon', 'largeIcon'],
  },
  sitemap: { id: 'sitemap', title: 'Sitemap', settings: ['sitemapEnabled', 'sitemapXml'] },
  indexing: {
    id: 'indexing',
    title: 'SEO indexing',
    settings: [
      'indexable',
      'robotsRemoveSitemap',
      'robotsText',
      'robotsAllowNonSeoCrawlers',
      'robotsAllowAiBots',
    ],
  },
  maintenance: { id: 'maintenance', title: 'Maintenance', settings: ['maintenanceModeEnabled'] },
  security: {
    id: 'security',
    title: 'Security',
    settings: ['twoFactorRequired'],
    isForSuperAdmins: true,
  },
  mail: {
    id: 'mail',
    title: 'Mail',
    settings: [],
    actions: ['Send me a test mail'],
    isForSuperAdmins: true,
  },
  version: { id: 'version', title: 'Version info', settings: [] },
} as const satisfies Record<string, SettingGroup>
