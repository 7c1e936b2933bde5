/** The features of the API besides content: files, forms, accounts and account mail. */
import type { Context } from 'hono'
import type { FormType } from '#content/forms/form.ts'
import { type Accounts, userOf as userOfAccount } from '../users/accounts.ts'
import { clockSkew } from '../auth/clock-skew.ts'
import { type Credentials, throttleSubjectOf } from '../auth/credentials.ts'
import { setSessionCookies } from '../http/session-cookies.ts'
import type { Env } from '../http/hono-env.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import { formFeature } from '../forms/form-feature.ts'
import { type FormSender, createFormHandlers } from '../forms/form-handlers.ts'
import { createFormRegistry } from '../forms/form-registry.ts'
import { type LinkBaseOptions, resolveLinkBase } from '../http/mail-link-base.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { FileStorage } from '../media/file-storage.ts'
import { createMedia } from '../media/media.ts'
import type { Origins } from '../http/origins.ts'
import { requireHashCapacity } from '../auth/passwords.ts'
import { subscribeTopicsOf } from '../routes/auth.ts'
import { formEndpoints } from '../routes/forms.ts'
import { apiBase } from '../http/endpoint-helpers.ts'
import { accountRecoveryEndpoints } from '../routes/account-recovery.ts'
import { fileEndpoints } from '../routes/files.ts'
import { isSuperAdmin, userEndpoints } from '../routes/users.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import type { Throttle } from '../auth/throttle.ts'
import { createAccountMailer } from '../users/account-mailer.ts'
import { createAccountRecovery } from '../users/account-recovery.ts'
import { createEmailTokens } from '../auth/email-tokens.ts'
import { createUsers } from '../users/users.ts'

type C = Context<Env>

/** How long after signing in the password need not be entered again, in milliseconds (api, section 11.10). */
const recentSignInPeriod = 10 * 60 * 1_000

const isRecentSignIn = (signedInAt: number | undefined, now: number) =>
  signedInAt !== undefined && signedInAt <= now + clockSkew && now - signedInAt < recentSignInPeriod

interface FeaturesOptions {
  db: Database
  /** The forms of the site itself. */
  forms: readonly FormType[]
  files: FileStorage
  mail: MailQueue
  home: LinkBaseOptions
  clock?: () => number
  log?: (problem: unknown) => void
}

interface EndpointGroupOptions {
  store: Store
  accounts: Accounts
  sessions: Sessions
  throttle: Throttle
  credentials: Credentials
  origins: Origins
  siteName: () => Promise<string | null>
}

export const createFeatures = (options: FeaturesOptions) => {
  const { db, files, mail, home, clock = Date.now, log } = options
  // URLs in stored content are the same for all clients.
  const base = (home.siteUrl ?? '') + apiBase
  const forms = createFormRegistry(options.forms)
  const media = createMedia({ db, files, base, clock, ...(log && { log }) })

  return {
    /** For the store: */
    typeExtensions: [formFeature(forms, base), media.feature],
    deleteReplacedFiles: media.deleteReplaced,
    /** For the API: */
    storingFiles: media.storingFiles,
    deleteOrphans: media.deleteOrphans,

    endpointGroups: ({ store, siteName, ...rest }: EndpointGroupOptions): EndpointGroup[] => {
      const { accounts, sessions, throttle, credentials, origins } = rest
      const tokens = createEmailTokens(clock)
      const mailer = createAccountMailer({ mail, tokens, siteName })
      const users = createUsers({ db, mailer, tokens, clock })
      const recovery = createAccountRecovery({ db, accounts, mailer, tokens, clock })
      const linkBase = (c: C) => resolveLinkBase(c, home, origins)

      const renewSession = async (c: C) => {
        const session = c.get('session')
        const token = session && (await sessions.rotateToken(session.hash))
        if (token) setSessionCookies(c, token)
      }

      const senderOf = (c: C): FormSender => ({
        account: c.get('account'),
        sessionHash: c.get('session')?.hash,
        linkBase: () => linkBase(c),
        verifyPassword: (account, tried) =>
          credentials.confirmPassword(account, tried, origins.clientAddress(c)),
        limitRegistrations: async () => {
          requireHashCapacity()
          await throttle.attempt('register', { account: null }, origins.clientAddress(c))
        },
        limitNameLookups: async () => {
          const signedIn = c.get('account')
          const subject = signedIn ? throttleSubjectOf(signedIn, '') : { account: null }
          await throttle.attempt('names', subject, origins.clientAddress(c))
        },
        hasRecentSignIn: isRecentSignIn(c.get('session')?.signedInAt, clock()),
        rememberNetwork: (id) => credentials.rememberNetwork(id, origins.clientAddress(c)),
        renewSession: () => renewSession(c),
      })

      const userOf = (c: C, account: AccountTable) => ({
        ...userOfAccount(account, subscribeTopicsOf(store, (origins.home(c) ?? '') + apiBase)),
        ...(isSuperAdmin(c) && { enabled: account.enabled === 1 }),
      })

      const handlers = createFormHandlers(users, recovery)
      return [
        fileEndpoints(store, media),
        formEndpoints({ store, forms, handlers, base, senderOf, userOf }),
        accountRecoveryEndpoints({ accounts, recovery, linkBase, throttle, renewSession }),
        userEndpoints({ users, senderOf, userOf }),
      ]
    },
  }
}

export type Features = ReturnType<typeof createFeatures>
