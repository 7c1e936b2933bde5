/** The sessions of an account, each of which is a browser in which it is signed in. */
import { isObject } from '../is-object.ts'
import { type Resource, isResource } from '../model/resource.ts'
import type { Iri } from '../model/iri.ts'

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

const dateIn = (resource: Resource, name: string) => {
  const value = resource[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the sessions in the list of the API. */
export const sessionsIn = (body: unknown): AccountSession[] => {
  const member = isObject(body) && Array.isArray(body['member']) ? body['member'] : []
  return member.filter(isResource).map((resource) => ({
    iri: resource['@id'],
    browser: browserName(dateIn(resource, 'userAgent')),
    signedInAt: dateIn(resource, 'createdAt'),
    usedAt: dateIn(resource, 'usedAt'),
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

/**
 * Returns the names of a browser and its system, by its `User-Agent` header.
 * @internal Exported for tests.
 */
export const browserName = (userAgent: string) => {
  const browser = nameBy(browsers, userAgent) ?? 'An unknown browser'
  const system = nameBy(systems, userAgent)
  return system ? `${browser} on ${system}` : browser
}
