/** The first screen of a new site, at the address that the server prints when it starts for the first time. */
import type { Iri } from '../model/iri.ts'
import { matchRoute } from '../navigation/route-table.ts'
import { pathOfSegments } from './account-link.ts'

/** The first content of a site: that of the demo, or a home page without any. */
export type SetupContent = 'demo' | 'empty'

/** The answers of the screen; the API has the same names for them. */
export interface SetupAnswers {
  siteName: string
  username: string
  emailAddress: string
  plainPassword: string
  content: SetupContent
}

/** The path of the screen and that of the endpoint; the token follows. */
export const setupEndpoint: Iri = '/set-up-site'

/** Returns the path of the screen, which is that of the endpoint, too. */
export const setupPath = (token: string): Iri => pathOfSegments(setupEndpoint.slice(1), token)

/** Returns the token in the path of the screen; '' in an incomplete one, whose page is not found. */
export const tokenIn = (path: string) => matchRoute(path)?.params['token'] ?? ''
