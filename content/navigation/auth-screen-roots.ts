import { adminRoot, screens } from './screens.ts'

/** Returns the first segment of a path, with its slash. */
const rootOf = (path: string) => `/${path.split('/')[1]}`

/**
 * The first segments of the screens outside the admin area; no page of content is at or below them. The browser's bundle
 * contains the result in place of the table of screens (vite.config.ts).
 */
export const authScreenRoots = [
  ...new Set(screens.map(({ path }) => rootOf(path)).filter((root) => root !== adminRoot)),
]
