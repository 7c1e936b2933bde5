/** Logs a command that replaces the whole site. */
import type { AuditAction } from '#content/admin/audit-entry.ts'
import { commandLineActor } from '../audit/actor.ts'
import { insertAuditEntries } from '../audit/insert-audit-entries.ts'
import type { Database } from '../store/db/schema.ts'

/** Adds one entry to the audit log, in the transaction of the command. */
export const logForSite = (tx: Database, action: AuditAction) =>
  insertAuditEntries(
    tx,
    commandLineActor,
    [{ action, resource: null, resourceType: null, changes: [] }],
    Date.now(),
  )
