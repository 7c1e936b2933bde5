/** Writes the SQL that differs between libsql and PostgreSQL. */
import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'

/** True for PostgreSQL, false for libsql. */
export const isPostgres = <Tables>(db: Kysely<Tables>) =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** The time for which a write waits for the lock of another before it is refused, in milliseconds. */
export const lockTimeout = 5_000

/**
 * Takes the lock that allows one writer at a time on PostgreSQL, as BEGIN IMMEDIATE does on libsql. Rules
 * that look at other rows (order in a group, one draft for each live row, other uses of a component) then
 * need no retries, and event ids grow in commit order.
 */
export const lockWrites = async <Tables>(db: Kysely<Tables>) => {
  if (!isPostgres(db)) return
  const timeout = sql.lit(String(lockTimeout))
  await sql`select set_config('lock_timeout', ${timeout}, true), pg_advisory_xact_lock(7261)`.execute(
    db,
  )
}

/** The PostgreSQL channel that is notified when events were committed. */
export const eventChannel = 'troupe_event'

/** Runs work that several processes must not do at the same time although it spans several transactions. */
export const withAdvisoryLock = async <Tables, Result>(
  db: Kysely<Tables>,
  work: () => Promise<Result>,
) => {
  if (!isPostgres(db)) return work()
  return db.connection().execute(async (connection) => {
    // Polls for the lock, as one statement that waited for minutes would count as lost.
    while (!(await tryAdvisoryLock(connection))) await setTimeout(lockRetryInterval)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(7262)`.execute(connection)
    }
  })
}

/** The time between two attempts to take the advisory lock, in milliseconds. */
const lockRetryInterval = 50

const tryAdvisoryLock = async <Tables>(db: Kysely<Tables>) => {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(7262) as taken`.execute(db)
  return rows[0]?.taken === true
}

export interface Dialect {
  /** The values of the statement's one parameter, a list of any length. */
  list: string
  /** The statement's one parameter, a single value. */
  value: string
  /** Returns SQL for all rows of a subquery as one JSON text, which is several times faster than fetching rows. */
  array: (columns: readonly string[], from: string) => string
  /** Returns SQL for a column whose index is not used: libsql would look up each value of a list in it, one by one. */
  unindexed: (column: string) => string
  /** Returns SQL for a column of JSON text, embedded as JSON. */
  json: (column: string) => string
  /** Returns the condition that a property in a column of JSON text is true. */
  isTrue: (column: string, property: string) => string
}

const libsql: Dialect = {
  list: '(select value from json_each(?1))',
  value: '?1',
  array: (columns, from) => `(select json_group_array(json_array(${columns.join(', ')})) ${from})`,
  unindexed: (column) => `+${column}`,
  json: (column) => `json(${column})`,
  isTrue: (column, property) => `coalesce(json_extract(${column}, '$.${property}'), 0) = 1`,
}

const postgres: Dialect = {
  list: '(select unnest($1::text[]))',
  value: '$1::text',
  array: (columns, from) =>
    `(select coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]')::text ${from})`,
  unindexed: (column) => column,
  json: (column) => `${column}::json`,
  isTrue: (column, property) => `coalesce(${column}::json->>'${property}', '') = 'true'`,
}

/**
 * Returns a function that compiles a statement with one parameter for either database. Its text is
 * constant, so it is built once; Kysely's builder would take longer for a page than the database does.
 */
export const statement = (write: (dialect: Dialect) => string) => {
  const onPostgres = write(postgres)
  const onLibsql = write(libsql)
  return <Tables>(db: Kysely<Tables>, parameter: string | readonly string[]) =>
    isPostgres(db)
      ? CompiledQuery.raw(onPostgres, [
          typeof parameter === 'string' ? storable(parameter) : parameter.map(storable),
        ])
      : CompiledQuery.raw(onLibsql, [
          typeof parameter === 'string' ? parameter : JSON.stringify(parameter),
        ])
}

/** Returns a text without NUL, which PostgreSQL refuses even in comparisons. The replacement matches nothing either. */
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)

/**
 * Returns the values of a list for `in` and `not in` within a query builder, as one parameter of any
 * length.
 */
export const valueList = <Tables>(db: Kysely<Tables>, values: readonly string[]) =>
  isPostgres(db)
    ? sql`(select unnest(${values}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`

/** Returns strings as a comma-separated list of SQL literals. */
export const quotedList = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')

/** Returns the condition that a column with a list as JSON text contains a text. */
export const listHas = <Tables>(db: Kysely<Tables>, column: string, value: string) =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)}::jsonb @> to_jsonb(${value}::text)`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where value = ${value})`

/** Returns the expression for one value of a resource's JSON, as text. */
export const jsonText = <Tables>(
  db: Kysely<Tables>,
  column: string,
  property: string,
): RawBuilder<string | null> =>
  isPostgres(db)
    ? sql<string | null>`(${sql.ref(column)}::jsonb ->> ${property})`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${property}`})`
