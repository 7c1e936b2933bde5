/** The links in mails about accounts. */
import type { Iri } from '../model/iri.ts'
import { matchRoute } from '../navigation/route-table.ts'

/** The account that the address of a screen names, decoded. */
export interface AccountLink {
  username: string
  token: string
  /** The address that is to take the place of the present one; undefined in a link that verifies the present one. */
  newEmail?: string | undefined
}

/** Returns the link of a screen by its path. The route of the screen has all parameters, or the page is not found. */
export const accountLinkIn = (path: string): AccountLink => {
  const { username = '', token = '', newEmail } = matchRoute(path)?.params ?? {}
  return { username, token, newEmail }
}

/** Returns the path with these segments, encoded. */
export const pathOfSegments = (...segments: readonly string[]): Iri =>
  `/${segments.map(encodeURIComponent).join('/')}`
