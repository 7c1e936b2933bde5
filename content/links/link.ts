/** The addresses that links may have: one rule for menus, texts, `Location` headers and stored paths. */

/** The base for parsing addresses of this site. It is removed again, so it can be any origin. */
export const placeholderOrigin = 'http://here.invalid'

/** Browsers drop tabs and line breaks from addresses; the others break headers, databases or patterns. */
export const controlCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** Matches most paths of this site, for which the parser of addresses would take many times longer. */
const plainPath = /^\/(?:[\w-]+\/)*[\w-]*$/

/**
 * Returns true for a path, query or fragment of this site. Parses like a browser, for which `//host`, `/\host` and
 * `/.//host` are more than a path.
 */
export const isSiteHref = (href: string) => {
  if (plainPath.test(href)) return true
  if (
    !/^[/?#]/.test(href) ||
    controlCharacters.test(href) ||
    !URL.canParse(href, placeholderOrigin)
  )
    return false
  const { origin, pathname } = new URL(href, placeholderOrigin)
  return origin === placeholderOrigin && !pathname.startsWith('//')
}

/** Returns true for addresses that a link may have: of this site, http(s), mailto and tel; never a script or data. */
export const isLink = (href: string) =>
  isSiteHref(href) ||
  (!controlCharacters.test(href) &&
    ((/^https?:\/\/[^/\\?#]/i.test(href) && URL.canParse(href)) || /^(mailto|tel):./i.test(href)))

/** Returns the address if a link may have it, otherwise null. Stored addresses may be older than this rule. */
export const linkOrNull = (href: unknown) =>
  typeof href === 'string' && isLink(href) ? href : null

/** Matches the paths of this site that the server answers with something other than a page. */
export const nonPagePaths = /^\/(_api\/|__sitemap__\/|robots\.txt$|sitemap(_index)?\.xml$)/
