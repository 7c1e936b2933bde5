/** Finds the files that no stored resource refers to. */
import type { Database } from '../store/db/schema.ts'

const isReferenced = async (db: Database, name: string) => {
  const row = await db
    .selectFrom('resource')
    .select('iri')
    .where('data', 'like', `%"name":"${name}"%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns those of the files that no resource refers to. */
export const unreferenced = async <File extends { name: string }>(
  db: Database,
  files: readonly File[],
) => {
  const needs = await Promise.all(files.map(({ name }) => isReferenced(db, name)))
  return files.filter((_, at) => !needs[at])
}
