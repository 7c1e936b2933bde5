/** What an error of the database, or of the disk under it, says about whose fault it is. */

const codeOf = (thrown: unknown) => String((thrown as { code?: unknown } | null)?.code)

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : '')

/** PostgreSQL has no NUL in texts and no half surrogates in JSON. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const isUnstorable = (thrown: unknown) => ['22021', '22P05'].includes(codeOf(thrown))

/**
 * True when there is no connection, or it broke. Classes 08 and 57P are PostgreSQL going away, 53300 is one that takes
 * no more connections, 25006 one that has become a replica. The messages are those of its driver, which gives no codes.
 */
export const isUnreachable = (thrown: unknown) =>
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}$|57P0|53300|25006)/.test(
    codeOf(thrown),
  ) ||
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
    messageOf(thrown),
  )

/** True when another writer kept its lock for longer than is waited for: SQLite's BUSY and LOCKED, PostgreSQL's lock timeout. */
export const isBusy = (thrown: unknown) =>
  /^(SQLITE_BUSY|SQLITE_LOCKED|55P03|57014)/.test(codeOf(thrown))

/** True when trying again a little later is all there is to do. */
export const isUnavailable = (thrown: unknown) => isUnreachable(thrown) || isBusy(thrown)

/**
 * True when something could not be written for lack of space: on our disk (no space left, a quota, a limit to the size
 * of files), or on PostgreSQL's (class 53 is what it lacks).
 */
export const isFull = (thrown: unknown) =>
  /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE|53\d{3}$)/.test(codeOf(thrown)) &&
  !isUnreachable(thrown)
