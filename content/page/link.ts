/** Where a link, a redirect or a route may lead: the one rule for menus, texts, `Location` headers and stored paths. */

/** Only the origin of an address within the site is left out, so any will do to parse it. */
const placeholderOrigin = 'http://here.invalid'

/** Browsers leave tabs and line breaks out of an address; no header, database or rule carries the others safely. */
const controlCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * True for a path, query or anchor of this site. It is parsed as browsers do it, who read `//host`, `/\host` and
 * `/.//host` as more than a path.
 */
export const isSiteHref = (href: string) => {
  if (
    !/^[/?#]/.test(href) ||
    controlCharacters.test(href) ||
    !URL.canParse(href, placeholderOrigin)
  )
    return false
  const { origin, pathname } = new URL(href, placeholderOrigin)
  return origin === placeholderOrigin && !pathname.startsWith('//')
}

/** True for what a link may lead to: this site, http(s), mail and telephone; never a script or data. */
export const isLink = (href: string) =>
  isSiteHref(href) ||
  (!controlCharacters.test(href) &&
    ((/^https?:\/\/[^/\\?#]/i.test(href) && URL.canParse(href)) || /^(mailto|tel):./i.test(href)))

/** Returns the address, or null where nothing should lead: for what was stored before there was a rule. */
export const linkOrNull = (href: unknown) =>
  typeof href === 'string' && isLink(href) ? href : null

/** Says what is wrong with an address that somebody entered, or null. */
export const linkError = (href: string) =>
  isLink(href)
    ? null
    : 'Enter a path of this site that begins with one /, or a whole address that begins with https://, mailto: or tel:.'

/** Bytes in UTF-8; an index of PostgreSQL holds two of them, and a header one of them percent-encoded. */
export const maxNameBytes = 800

/** Says why no page can be at a path (without percent-escapes), or null. */
export const pathError = (path: string) => {
  if (controlCharacters.test(path))
    return 'Leave out line breaks, tabs and other control characters.'
  if (new TextEncoder().encode(path).length > maxNameBytes) return 'This path is too long.'
  if (/[?#%]/.test(path)) return 'A path holds neither ? nor # nor %.'
  if (path.includes('\\')) return 'Use / instead of \\ in a path.'
  if (path.split('/').some((step) => step === '.' || step === '..')) {
    return 'A path cannot have . or .. between its slashes.'
  }
  return isSiteHref(path) ? null : 'Begin a path with one /, not with two.'
}

/** Returns an address in ASCII, as headers need it; what is percent-encoded already stays as it is. */
export const toAsciiUrl = (href: string) =>
  encodeURI(href.replace(/\p{Cs}/gu, '\uFFFD')).replace(/%25(?=[\da-f]{2})/gi, '%')
