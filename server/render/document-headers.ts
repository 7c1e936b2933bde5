/** Makes the response headers of documents. */
import { pageCaching } from '../http/cache-policy.ts'
import type { InlineStyle } from './document.ts'
import { speculationSource } from './speculation-rules.ts'

/**
 * Returns the Content-Security-Policy. Scripts may only be files of this site, and styles also the texts of such files in the
 * document, by their hashes. So are the rules for prerendering, which browsers treat as a script. So there is no nonce, and a document can be the same for all clients.
 */
const policy = (
  others: string,
  { styles, isPrivate }: Pick<HeaderOptions, 'styles' | 'isPrivate'>,
) =>
  [
    "default-src 'self'",
    isPrivate ? "script-src 'self'" : `script-src 'self' ${speculationSource}`,
    ["style-src 'self'", ...styles.map(({ source }) => source)].join(' '),
    // Measured and dragged elements are positioned by style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' https: data: blob:${others}`,
    `connect-src 'self'${others}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

interface HeaderOptions {
  /** The base URL of the content API and the URL of its hub: paths, or absolute URLs at another origin. */
  api: string
  hub: string | null
  isPrivate: boolean
  status: number
  /** The stylesheets in the document. */
  styles: readonly InlineStyle[]
}

/** Returns the origins of absolute URLs, each with a leading space. */
const originsOf = (addresses: readonly (string | null)[]) => {
  const origins = addresses.flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  )
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('')
}

/**
 * Returns the headers of a document with its HTTP status. `isPrivate` is true for a signed-in user, whose pages are
 * not cached.
 */
export const documentHeaders = ({ api, hub, isPrivate, status, styles }: HeaderOptions) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy(originsOf([api, hub]), { styles, isPrivate }),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...pageCaching(isPrivate, status),
})
