/** Signing in and out, and who is signed in (api, section 2.13). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Accounts, userOf } from '../accounts.ts'
import type { Credentials } from '../credentials.ts'
import { giveSession, noSession, sessionIn, takeSession } from '../cookies.ts'
import type { Env } from '../env.ts'
import { neverCached } from '../http/cache-policy.ts'
import { parseJson } from '../json.ts'
import type { Origins } from '../origins.ts'
import { problem } from '../problem.ts'
import { bodyText } from '../request-body.ts'
import type { Sessions } from '../sessions.ts'
import type { Store } from '../store/store.ts'
import { apiBase, notOffered, requireAccept, sendAccount } from './http.ts'

type C = Context<Env>

export interface AccountOptions {
  store: Store
  accounts: Accounts
  sessions: Sessions
  credentials: Credentials
  origins: Origins
}

const credentialsSchema = v.object({ username: v.string(), password: v.string() })

const readCredentials = async (c: C) => {
  if (!/json/i.test(c.req.header('content-type') ?? '')) {
    throw problem(415, { detail: 'Send this as application/json.' })
  }
  const parsed = v.safeParse(credentialsSchema, parseJson(await bodyText(c)))
  if (parsed.success) return parsed.output
  throw problem(400, { detail: 'A username and a password are needed, both as text.' })
}

/** The addresses that live updates are about, by type: of what is published, and of drafts. */
export const topicsOf = ({ shapes }: Store, base: string) =>
  shapes.all
    .filter(({ isLive }) => isLive)
    .flatMap(({ endpoint, isPublishable }) => [
      `${base}${endpoint}/{id}`,
      ...(isPublishable ? [`${base}${endpoint}/{id}?draft=1`] : []),
    ])

export const account = ({ store, accounts, sessions, credentials, origins }: AccountOptions) => {
  const signOut = async (c: C) => {
    const token = sessionIn(c.req.header('cookie'))
    if (token) await sessions.end(token)
    takeSession(c)
    // A browser that is sent here shows an empty page: without a type it would save an empty file.
    return c.body(null, 200, { ...neverCached, 'Content-Type': 'text/plain; charset=utf-8' })
  }

  return new Hono<Env>()
    .post('/login', async (c) => {
      const { username, password } = await readCredentials(c)
      const signedIn = await credentials.signIn({
        username,
        password,
        account: await accounts.find(username),
        address: origins.addressOf(c),
      })
      if (!signedIn) throw problem(401, { detail: 'Invalid credentials.' })
      const token = await sessions.start(signedIn, sessionIn(c.req.header('cookie')))
      if (!token) throw problem(401, { detail: 'Invalid credentials.' })
      giveSession(c, token)
      return c.body(null, 204, { ...neverCached })
    })
    .all('/login', notOffered('POST'))
    .get('/logout', signOut)
    .post('/logout', signOut)
    .all('/logout', notOffered('GET, POST'))
    .get('/me', (c) => {
      requireAccept(c)
      c.header('Allow', 'GET')
      const signedIn = c.get('account')
      if (!signedIn) {
        noSession(c)
        throw problem(401)
      }
      const user = userOf(signedIn, topicsOf(store, (origins.home(c) ?? '') + apiBase))
      return sendAccount(c, { '@context': '/contexts/User', ...user })
    })
    .all('/me', notOffered('GET'))
}
