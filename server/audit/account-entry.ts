/** Describes what was done to an account, for the audit log, which contains neither passwords nor email addresses. */
import type { AccountTable, Database } from '../store/db/schema.ts'
import { userIri } from '../users/account-row.ts'
import type { Actor } from './actor.ts'
import { auditedChanges } from './audited-changes.ts'
import { insertAuditEntries } from './insert-audit-entries.ts'

const privateProperties = ['password', 'emailAddress', 'newEmailAddress']

const valuesOf = (account: AccountTable | null) =>
  account && {
    username: account.username,
    emailAddress: account.email_address,
    newEmailAddress: account.new_email_address,
    password: account.password,
    roles: JSON.parse(account.roles) as unknown,
    enabled: account.enabled === 1,
    verified: account.verified === 1,
  }

interface TwoFactorChange {
  account: AccountTable
  change: 'on' | 'off' | 'recoveryCodes'
}

/** Logs a change of the second factor of an account, without the key and the codes. */
export const logTwoFactorChange = async (
  tx: Database,
  actor: Actor,
  { account, change }: TwoFactorChange,
  now: number,
) => {
  const [before, after] = change === 'off' ? ['on', 'off'] : ['off', 'on']
  const [changed] =
    change === 'recoveryCodes'
      ? [{ property: 'recoveryCodes', before: null, after: null, isHidden: true }]
      : auditedChanges({ twoFactor: before }, { twoFactor: after })
  const about = { action: 'updated', resource: userIri(account), resourceType: 'User' } as const
  await insertAuditEntries(tx, actor, [{ ...about, changes: [changed!] }], now)
}

/** An account before and after a change; null for one that does not exist. */
interface AccountChange {
  before: AccountTable | null
  after: AccountTable | null
}

/** Logs a change of an account in its transaction, unless it changed nothing. `now` is in milliseconds since 1970. */
export const logAccountChange = async (
  tx: Database,
  actor: Actor,
  { before, after }: AccountChange,
  now: number,
) => {
  const account = after ?? before
  const changes = auditedChanges(valuesOf(before), valuesOf(after), (name) =>
    privateProperties.includes(name),
  )
  if (!account || !changes.length) return
  const action = !before ? 'created' : after ? 'updated' : 'deleted'
  const entry = { action, resource: userIri(account), resourceType: 'User', changes } as const
  await insertAuditEntries(tx, actor, [entry], now)
}
