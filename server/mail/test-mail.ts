/** Sends a mail to find out whether mails arrive. */
import type { TestMailResult } from '#content/settings/test-mail.ts'
import type { AccountTable } from '../store/db/schema.ts'
import { testMail } from './email-templates.ts'
import type { MailQueue } from './mail-queue.ts'

interface TestMailOptions {
  mail: Pick<MailQueue, 'sendNow'>
  /** Returns the site's name; null when it has none. */
  siteName: () => Promise<string | null>
}

const maxAnswerLength = 500

/** Returns the words of a mail server that has refused a mail, or of what kept it from being reached. */
const reasonOf = (thrown: unknown) => {
  const { response, message } = thrown as { response?: unknown; message?: unknown }
  return String(response ?? message ?? thrown)
}

/** Returns a function that sends a test mail to the owner of an account, and never rejects for what the mail server says. */
export const createSendTestMail =
  ({ mail, siteName }: TestMailOptions) =>
  async ({ username, email_address: to }: AccountTable): Promise<TestMailResult> => {
    const content = testMail({ username, site: (await siteName()) ?? 'our site' })
    const sent = await mail.sendNow(to, content).then(
      (answer) => ({ isSent: true, answer }),
      (thrown: unknown) => ({ isSent: false, answer: reasonOf(thrown) }),
    )
    return { to, ...sent, answer: sent.answer.slice(0, maxAnswerLength) }
  }
