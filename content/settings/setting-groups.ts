/** The groups of the settings of the site, with the labels of the settings in each, by which they are found. */
export interface SettingGroup {
  /** Its place on the screen, as the hash of the URL names it. */
  id: string
  title: string
  settings: readonly string[]
  /** True for one that is shown to super admins alone. */
  isForSuperAdmins?: boolean
}

export const settingGroups = {
  general: {
    id: 'general',
    title: 'General',
    settings: ['Site name', 'Extend titles', 'Smart fallback titles', 'Canonical URL'],
  },
  sitemap: { id: 'sitemap', title: 'Sitemap', settings: ['Add CMS URLs', 'Custom sitemap XML'] },
  indexing: {
    id: 'indexing',
    title: 'SEO indexing',
    settings: [
      'Indexable',
      'Remove sitemap from robots.txt',
      'Custom robots.txt',
      'Allow non-SEO crawlers',
      'Allow AI bots',
    ],
  },
  maintenance: { id: 'maintenance', title: 'Maintenance', settings: ['Maintenance mode'] },
  mail: { id: 'mail', title: 'Mail', settings: ['Send me a test mail'], isForSuperAdmins: true },
  version: { id: 'version', title: 'Version info', settings: [] },
} as const satisfies Record<string, SettingGroup>
