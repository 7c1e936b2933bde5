/** Where the links in mails end, and what sends them again (api, section 2.13). */
import { type Context, Hono } from 'hono'
import type { Accounts } from '../users/accounts.ts'
import { throttleSubjectOf } from '../auth/credentials.ts'
import type { Env } from '../http/hono-env.ts'
import { uncached } from '../http/cache-policy.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { AccountRecovery } from '../users/account-recovery.ts'
import { methodNotAllowed, rejectNulCharacters } from '../http/content-endpoint.ts'

type C = Context<Env>

interface RecoveryOptions {
  accounts: Pick<Accounts, 'find'>
  recovery: AccountRecovery
  /** Where links in mail lead; throws where nobody knows. */
  linkBase: (c: C) => string
  throttle: Throttle
  /** A new token for this browser's session, where a change has ended all others. */
  renewSession: (c: C) => Promise<void>
}

export const accountRecoveryRoutes = ({
  accounts,
  recovery,
  linkBase,
  throttle,
  renewSession,
}: RecoveryOptions) => {
  const done = async (c: C, act: () => Promise<void>) => {
    rejectNulCharacters(c)
    await act()
    return c.body(null, 200, { ...uncached })
  }
  /** Whether there is such an account is told, too: but not to whoever asks about many. */
  const send = (c: C, name: string, mail: (base: string) => Promise<unknown>) =>
    done(c, async () => {
      const base = linkBase(c)
      const subject = throttleSubjectOf(await accounts.find(name), name)
      await throttle.attempt('mail', subject, c.get('origins').clientAddress(c))
      await mail(base)
    })
  const app = new Hono<Env>()
    .get('/password/reset/request/:name', (c) => {
      const { name } = c.req.param()
      return send(c, name, (base) => recovery.requestReset(name, base))
    })
    .get('/verify-email/:name/:token', (c) =>
      done(c, () => recovery.verifyEmail(c.req.param('name'), c.req.param('token'))),
    )
    .get('/resend-verify-email/:name', (c) => {
      const { name } = c.req.param()
      return send(c, name, (base) => recovery.resendVerifyEmail(name, base))
    })
    .get('/resend-verify-new-email/:name', (c) => {
      const { name } = c.req.param()
      return send(c, name, (base) => recovery.resendVerifyNewEmail(name, base))
    })
    .get('/confirm-email/:name/:newEmail/:token', (c) => {
      return done(c, async () => {
        const id = await recovery.confirmNewEmail(c.req.param(), c.get('session')?.hash)
        // Who has confirmed it where they are signed in stays there.
        if (id === c.get('viewer').userId) await renewSession(c)
      })
    })
  // Links in mail are followed, and nothing is sent to them.
  for (const { path } of [...app.routes]) app.all(path, methodNotAllowed('GET'))
  return app
}
