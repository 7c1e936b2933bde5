/** What every document says about itself to the browser. */

/** Scripts and styles come from files of this site alone, so that a document may be the same for everybody. */
const policy = (api: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    // What is measured and dragged is placed by style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    `connect-src 'self'${api}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

interface HeaderOptions {
  /** Base URL of the content API: a path, or another origin. */
  api: string
  isPrivate: boolean
}

export const documentHeaders = ({ api, isPrivate }: HeaderOptions) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy(api.startsWith('/') ? '' : ` ${new URL(api).origin}`),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  ...cacheHeaders(isPrivate),
})

/**
 * What was made for somebody who is signed in is for nobody else, and for no one later. All others may keep what they are
 * sent, browsers and those in between, and ask each time whether it still holds.
 */
export const cacheHeaders = (isPrivate: boolean) => ({
  'Cache-Control': isPrivate ? 'private, no-store' : 'public, max-age=0, must-revalidate',
  Vary: 'Cookie, Accept-Encoding',
})
