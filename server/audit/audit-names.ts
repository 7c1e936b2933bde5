/** Finds the names of what entries of the audit log refer to. */
import type { AuditEntry } from '#content/admin/audit-entry.ts'
import { irisIn, nameIn } from '#content/admin/audit-names.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Database } from '../store/db/schema.ts'
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

/** Resolves to entries with the names of what they refer to, read for all of them at once. */
export const withNames = async (
  db: Database,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> => {
  const iris = [...new Set(entries.flatMap(irisIn))].slice(0, maxNames)
  if (iris.length === 0) return [...entries]
  const found = await Promise.all([namesOfContent(db, iris), namesOfAccounts(db, iris)])
  const names = new Map(found.flat())
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
