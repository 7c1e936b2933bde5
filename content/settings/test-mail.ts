/** The mail by which super admins find out whether the mails of the site arrive. */
import type { Iri } from '../model/iri.ts'

export const testMailsEndpoint: Iri = '/_/test_mails'

export interface TestMailResult {
  /** The address of the account that has asked for it. */
  to: string
  isSent: boolean
  /** The answer of the mail server, or why it gave none. */
  answer: string
}
