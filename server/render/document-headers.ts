/** What every document says about itself to the browser. */
import { pageCaching } from '../http/cache-policy.ts'

/** Scripts and styles come from files of this site alone, so that a document may be the same for everybody. */
const policy = (others: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    // What is measured and dragged is placed by style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' https: data: blob:${others}`,
    `connect-src 'self'${others}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

interface HeaderOptions {
  /** Base URL of the content API and address of its hub: paths, or at another origin. */
  api: string
  hub: string | null
  isPrivate: boolean
  status: number
}

/** Of those addresses that are not of this site. */
const originsOf = (addresses: readonly (string | null)[]) => {
  const origins = addresses.flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  )
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('')
}

export const documentHeaders = ({ api, hub, isPrivate, status }: HeaderOptions) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy(originsOf([api, hub])),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...pageCaching(isPrivate, status),
})
