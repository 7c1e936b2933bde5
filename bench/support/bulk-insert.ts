/** Inserts many rows into the database of a running site, whichever it is. */
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { fileName } from '#server/store/db/libsql-file.ts'

export type BulkRow = Readonly<Record<string, string | number | null>>

export interface BulkInsert {
  /** Returns the first column of the first row of a query. */
  read: (query: string) => Promise<string>
  insert: (table: string, rows: readonly BulkRow[]) => Promise<void>
}

const columnsOf = (rows: readonly BulkRow[]) => Object.keys(rows[0] ?? {})

const onLibsql = async (dataDir: string, run: (insert: BulkInsert) => Promise<void>) => {
  const database = new Libsql(join(dataDir, fileName))
  database.pragma('busy_timeout = 5000')
  database.exec('begin immediate')
  await run({
    read: async (query) => Object.values(database.prepare(query).get() as object)[0] as string,
    insert: async (table, rows) => {
      const columns = columnsOf(rows)
      const values = columns.map(() => '?').join(', ')
      const statement = database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${values})`,
      )
      for (const row of rows) statement.run(columns.map((column) => row[column] ?? null))
    },
  })
  database.exec('commit')
  database.close()
}

const onPostgres = async (url: string, run: (insert: BulkInsert) => Promise<void>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await run({
    read: async (query) =>
      Object.values((await client.query(query)).rows[0] as object)[0] as string,
    insert: async (table, rows) => {
      const columns = columnsOf(rows).join(', ')
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    },
  })
  await client.query('commit')
  // As the database does by itself a minute later.
  await client.query('vacuum analyze')
  await client.end()
}

/** Inserts rows in one transaction: into the file of the site, or into PostgreSQL where an address is given. */
export const bulkInsert = (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  run: (insert: BulkInsert) => Promise<void>,
) => (databaseUrl === null ? onLibsql(dataDir, run) : onPostgres(databaseUrl, run))
