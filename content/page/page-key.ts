/** Computes a key that is different for each screen. */
import type { Failure } from '../model/failure.ts'
import { isContentPath } from '../navigation/path-patterns.ts'
import type { AssembledPage } from './page.ts'

interface Screen {
  /** The current path. */
  path: string
  /** The page that is shown. */
  page: AssembledPage | null
  /** The failure because of which the error page is shown instead. */
  failure: Failure | null
}

/** Returns a key that changes with every new page or error; null until the first page is loaded. */
export const pageKeyOf = ({ path, page, failure }: Screen) => {
  if (failure) return `error at ${path}`
  if (page) return page.path
  return isContentPath(path) ? null : path
}
