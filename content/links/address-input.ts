/** Checks addresses that users enter, and prepares them for headers. Not part of `link.ts`, which visitors load. */
import { controlCharacters, isLink, isSiteHref } from './link.ts'

/** Returns an error message for an entered address, or null if it is valid. */
export const linkError = (href: string) =>
  isLink(href)
    ? null
    : 'Enter a path on this site that starts with a single /, or a full address that starts with https://, mailto: or tel:.'

/** Matches what people type for a mail address. */
const mailAddress = /^[^\s@/:?#]+@(?:[^\s@/:?#.]+\.)+[^\s@/:?#.]+$/

/** Matches a host with a name that ends in letters, or this computer, and what may follow it. */
const hostAndPath = /^(?:(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}|localhost)(?::\d+)?(?:[/?#]\S*)?$/u

/** Returns an entered address with the scheme that it lacks: `https://` for a host, `mailto:` for a mail address. */
export const completeAddress = (entered: string) => {
  const address = entered.trim()
  if (mailAddress.test(address)) return `mailto:${address}`
  if (address.startsWith('//')) return `https:${address}`
  return hostAndPath.test(address) ? `https://${address}` : address
}

/** Returns the text that pages are searched by for an entered address, or null where it is none of this site. */
export const pageQueryOf = (entered: string) => {
  const address = entered.trim()
  if (address !== completeAddress(address) || /^[?#]|^[a-z][a-z+.-]*:/i.test(address)) return null
  return address
}

/**
 * Returns the query of a list of routes for a text, which is in the path or in the title of the page. An API that cannot
 * search titles ignores them.
 */
export const routeQueryOf = (text: string): Record<string, string> =>
  text
    ? {
        path: text.toLowerCase().replaceAll(/\s+/g, '-'),
        'page.title': text,
        'pageData.title': text,
      }
    : {}

/** A page that was found for an entered address. */
export interface PageSearchResult {
  path: string
  /** Its title; null if that is not known. */
  title: string | null
}

/** The limit in bytes of UTF-8. A PostgreSQL index has room for two such names, a header for one, percent-encoded. */
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

/** True for paths that would collide with the API's sub-resources of a route. */
export const isReservedPath = (path: string) => /.\/(redirects|children)$/.test(path)

/** Returns an address in ASCII, as headers need it, without encoding again what is percent-encoded already. */
export const toAsciiUrl = (href: string) =>
  encodeURI(href.replace(/\p{Cs}/gu, '\uFFFD')).replace(/%25(?=[\da-f]{2})/gi, '%')
