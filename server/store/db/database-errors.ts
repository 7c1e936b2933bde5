/** Classifies errors of the database and of the disk below it. */

const codeOf = (thrown: unknown) => String((thrown as { code?: unknown } | null)?.code)

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : '')

/**
 * True for text that PostgreSQL cannot store: NUL, or half surrogates in JSON
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export const isUnstorable = (thrown: unknown) => ['22021', '22P05'].includes(codeOf(thrown))

/**
 * True when there is no connection or it broke. Classes 08 and 57P mean PostgreSQL is shutting down, 53300
 * too many connections, 25006 that it has become a read-only replica. The messages are those of the `pg`
 * driver where it sets no code.
 */
export const isUnreachable = (thrown: unknown) =>
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}$|57P0|53300|25006)/.test(
    codeOf(thrown),
  ) ||
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
    messageOf(thrown),
  )

/**
 * True when another writer held its lock for too long: SQLite's BUSY and LOCKED, PostgreSQL's lock timeout.
 */
export const isBusy = (thrown: unknown) =>
  /^(SQLITE_BUSY|SQLITE_LOCKED|55P03|57014)/.test(codeOf(thrown))

/** True when the only remedy is to retry later. */
export const isUnavailable = (thrown: unknown) => isUnreachable(thrown) || isBusy(thrown)

/**
 * True when a write failed for lack of space: on our disk (ENOSPC, a quota, a file size limit), or on
 * PostgreSQL's (class 53).
 */
export const isFull = (thrown: unknown) =>
  /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE|53\d{3}$)/.test(codeOf(thrown)) &&
  !isUnreachable(thrown)
