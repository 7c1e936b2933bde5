/** The sessions of an account, each of which is a browser in which it is signed in. */
import { isObject } from '../is-object.ts'
import { isResource } from '../model/resource.ts'
import type { Iri } from '../model/iri.ts'
import { textIn } from '../model/text-in.ts'

export interface AccountSession {
  iri: Iri
  /** The browser and the system it runs on, as far as it tells them: "Firefox on Windows". */
  browser: string
  /** Dates in ISO 8601: of signing in, and of the last use, which is noted once a day. */
  signedInAt: string
  usedAt: string
  /** True for that of this browser. */
  isCurrent: boolean
}

/** Returns the IRI of the list of an account's sessions. Deleting it ends all of them but the current one. */
export const sessionsIri = (account: Iri): Iri => `${account}/sessions`

/** Returns the sessions in the list of the API. */
export const sessionsIn = (body: unknown): AccountSession[] => {
  const member = isObject(body) && Array.isArray(body['member']) ? body['member'] : []
  return member.filter(isResource).map((resource) => ({
    iri: resource['@id'],
    browser: browserName(textIn(resource, 'userAgent')),
    signedInAt: textIn(resource, 'createdAt'),
    usedAt: textIn(resource, 'usedAt'),
    isCurrent: resource['isCurrent'] === true,
  }))
}

// Each also names those that follow it, for old sites.
const browsers: readonly [token: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [token: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameBy = (list: typeof browsers, userAgent: string) =>
  list.find(([token]) => token.test(userAgent))?.[1]

/** Returns the names of a browser and its system, by its `User-Agent` header. */
export const browserName = (userAgent: string) => {
  const browser = nameBy(browsers, userAgent) ?? 'An unknown browser'
  const system = nameBy(systems, userAgent)
  return system ? `${browser} on ${system}` : browser
}

/** Returns in how many browsers an account is signed in. */
export const sessionSummary = ({ length }: readonly AccountSession[]) => {
  if (length === 0) return 'No browser is signed in to this account.'
  return length === 1
    ? 'One browser is signed in to this account.'
    : `${length} browsers are signed in to this account.`
}

/** Returns the label of the button that ends all sessions but that of this browser; null where it would end no more than one. */
export const endAllLabel = (sessions: readonly AccountSession[]) => {
  const isOwn = sessions.some(({ isCurrent }) => isCurrent)
  if (isOwn) return sessions.length > 1 ? 'Sign out everywhere else' : null
  return sessions.length > 1 ? 'Sign out everywhere' : null
}
