/** Validates addresses: one rule for menus, texts, `Location` headers and stored paths. */

/** Base for parsing addresses of this site. It is removed again, so any origin will do. */
const placeholderOrigin = 'http://here.invalid'

/** Browsers drop tabs and line breaks from addresses; the others break headers, databases or patterns. */
const controlCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * Returns true for a path, query or fragment of this site. Parses like a browser, for which `//host`, `/\host` and
 * `/.//host` are more than a path.
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

/** Returns true for addresses that a link may have: of this site, http(s), mailto and tel; never a script or data. */
export const isLink = (href: string) =>
  isSiteHref(href) ||
  (!controlCharacters.test(href) &&
    ((/^https?:\/\/[^/\\?#]/i.test(href) && URL.canParse(href)) || /^(mailto|tel):./i.test(href)))

/** Returns the address if a link may have it, otherwise null. Stored addresses may be older than this rule. */
export const linkOrNull = (href: unknown) =>
  typeof href === 'string' && isLink(href) ? href : null

/** Returns an error message for an address that someone entered, or null if it is valid. */
export const linkError = (href: string) =>
  isLink(href)
    ? null
    : 'Enter a path on this site that starts with a single /, or a full address that starts with https://, mailto: or tel:.'

/** In UTF-8. A PostgreSQL index has room for two such names, and a header for one of them percent-encoded. */
export const maxNameBytes = 800

/** Returns an error message for a path (without percent-encoding) that no page can have, or null if it is valid. */
export const pathError = (path: string) => {
  if (controlCharacters.test(path)) return 'Remove line breaks, tabs and other control characters.'
  if (new TextEncoder().encode(path).length > maxNameBytes) return 'This path is too long.'
  if (/[?#%]/.test(path)) return 'A path cannot contain ?, # or %.'
  if (path.includes('\\')) return 'Use / instead of \\ in a path.'
  if (path.split('/').some((step) => step === '.' || step === '..')) {
    return 'A path cannot contain . or .. between slashes.'
  }
  return isSiteHref(path) ? null : 'Start the path with a single /.'
}

/** Returns an address in ASCII, as headers need it, without encoding again what is percent-encoded already. */
export const toAsciiUrl = (href: string) =>
  encodeURI(href.replace(/\p{Cs}/gu, '\uFFFD')).replace(/%25(?=[\da-f]{2})/gi, '%')
