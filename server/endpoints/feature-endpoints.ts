/**
 * Creates the endpoints of the features. Each module in `features/` makes an endpoint group, and takes what it needs
 * from the context.
 */
import type { Context } from 'hono'
import type { User } from '#content/model/resource.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { FormRegistry } from '../forms/form-registry.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import type { Env } from '../http/hono-env.ts'
import type { MediaLibrary } from '../media/library/media-library.ts'
import type { Media } from '../media/media.ts'
import type { createSendTestMail } from '../mail/test-mail.ts'
import type { SiteSetup } from '../setup/site-setup.ts'
import type { ReadSiteHealth } from '../monitoring/site-health.ts'
import type { Presences } from '../presence/presences.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import type { AccountManagement } from '../users/account-management.ts'
import type { TwoFactorManagement } from '../users/two-factor-management.ts'
import type { EmailLinks } from '../users/email-links.ts'
import type { Accounts } from '../users/accounts.ts'
import type { SiteBackups } from '../backup/site-backups.ts'
import type { SubmitOptions } from './form-submission.ts'

type C = Context<Env>

/** Contains the services that the features share, and functions that depend on a request. */
export interface FeatureContext extends SubmitOptions {
  store: Store
  media: Media
  mediaLibrary: MediaLibrary
  forms: FormRegistry
  accounts: Accounts
  accountManagement: AccountManagement
  twoFactorManagement: TwoFactorManagement
  sessions: Sessions
  siteSetup: SiteSetup
  sendTestMail: ReturnType<typeof createSendTestMail>
  emailLinks: EmailLinks
  throttle: Throttle
  presences: Presences
  auditLog: AuditLog
  readSiteHealth: ReadSiteHealth
  siteBackups: SiteBackups
  /** Returns milliseconds since 1970. */
  clock: () => number
  /** Returns the base URL for links in mails; throws 400 when it is unknown. */
  linkBase: (c: C) => string
  /** Gives this browser's session a new token, after a change that has ended all others. */
  renewSession: (c: C) => Promise<void>
  userOf: (c: C, account: AccountTable) => User
}

/** A module in `features/`. */
interface FeatureModule {
  createEndpoints: (context: FeatureContext) => EndpointGroup
}

const modules = import.meta.glob<FeatureModule>('./features/*.ts', { eager: true })

/** Returns the endpoint groups of all features, by the names of their files. */
export const createFeatureEndpoints = (context: FeatureContext) =>
  Object.values(modules).map(({ createEndpoints }) => createEndpoints(context))
