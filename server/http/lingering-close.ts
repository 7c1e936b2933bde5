/** How connections are closed on which something is still being sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a client is listened to that still sends what was refused, and how long when it pauses; in milliseconds. */
const patience = { whole: 5_000, pause: 1_000 }

/**
 * Makes the server close the connection in two steps where the request has not been read to its end: it says that it will
 * send no more, and drops what still comes, until all has come or for a few
 * seconds. Closed at once, the connection would be
 * reset, and the client might lose the answer: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export const lingerOnClose = (request: IncomingMessage, response: ServerResponse) => {
  const { headers } = request
  if (!headers['content-length'] && !headers['transfer-encoding']) return
  // Node's own listener, which comes after this one, closes the connection.
  response.prependOnceListener('finish', () => {
    const { socket } = request
    if (request.complete || socket.destroyed) return
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      if (request.complete) return destroySoon()
      socket.end()
      const timer = setTimeout(destroySoon, patience.whole).unref()
      socket.setTimeout(patience.pause, destroySoon)
      request.once('end', destroySoon)
      socket.once('close', () => clearTimeout(timer))
      request.resume()
    }
  })
}
