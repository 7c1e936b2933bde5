/** What the content API does besides content: files, forms, accounts and the mail about them. */
import type { Context, Hono } from 'hono'
import type { FormType } from '#content/form.ts'
import { type Accounts, userOf as userOfAccount } from './accounts.ts'
import { clockSkew } from './clock-skew.ts'
import { type Credentials, subjectOf } from './credentials.ts'
import { giveSession } from './cookies.ts'
import type { Env } from './env.ts'
import { formFeature } from './forms/feature.ts'
import { type Sender, createHandlers } from './forms/handlers.ts'
import { createForms } from './forms/registry.ts'
import { type Home, linkBaseOf } from './mail/link-base.ts'
import type { MailQueue } from './mail/queue.ts'
import type { Files } from './media/files.ts'
import { createMedia } from './media/media.ts'
import type { Origins } from './origins.ts'
import { requireRoomToHash } from './passwords.ts'
import { topicsOf } from './routes/account.ts'
import { forms as formsRoutes } from './routes/forms.ts'
import { apiBase } from './routes/http.ts'
import { recoveryRoutes } from './routes/recovery.ts'
import { uploads } from './routes/uploads.ts'
import { isSuperAdmin, usersRoutes } from './routes/users.ts'
import type { Sessions } from './sessions.ts'
import type { AccountTable, Database } from './store/schema.ts'
import type { Store } from './store/store.ts'
import type { Throttle } from './throttle.ts'
import { createPost } from './users/post.ts'
import { createRecovery } from './users/recovery.ts'
import { createTokens } from './users/tokens.ts'
import { createUsers } from './users/users.ts'

type C = Context<Env>

/** How long after signing in nobody is asked for their password again, in milliseconds (api, section 11.10). */
const freshness = 10 * 60 * 1_000

const isFresh = (signedInAt: number | undefined, now: number) =>
  signedInAt !== undefined && signedInAt <= now + clockSkew && now - signedInAt < freshness

interface PartsOptions {
  db: Database
  /** The site's own forms. */
  forms: readonly FormType[]
  files: Files
  mail: MailQueue
  home: Home
  clock?: () => number
  log?: (problem: unknown) => void
}

interface RouteOptions {
  store: Store
  accounts: Accounts
  sessions: Sessions
  throttle: Throttle
  credentials: Credentials
  origins: Origins
  siteName: () => Promise<string | null>
}

export const createParts = (options: PartsOptions) => {
  const { db, files, mail, home, clock = Date.now, log } = options
  // Addresses in content are the same for everybody, whoever asks and from wherever.
  const base = (home.siteUrl ?? '') + apiBase
  const forms = createForms(options.forms)
  const media = createMedia({ db, files, base, clock, ...(log && { log }) })

  return {
    /** For the store. */
    features: [formFeature(forms, base), media.feature],
    replaced: media.replaced,
    /** For the API. */
    keeping: media.keeping,
    sweep: media.sweep,

    routes: ({ store, siteName, ...rest }: RouteOptions): Hono<Env>[] => {
      const { accounts, sessions, throttle, credentials, origins } = rest
      const tokens = createTokens(clock)
      const post = createPost({ mail, tokens, siteName })
      const users = createUsers({ db, post, tokens, clock })
      const recovery = createRecovery({ db, accounts, post, tokens, clock })
      const linkBase = (c: C) => linkBaseOf(c, home, origins.found(c))

      const renewSession = async (c: C) => {
        const session = c.get('session')
        const token = session && (await sessions.changeToken(session.hash))
        if (token) giveSession(c, token)
      }

      const senderOf = (c: C): Sender => ({
        account: c.get('account'),
        session: c.get('session')?.hash,
        base: () => linkBase(c),
        isPassword: (account, tried) => credentials.confirm(account, tried, origins.addressOf(c)),
        mayRegister: async () => {
          requireRoomToHash()
          await throttle.attempt('register', { account: null }, origins.addressOf(c))
        },
        mayAskForNames: async () => {
          const signedIn = c.get('account')
          const subject = signedIn ? subjectOf(signedIn, '') : { account: null }
          await throttle.attempt('names', subject, origins.addressOf(c))
        },
        isFresh: isFresh(c.get('session')?.signedInAt, clock()),
        remember: (id) => credentials.remember(id, origins.addressOf(c)),
        renewSession: () => renewSession(c),
      })

      const userOf = (c: C, account: AccountTable) => ({
        ...userOfAccount(account, topicsOf(store, (origins.home(c) ?? '') + apiBase)),
        ...(isSuperAdmin(c) && { enabled: account.enabled === 1 }),
      })

      const handlers = createHandlers(users, recovery)
      return [
        uploads(store, media),
        formsRoutes({ store, forms, handlers, base, senderOf, userOf }),
        recoveryRoutes({ accounts, recovery, linkBase, throttle, renewSession }),
        usersRoutes({ users, senderOf, userOf }),
      ]
    },
  }
}

export type Parts = ReturnType<typeof createParts>
