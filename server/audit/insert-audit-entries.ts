/** Writes entries of the audit log. Call it in the transaction of the change, so that neither is stored without the other. */
import type { AuditAction, AuditedChange } from '#content/admin/audit-entry.ts'
import type { Iri } from '#content/model/iri.ts'
import { isoDate } from '../store/db/iso-date.ts'
import { newId } from '../store/db/new-id.ts'
import type { AuditEntryTable, Database } from '../store/db/schema.ts'
import type { Actor } from './actor.ts'

/** An entry before it is stored. */
export interface NewAuditEntry {
  action: AuditAction
  /** Null for the whole site. */
  resource: Iri | null
  resourceType: string | null
  changes: readonly AuditedChange[]
}

/** The number of entries in one statement. */
const batchSize = 100
/** A longer address is none: proxies forward what clients write. */
const maxPlaceLength = 100

const rowOf = (entry: NewAuditEntry, actor: Actor, now: number): AuditEntryTable => ({
  id: newId(now),
  created_at: isoDate(now),
  account_id: actor.userId,
  username: actor.username,
  place: actor.place.slice(0, maxPlaceLength),
  action: entry.action,
  resource_iri: entry.resource,
  resource_type: entry.resourceType,
  changes: JSON.stringify(entry.changes),
})

/** Stores what an actor has done. `now` is in milliseconds since 1970. */
export const insertAuditEntries = async (
  tx: Database,
  actor: Actor,
  entries: readonly NewAuditEntry[],
  now: number,
) => {
  for (let at = 0; at < entries.length; at += batchSize) {
    const rows = entries.slice(at, at + batchSize).map((entry) => rowOf(entry, actor, now))
    await tx.insertInto('audit_entry').values(rows).execute()
  }
}
