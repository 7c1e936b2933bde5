/** Where the links in mails end, and what sends them again (api, section 2.13). */
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import type { Recovery } from '../users/recovery.ts'
import { requireText } from './http.ts'

type C = Context<Env>

interface RecoveryOptions {
  recovery: Recovery
  /** Where links in mail lead; throws where nobody knows. */
  linkBase: (c: C) => string
}

export const recoveryRoutes = ({ recovery, linkBase }: RecoveryOptions) => {
  const done = async (c: C, act: () => Promise<void>) => {
    requireText(c)
    await act()
    return c.body(null, 200, { 'Cache-Control': 'private, no-store' })
  }
  return new Hono<Env>()
    .get('/password/reset/request/:name', (c) =>
      done(c, () => recovery.requestReset(c.req.param('name'), linkBase(c))),
    )
    .get('/verify-email/:name/:token', (c) =>
      done(c, () => recovery.verifyEmail(c.req.param('name'), c.req.param('token'))),
    )
    .get('/resend-verify-email/:name', (c) =>
      done(c, () => recovery.resendVerifyEmail(c.req.param('name'), linkBase(c))),
    )
    .get('/resend-verify-new-email/:name', (c) =>
      done(c, () => recovery.resendVerifyNewEmail(c.req.param('name'), linkBase(c))),
    )
    .get('/confirm-email/:name/:newEmail/:token', (c) => {
      const { name, newEmail, token } = c.req.param()
      return done(c, () => recovery.confirmNewEmail(name, newEmail, token))
    })
}
