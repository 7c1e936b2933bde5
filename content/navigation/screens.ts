/**
 * The app's own screens. Their routes, the paths at which no page of content can be, and the service worker's offline
 * behavior follow from this table; the compiler asks for a view of each in `src/app/shell/AppScreen.tsx`.
 */
interface Screen {
  /** `:name` matches any segment; `:name?` is optional for matching, so that an incomplete address is "not found". */
  path: `/${string}`
  title: string
  /**
   * `guest` sends people who are signed in away, `account` those who are not; `developer` is for everybody while the site is
   * developed, and for administrators elsewhere. Everything else below `adminRoot` is for administrators, and with
   * `ownAccount` for the account that it shows.
   */
  middleware?: 'guest' | 'account' | 'ownAccount' | 'developer'
}

/** The path of the admin area. */
export const adminRoot = '/_cwa'

export const screens = [
  { path: '/login', title: 'Sign in', middleware: 'guest' },
  { path: '/forgot-password', title: 'Forgot password' },
  { path: '/verify-email/:username?/:token?', title: 'Verify your email address' },
  { path: '/reset-password/:username?/:token?', title: 'Choose a new password' },
  {
    path: '/confirm-new-email/:username?/:newEmail?/:token?',
    title: 'Confirm your new email address',
  },
  { path: '/set-up-site/:token?', title: 'Set up your site' },
  { path: adminRoot, title: 'Admin' },
  {
    path: `${adminRoot}/set-up-two-factor`,
    title: 'Set up two-factor sign-in',
    middleware: 'account',
  },
  { path: `${adminRoot}/pages`, title: 'Pages' },
  { path: `${adminRoot}/pages/:iri`, title: 'Page' },
  { path: `${adminRoot}/users`, title: 'Users' },
  { path: `${adminRoot}/users/:iri`, title: 'User', middleware: 'ownAccount' },
  { path: `${adminRoot}/routes`, title: 'Routes' },
  { path: `${adminRoot}/layouts`, title: 'Layouts' },
  { path: `${adminRoot}/layouts/:iri`, title: 'Layout' },
  { path: `${adminRoot}/submissions`, title: 'Submissions' },
  { path: `${adminRoot}/media`, title: 'Media library' },
  { path: `${adminRoot}/media/:id`, title: 'File' },
  { path: `${adminRoot}/audit`, title: 'Audit log' },
  { path: `${adminRoot}/health`, title: 'Health' },
  { path: `${adminRoot}/machines`, title: 'Machines', middleware: 'developer' },
  { path: `${adminRoot}/backup`, title: 'Backup' },
  { path: `${adminRoot}/settings`, title: 'Settings' },
  { path: `${adminRoot}/data`, title: 'Data' },
  { path: `${adminRoot}/data/:type`, title: 'Data' },
  { path: `${adminRoot}/data/:type/:iri`, title: 'Data' },
  { path: `${adminRoot}/useDataList`, title: 'useDataList' },
  { path: `${adminRoot}/useDataType`, title: 'useDataType' },
  { path: `${adminRoot}/useItemPage`, title: 'useItemPage' },
  { path: `${adminRoot}/useListPage`, title: 'useListPage' },
  { path: `${adminRoot}/useDynamicPageLoader`, title: 'useDynamicPageLoader' },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof screens)[number]['path']
