/** Splits a stream of bytes into lines, whatever the chunk boundaries. */
import { CommandError } from './command.ts'

/** In bytes. No line of an export is longer: a request body has at most 8 MiB, a file 5 MB. */
const longest = 32 * 1024 * 1024
const lineFeed = 10

export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    let from = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, at)])
      begun = []
      length = 0
      from = at + 1
    }
    begun.push(piece.subarray(from))
    length += piece.length - from
    if (length > longest)
      throw new CommandError('This is not an export of a site: one of its lines is too long.')
  }
  if (length) yield Buffer.concat(begun)
}
