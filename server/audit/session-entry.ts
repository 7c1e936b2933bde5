/** Describes who has signed in or out, for the audit log. Only what has succeeded is logged, so that nobody can flood it. */
import type { AuditAction } from '#content/admin/audit-entry.ts'
import { browserName } from '#content/account/account-sessions.ts'
import type { Database } from '../store/db/schema.ts'
import { userIri } from '../users/account-row.ts'
import type { Actor } from './actor.ts'
import { auditedChanges } from './audited-changes.ts'
import { insertAuditEntries } from './insert-audit-entries.ts'

interface Browsers {
  accountId: string
  /** The `User-Agent` headers of the browsers. */
  userAgents: readonly (string | null | undefined)[]
}

const namesOf = ({ userAgents }: Browsers) => ({
  browser: userAgents.map((userAgent) => browserName(userAgent ?? '')).join(', '),
})

const insert = (
  tx: Database,
  actor: Actor,
  { accountId }: Browsers,
  about: { action: AuditAction; changes: ReturnType<typeof auditedChanges>; now: number },
) => {
  const { now, ...entry } = about
  const resource = userIri({ id: accountId })
  return insertAuditEntries(tx, actor, [{ ...entry, resource, resourceType: 'User' }], now)
}

/** Logs that somebody has signed in, in the transaction that starts the session. `now` is in milliseconds since 1970. */
export const logSignIn = (tx: Database, actor: Actor, browsers: Browsers, now: number) => {
  const changes = auditedChanges(null, namesOf(browsers))
  return insert(tx, actor, browsers, { action: 'signedIn', changes, now })
}

/** Logs that sessions were ended: by their user who signs out, or from elsewhere. */
export const logSignOut = (tx: Database, actor: Actor, browsers: Browsers, now: number) => {
  const changes = auditedChanges(namesOf(browsers), null)
  return insert(tx, actor, browsers, { action: 'signedOut', changes, now })
}
