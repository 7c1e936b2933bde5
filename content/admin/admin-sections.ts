/** The sections of the admin area. */
import type { User } from '../model/resource.ts'
import type { ScreenPath } from '../navigation/screens.ts'
import { openTo } from './roles.ts'

interface AdminSection {
  href: ScreenPath
  label: string
  description: string
  /** True for what only super admins may read. */
  isForSuperAdmins?: boolean
}

export const settingsPath = '/_cwa/settings' satisfies ScreenPath

const sections: readonly AdminSection[] = [
  {
    href: '/_cwa/pages',
    label: 'Pages',
    description: 'Add pages and templates, and change their titles, layouts and routes.',
  },
  {
    href: '/_cwa/data',
    label: 'Data',
    description: 'Articles and other content that many pages show by one template.',
  },
  {
    href: '/_cwa/layouts',
    label: 'Layouts',
    description: 'The header and footer around pages.',
  },
  {
    href: '/_cwa/routes',
    label: 'Routes',
    description: 'All addresses of the site, and the pages or addresses that they lead to.',
  },
  {
    href: '/_cwa/media',
    label: 'Media library',
    description: 'Everything that was uploaded, and where it is used.',
  },
  {
    href: '/_cwa/submissions',
    label: 'Submissions',
    description: 'What visitors have sent by the forms of the site.',
  },
  {
    href: '/_cwa/users',
    label: 'Users',
    description: 'Who may sign in, and what they may do.',
    isForSuperAdmins: true,
  },
  {
    href: '/_cwa/audit',
    label: 'Audit log',
    description: 'Who has changed what, when and from where.',
    isForSuperAdmins: true,
  },
  {
    href: '/_cwa/health',
    label: 'Health',
    description: 'Whether the database, the disk, mail and live updates work.',
    isForSuperAdmins: true,
  },
  {
    href: '/_cwa/machines',
    label: 'Machines',
    description: 'The state charts of the app, and what its actors do while it runs.',
  },
  {
    href: '/_cwa/backup',
    label: 'Backup',
    description: 'Download the whole site as one file, and restore it from such a file.',
    isForSuperAdmins: true,
  },
  {
    href: settingsPath,
    label: 'Settings',
    description: 'The name of the site, search engines, the sitemap and maintenance.',
  },
]

/** The path of what says which software the site runs on. */
export const aboutPath = '/_cwa#about'

/** Returns the sections of the admin area that a user may open. */
export const adminSections = (user: User | null) => sections.filter(openTo(user))
