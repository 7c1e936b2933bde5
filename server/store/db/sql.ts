/** The few places where the two databases speak differently. */
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export const isPostgres = <Tables>(db: Kysely<Tables>) =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** How long a write waits for another's lock before it is refused, in milliseconds. */
export const lockTimeout = 5_000

/**
 * One writer at a time, as on libsql: rules that look at neighbours (places in a group, one draft per live row,
 * what else uses a component) need no retries, and event ids grow in the order of the commits. On libsql the
 * transaction itself begins as the only one that writes.
 */
export const lockWrites = async <Tables>(db: Kysely<Tables>) => {
  if (!isPostgres(db)) return
  const patience = sql.lit(String(lockTimeout))
  await sql`select set_config('lock_timeout', ${patience}, true), pg_advisory_xact_lock(7261)`.execute(
    db,
  )
}

/** What PostgreSQL notifies when events were committed. */
export const eventChannel = 'troupe_event'

/** What several processes must not do at the same time, though it is more than one transaction. */
export const withAdvisoryLock = async <Tables, Answer>(
  db: Kysely<Tables>,
  work: () => Promise<Answer>,
) => {
  if (!isPostgres(db)) return work()
  return db.connection().execute(async (connection) => {
    // Asked for again and again, as a statement that waits for minutes would count as lost.
    while (!(await tryAdvisoryLock(connection))) await setTimeout(lockRetryInterval)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(7262)`.execute(connection)
    }
  })
}

/** In milliseconds. */
const lockRetryInterval = 50

const tryAdvisoryLock = async <Tables>(db: Kysely<Tables>) => {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(7262) as taken`.execute(db)
  return rows[0]?.taken === true
}

export interface Dialect {
  /** The values that a statement was given as its one parameter, for any number of them. */
  list: string
  /** The statement's one parameter, where it is a single value. */
  value: string
  /** All of a subquery's rows as one JSON text; several times faster than fetching rows. */
  array: (columns: readonly string[], from: string) => string
  /** A column of JSON text, as JSON inside that. */
  json: (column: string) => string
}

const libsql: Dialect = {
  list: '(select value from json_each(?1))',
  value: '?1',
  array: (columns, from) => `(select json_group_array(json_array(${columns.join(', ')})) ${from})`,
  json: (column) => `json(${column})`,
}

const postgres: Dialect = {
  list: '(select unnest($1::text[]))',
  value: '$1::text',
  array: (columns, from) =>
    `(select coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]')::text ${from})`,
  json: (column) => `${column}::json`,
}

/**
 * A statement of one parameter, written once for both databases. The text is always the same, so that it is
 * compiled once; Kysely's builder would spend more on a page than the database does.
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

/** PostgreSQL has no text with NUL in it, and refuses to look for one: another text that is nowhere does as well. */
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)

/** The values of a list, for `in` and `not in` in a query that is put together: of any number, as one parameter. */
export const valueList = <Tables>(db: Kysely<Tables>, values: readonly string[]) =>
  isPostgres(db)
    ? sql`(select unnest(${values}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`

/** A list of words in a statement. */
export const quotedList = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')

/** A plain value of a resource, as text. */
export const jsonText = <Tables>(
  db: Kysely<Tables>,
  column: string,
  property: string,
): RawBuilder<string | null> =>
  isPostgres(db)
    ? sql<string | null>`(${sql.ref(column)}::jsonb ->> ${property})`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${property}`})`
