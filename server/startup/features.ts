/** Creates the features of the API besides content: files, forms, accounts, account mail and presence. */
import type { Context } from 'hono'
import type { FormType } from '#content/forms/form.ts'
import { toApiDate } from '../store/access/read-context.ts'
import { isInvitationPending, userOf as userOfAccount } from '../users/account-row.ts'
import type { Accounts } from '../users/accounts.ts'
import type { CredentialsChecker } from '../auth/credentials-checker.ts'
import type { Env } from '../http/hono-env.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import { formFeature } from '../forms/form-feature.ts'
import { createFormHandlers } from '../forms/form-handlers.ts'
import { createFormRegistry } from '../forms/form-registry.ts'
import { recipientsReader } from '../forms/submissions/read-recipients.ts'
import { createFormSubmissions } from '../forms/submissions/form-submissions.ts'
import { type LinkBaseOptions, resolveLinkBase } from '../http/email-link-base.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { FileStorage } from '../media/file-storage.ts'
import { createMediaLibrary } from '../media/library/media-library.ts'
import { type Media, createMedia } from '../media/media.ts'
import type { Origins } from '../http/origins.ts'
import type { ReadSiteHealth } from '../monitoring/site-health.ts'
import { type Presences, createPresences } from '../presence/presences.ts'
import { subscribeTopicsOf } from '../endpoints/auth.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { createFeatureEndpoints } from '../endpoints/feature-endpoints.ts'
import { isSuperAdmin } from '../auth/viewer.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import type { Throttle } from '../auth/throttle.ts'
import { createAccountMailer } from '../users/account-mailer.ts'
import { createEmailLinks } from '../users/email-links.ts'
import { createEmailTokens } from '../auth/email-tokens.ts'
import type { TwoFactor } from '../auth/two-factor/two-factor.ts'
import { createTwoFactorManagement } from '../users/two-factor-management.ts'
import { createAccountManagement } from '../users/account-management.ts'
import { createSendTestMail } from '../mail/test-mail.ts'
import { createSiteSetup } from '../setup/site-setup.ts'
import { createFormRequestContext, createSessionRenewal } from './form-request-context.ts'
import { createAuditLog } from '../audit/audit-log.ts'

type C = Context<Env>

interface FeaturesOptions {
  db: Database
  /** The site's own forms. */
  forms: readonly FormType[]
  files: FileStorage
  mail: MailQueue
  linkBaseOptions: LinkBaseOptions
  clock?: () => number
  log?: (problem: unknown) => void
  /** Called after editors have moved. */
  onPresenceChange?: () => void
}

interface EndpointGroupOptions {
  store: Store
  accounts: Accounts
  sessions: Sessions
  throttle: Throttle
  credentialsChecker: CredentialsChecker
  twoFactor: TwoFactor
  origins: Origins
  siteName: () => Promise<string | null>
  readSiteHealth: ReadSiteHealth
}

interface FeatureParts {
  /** The base URL of the API for clients whose requests name no other. */
  base: string
  forms: ReturnType<typeof createFormRegistry>
  media: Media
  presences: Presences
}

/** Returns a function that makes the `User` resource of an account, with what only super admins read. */
const createUserOf = (store: Store, origins: Origins) => (c: C, account: AccountTable) => ({
  ...userOfAccount(account, subscribeTopicsOf(store, (origins.siteOrigin(c) ?? '') + apiBase)),
  ...(isSuperAdmin(c.get('viewer')) && {
    enabled: account.enabled === 1,
    ...(isInvitationPending(account) && { invitedAt: toApiDate(account.invited_at!) }),
  }),
})

/** Returns the endpoints of files, forms and accounts. */
const createEndpointGroups = (
  { db, mail, linkBaseOptions, clock = Date.now }: FeaturesOptions,
  { base, forms, media, presences }: FeatureParts,
  { store, siteName, readSiteHealth, ...rest }: EndpointGroupOptions,
): EndpointGroup[] => {
  const { accounts, sessions, throttle, twoFactor, origins } = rest
  const tokens = createEmailTokens(clock)
  const mailer = createAccountMailer({ mail, tokens, siteName })
  const accountManagement = createAccountManagement({ db, mailer, tokens, clock })
  const forTwoFactor = { db, mailer, twoFactor, siteName, clock }
  const emailLinks = createEmailLinks({ db, accounts, mailer, tokens, clock })
  const linkBase = (c: C) => resolveLinkBase(c, linkBaseOptions, origins)

  const renewSession = createSessionRenewal(sessions)
  const senderOf = createFormRequestContext({ ...rest, linkBase, renewSession, clock })

  const userOf = createUserOf(store, origins)

  const handlers = createFormHandlers(accountManagement, emailLinks)
  const forSubmissions = { db, mail, siteName, clock, readRecipients: recipientsReader(store) }
  const formSubmissions = createFormSubmissions(forSubmissions)
  const forForms = { base, forms, handlers, formSubmissions, senderOf, userOf }
  const sendTestMail = createSendTestMail({ mail, siteName })
  const forMails = { emailLinks, throttle, linkBase, renewSession, sendTestMail }
  const siteSetup = createSiteSetup({ db, store, tokens, clock })
  const forSetup = { siteSetup, sessions }
  const twoFactorManagement = createTwoFactorManagement(forTwoFactor)
  const managed = { accountManagement, twoFactorManagement }
  const forAccounts = { accounts, ...managed, ...forMails, ...forSetup }
  const mediaLibrary = createMediaLibrary({ db, base, media, uses: store.mediaUses, clock })
  const forEditors = { mediaLibrary, presences, auditLog: createAuditLog(db), readSiteHealth }
  return createFeatureEndpoints({ store, media, clock, ...forEditors, ...forForms, ...forAccounts })
}

/** Creates the features. Returns what the store and the API need of them. */
export const createFeatures = (options: FeaturesOptions) => {
  const { db, files, linkBaseOptions, clock = Date.now, log } = options
  const base = (linkBaseOptions.siteUrl ?? '') + apiBase
  const forms = createFormRegistry(options.forms)
  const media = createMedia({ db, files, base, clock, ...(log && { log }) })
  const { onPresenceChange: onChange = () => {} } = options
  const presences = createPresences({ db, clock, onChange })

  return {
    // The store needs these.
    typeExtensions: [formFeature(forms, base), media.feature],
    // The API needs the others.
    withStoredFiles: media.withStoredFiles,
    listFiles: media.listFiles,
    presences,
    deleteOrphans: media.deleteOrphans,

    endpointGroups: (groupOptions: EndpointGroupOptions) =>
      createEndpointGroups(options, { base, forms, media, presences }, groupOptions),
  }
}

export type Features = ReturnType<typeof createFeatures>
