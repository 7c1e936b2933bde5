/** Finds the names of what entries of the audit log refer to. */
import type { AuditEntry, AuditedChange } from '#content/admin/audit-entry.ts'
import { irisIn, nameBefore, nameIn } from '#content/admin/audit-names.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Database } from '../store/db/schema.ts'
import type { MediaObjectData } from '../store/types/media-object-data.ts'
import { userIri } from '../users/account-row.ts'

/** More names than this are not looked up for one page of the log. */
const maxNames = 500

const userPrefix = userIri({ id: '' })

const namesOfContent = async (db: Database, iris: readonly Iri[]) => {
  const rows = await db
    .selectFrom('resource')
    .select(['iri', 'data'])
    .where('iri', 'in', iris)
    .execute()
  return rows.map(({ iri, data }) => [iri, nameIn(JSON.parse(data))] as const)
}

const namesOfAccounts = async (db: Database, iris: readonly Iri[]) => {
  const ids = iris.filter((iri) => iri.startsWith(userPrefix))
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where(
      'id',
      'in',
      ids.map((iri) => iri.slice(userPrefix.length)),
    )
    .execute()
  return rows.map((row) => [userIri(row), row.username] as const)
}

const namesOfFiles = async (db: Database, iris: readonly Iri[]) => {
  const rows = await db
    .selectFrom('media_object')
    .select(['iri', 'data'])
    .where('iri', 'in', iris)
    .execute()
  return rows.map(
    ({ iri, data }) => [iri, (JSON.parse(data) as MediaObjectData).file.name] as const,
  )
}

/** Returns the names that deleted resources had at last, which the entries about their deletions have. */
const namesOfDeleted = async (db: Database, iris: readonly Iri[]) => {
  if (iris.length === 0) return []
  const rows = await db
    .selectFrom('audit_entry')
    .select(['resource_iri', 'changes'])
    .where('resource_iri', 'in', iris)
    .where('action', '=', 'deleted')
    .orderBy('created_at')
    .execute()
  return rows.map(
    ({ resource_iri: iri, changes }) =>
      [iri!, nameBefore(JSON.parse(changes) as AuditedChange[])] as const,
  )
}

/** Returns the names of resources as they are now, and of deleted ones as they were. */
const namesOf = async (db: Database, iris: readonly Iri[]) => {
  const sources = [namesOfContent, namesOfAccounts, namesOfFiles]
  const stored = (await Promise.all(sources.map((read) => read(db, iris)))).flat()
  const known = new Set(stored.map(([iri]) => iri))
  const deleted = await namesOfDeleted(
    db,
    iris.filter((iri) => !known.has(iri)),
  )
  return new Map<Iri, string | null>([...deleted, ...stored])
}

/** Resolves to entries with the names of what they refer to, read for all of them at once. */
export const withNames = async (
  db: Database,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> => {
  const iris = [...new Set(entries.flatMap(irisIn))].slice(0, maxNames)
  if (iris.length === 0) return [...entries]
  const names = await namesOf(db, iris)
  return entries.map((entry) => ({
    ...entry,
    names: Object.fromEntries(
      irisIn(entry).flatMap((iri) => {
        const name = names.get(iri)
        return name ? [[iri, name]] : []
      }),
    ),
  }))
}
