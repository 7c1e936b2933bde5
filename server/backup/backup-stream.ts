/** Streams a backup as fast as it is read, so that it is never in memory as a whole. */

/** The size of what is sent at once, in characters. */
const chunkSize = 64 * 1024
/** The time after which a client that reads nothing is given up, in milliseconds: meanwhile the snapshot stays open. */
const stallTimeout = 60_000

/** Joins short lines, each of which would be a write of its own. */
async function* inChunks(first: string, lines: AsyncGenerator<string, void>) {
  let chunk = first
  for await (const line of lines) {
    chunk += line
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

/** Returns lines as a stream. They end early where the client goes, or reads nothing for long. */
export const streamLines = (
  first: string,
  lines: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const chunks = inChunks(first, lines)
  const encoder = new TextEncoder()
  let stalled: NodeJS.Timeout | undefined
  const end = async () => {
    await chunks.return()
    // If nothing was read yet, they do not end with their chunks.
    await lines.return()
  }
  const giveUp = (controller: ReadableStreamDefaultController) => {
    controller.error(new Error('The client has stopped reading.'))
    end().catch(ignore)
  }
  return new ReadableStream({
    pull: async (controller) => {
      clearTimeout(stalled)
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
      stalled = setTimeout(() => giveUp(controller), stallTimeout).unref()
    },
    cancel: async () => {
      clearTimeout(stalled)
      await end()
    },
  })
}

/** The lines log their own errors. */
const ignore = () => {}
