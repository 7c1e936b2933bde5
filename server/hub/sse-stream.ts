/** One subscriber's line: how events look on it, and that it can be too slow. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { HubEvent } from '../store/events/event-log.ts'

export const eventIdOf = (uuid: string) => `urn:uuid:${uuid}`

/** The same bytes for everybody, as they go over the line. */
export interface SseFrame {
  plain: Buffer
  /** As one chunk of an answer whose length nobody knows: https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
  chunk: Buffer
}

const framed = (text: string): SseFrame => {
  const plain = Buffer.from(text)
  const chunk = Buffer.from(`${plain.length.toString(16)}\r\n${text}\r\n`)
  return { plain, chunk }
}

export const keepAliveFrame = framed(':\n')

export const frameEvents = (told: readonly HubEvent[]) =>
  framed(told.map(({ uuid, data }) => `id: ${eventIdOf(uuid)}\ndata: ${data}\n\n`).join(''))

/** The first that is sent: with it goes the head. */
export const sendHeaders = (response: ServerResponse) => void response.write(keepAliveFrame.plain)

/** Past the response, which would put a chunk together anew for each of thousands, and write it in pieces. */
export const writeFrame = (response: ServerResponse, { plain, chunk }: SseFrame) => {
  const { socket } = response
  // Behind an answer that is still being written it has no line of its own yet.
  if (socket) socket.write(response.chunkedEncoding ? chunk : plain)
  else response.write(plain)
}

/** Until the reader has read, or is gone; false where that takes too long. */
export const waitForDrain = async (response: ServerResponse, timeout: number) => {
  const { socket } = response
  if (!socket?.writableNeedDrain) return true
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(socket, 'drain', { signal }).then(() => true),
      once(response, 'close', { signal }).then(() => true),
      setTimeout(timeout, false, { signal, ref: false }),
    ])
  } finally {
    settled.abort()
  }
}
