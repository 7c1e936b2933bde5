/** Closes connections gracefully while the client is still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The maximum time for which a rejected body is read, in all and without anything arriving, in milliseconds. */
const timeouts = { total: 5_000, idle: 1_000 }

/**
 * Closes the connection in two steps when the request was not read completely: first the server stops sending, then it
 * discards what still arrives, until the end or a timeout. Closed at once, the connection would be reset and the client
 * might lose the response: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export const lingerOnClose = (request: IncomingMessage, response: ServerResponse) => {
  const { headers } = request
  if (!headers['content-length'] && !headers['transfer-encoding']) return
  // Node's own listener, which runs after this one, closes the connection.
  response.prependOnceListener('finish', () => {
    const { socket } = request
    if (request.complete || socket.destroyed) return
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      if (request.complete) return destroySoon()
      socket.end()
      const timer = setTimeout(destroySoon, timeouts.total).unref()
      socket.setTimeout(timeouts.idle, destroySoon)
      request.once('end', destroySoon)
      socket.once('close', () => clearTimeout(timer))
      request.resume()
    }
  })
}
