/** What an error of the database says about whose fault it is. */

const codeOf = (thrown: unknown) => (thrown as { code?: unknown } | null)?.code

/** PostgreSQL has no NUL in texts and no half surrogates in JSON. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const isUnstorable = (thrown: unknown) => ['22021', '22P05'].includes(String(codeOf(thrown)))

/** No connection, or one that broke; classes 08 and 57P are the database going away. */
export const isUnreachable = (thrown: unknown) => {
  const code = String(codeOf(thrown))
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|57P0)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(
      thrown instanceof Error ? thrown.message : '',
    )
  )
}
