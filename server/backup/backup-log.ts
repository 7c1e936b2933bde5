/** Logs what is done to the whole site, and remembers when its last backup was complete. */
import type { AuditAction } from '#content/admin/audit-entry.ts'
import type { LastBackup } from '#content/admin/site-health.ts'
import type { Actor } from '../audit/actor.ts'
import { insertAuditEntries } from '../audit/insert-audit-entries.ts'
import { isoDate } from '../store/db/iso-date.ts'
import { newId } from '../store/db/new-id.ts'
import type { Database } from '../store/db/schema.ts'
import type { WrittenBackup } from './write-backup.ts'

/** Adds one entry about the whole site to the audit log. `now` is in milliseconds since 1970. */
export const logForSite = (tx: Database, actor: Actor, action: AuditAction, now = Date.now()) =>
  insertAuditEntries(tx, actor, [{ action, resource: null, resourceType: null, changes: [] }], now)

/** Remembers a backup that is complete. */
export const recordBackup = async (
  db: Database,
  { bytes }: Pick<WrittenBackup, 'bytes'>,
  now = Date.now(),
) => {
  const row = { id: newId(now), completed_at: isoDate(now), bytes }
  await db.insertInto('backup').values(row).execute()
}

/** Returns when the last backup was complete; null if there was none. */
export const readLastBackup = async (db: Database): Promise<LastBackup | null> => {
  const last = await db
    .selectFrom('backup')
    .select(['completed_at', 'bytes'])
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { at: last.completed_at, bytes: last.bytes } : null
}
