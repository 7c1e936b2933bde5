/**
 * Writes server-sent events to the response of a subscriber, and waits for slow ones:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { HubEvent } from '../store/events/event-log.ts'

/** Returns the id that clients know an event by. */
export const eventIdOf = (uuid: string) => `urn:uuid:${uuid}`

/** The bytes of some events, which are the same for all subscribers. */
export interface SseFrame {
  plain: Buffer
  /** The same bytes as one chunk of chunked transfer encoding: https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
  chunked: Buffer
}

const createFrame = (text: string): SseFrame => {
  const plain = Buffer.from(text)
  const chunked = Buffer.from(`${plain.length.toString(16)}\r\n${text}\r\n`)
  return { plain, chunked }
}

export const keepAliveFrame = createFrame(':\n')

/** The sent part of an event; without an id if it is not stored, so that clients keep the id of the last one that is. */
export type SentEvent = Pick<HubEvent, 'data'> & Partial<Pick<HubEvent, 'uuid'>>

/** Returns the frame of some events, each with its id and data. */
export const frameEvents = (events: readonly SentEvent[]) =>
  createFrame(
    events
      .map(({ uuid, data }) => `${uuid ? `id: ${eventIdOf(uuid)}\n` : ''}data: ${data}\n\n`)
      .join(''),
  )

/**
 * Sends the response's headers, and then a first comment. A response keeps its headers as long as it lives, and V8 keeps
 * them in about thirty pieces unless they are written by themselves; that is a kilobyte for each of many subscribers.
 */
export const sendHeaders = (response: ServerResponse) => {
  response.flushHeaders()
  response.write(keepAliveFrame.plain)
}

/**
 * Writes a frame to the socket itself. The response would encode the chunk anew for each of thousands of subscribers,
 * and write it in pieces.
 */
export const writeFrame = (response: ServerResponse, { plain, chunked }: SseFrame) => {
  const { socket } = response
  // A pipelined response has no socket until the previous one is complete.
  if (socket) socket.write(response.chunkedEncoding ? chunked : plain)
  else response.write(plain)
}

/** Waits until the client has read what was written, or is gone. Resolves to false after `timeout` milliseconds. */
export const waitForDrain = async (response: ServerResponse, timeout: number) => {
  const { socket } = response
  if (!socket?.writableNeedDrain) return true
  const settled = new AbortController()
  const { signal } = settled
  // An error of the connection, such as ECONNRESET, means that the client is gone.
  const yes = () => true
  try {
    return await Promise.race([
      once(socket, 'drain', { signal }).then(yes, yes),
      once(response, 'close', { signal }).then(yes, yes),
      setTimeout(timeout, false, { signal, ref: false }),
    ])
  } finally {
    settled.abort()
  }
}
