/** The mails that an account waits for, which can be sent again. */
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { textIn } from '../model/text-in.ts'
import { resendPath } from './account-requests.ts'

export interface PendingMail {
  /** Says what is waited for. */
  notice: string
  /** The label of the button that sends the mail again. */
  label: string
  /** The request that does so. */
  request: { method: 'GET' | 'POST'; iri: Iri }
}

/** Returns the mail that an account waits for; null for none. Super admins alone can read that it was invited. */
export const pendingMailOf = (account: Resource): PendingMail | null => {
  const username = textIn(account, 'username')
  const newEmail = textIn(account, 'newEmailAddress')
  if (textIn(account, 'invitedAt') !== '')
    return {
      notice: 'The owner has been invited by mail, and has chosen no password yet.',
      label: 'Send the invitation again',
      request: { method: 'POST', iri: `${account['@id']}/invitation` },
    }
  if (account['emailAddressVerified'] === false)
    return {
      notice: `The address ${textIn(account, 'emailAddress')} is not confirmed yet, so that nobody can sign in to this account.`,
      label: 'Resend email verification',
      request: { method: 'GET', iri: resendPath({ username }) },
    }
  return newEmail === ''
    ? null
    : {
        notice: `${newEmail} is used once it is confirmed by the link in the mail to it.`,
        label: 'Resend email verification',
        request: { method: 'GET', iri: resendPath({ username, newEmail }) },
      }
}
