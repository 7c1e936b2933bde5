/**
 * Splits a stream of bytes into lines, whatever the chunk boundaries. Not node:readline, which decodes the bytes and
 * has no limit for the length of a line.
 */
import { BackupError } from './backup-error.ts'

/**
 * The maximum length of a line in bytes. Exports have no longer ones: a request body has at most 8 MiB, a file 5 MB.
 */
const maxLineLength = 32 * 1024 * 1024
const lineFeed = 10

/** Yields each line without its line feed; throws for one that is too long. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, at)])
      pending = []
      length = 0
      from = at + 1
    }
    pending.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > maxLineLength)
      throw new BackupError('This is not a backup of a site: one of its lines is too long.')
  }
  if (length) yield Buffer.concat(pending)
}
