import { screens } from './screens.ts'

/** The paths of the screens that links in mails lead to. The name of an account and a token follow them. */
export const mailLinkPaths = screens
  .filter(({ path }) => path.includes('/:token'))
  .map(({ path }) => path.slice(0, path.indexOf('/:')))
