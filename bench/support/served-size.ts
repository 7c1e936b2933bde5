import { stat } from 'node:fs/promises'

const client = new URL('../../dist/client/', import.meta.url)

/**
 * Returns the bytes that the server sends of a built file to a browser that accepts gzip. The path begins at the root of the
 * site, without a slash. A file that compression would make larger is sent as it is.
 */
export const servedSize = async (path: string) => {
  const { size } = await stat(new URL(`${path}.gz`, client)).catch(() =>
    stat(new URL(path, client)),
  )
  return size
}
