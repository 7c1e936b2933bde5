/**
 * The patterns of paths, which determine from a path alone what is shown there. The router renders the screen of the
 * first pattern that matches, and `route-table.ts` lists the routes below them.
 */
import { parse } from 'regexparam'
import { authScreenRoots } from './auth-screen-roots.ts'

/**
 * Parses a pattern as wouter does: `:name` matches a segment, `:name?` an optional one, and a last segment `*?` everything
 * below. Unlike with wouter's default, upper and lower case differ, and a segment may be empty.
 */
export const parsePattern = (path: string) => {
  const { keys, pattern } = parse(path)
  return { keys, pattern: new RegExp(pattern.source.replace(/(\[\^\\?\/])\+/g, '$1*')) }
}

/** A page of content has at most five segments. */
export const pagePattern = '/:cwaPage0?/:cwaPage1?/:cwaPage2?/:cwaPage3?/:cwaPage4?'

/** The patterns in the order in which they are matched. */
export const pathPatterns = {
  /** `/_cwa/{iri}`: a page by its IRI, because it may have no route. */
  resource: /^\/_cwa\/(%2F[^/]+)$/i,
  /** The screens for administrators. */
  admin: parsePattern('/_cwa/*?').pattern,
  /** The screens outside the admin area, which are for users who are not signed in. */
  auth: new RegExp(`^(${authScreenRoots.join('|')})(/|$)`),
  page: parsePattern(pagePattern).pattern,
}

/** True on the screens for signing in, signing up and choosing a password, and below them. */
export const isAuthPath = (path: string) => pathPatterns.auth.test(path)

/** True in the admin area, and for a page by its IRI, because that is for administrators, too. */
export const isAdminPath = (path: string) => pathPatterns.admin.test(path)

/** True if the page at the path can be loaded without waiting for the session. */
export const isPublicPath = (path: string) =>
  pathPatterns.page.test(path) && !isAuthPath(path) && !isAdminPath(path)

/** True if a page of content is shown at the path, not a screen of the app. */
export const isContentPath = (path: string) =>
  pathPatterns.resource.test(path) || isPublicPath(path)

/** Returns the percent-encoded IRI of the page at `/_cwa/{iri}`; undefined for any other path. */
export const iriInPath = (path: string) => pathPatterns.resource.exec(path)?.[1]
