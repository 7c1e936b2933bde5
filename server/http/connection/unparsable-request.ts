/** Responds to requests that Node cannot parse, or that it times out: no handler gets those. */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finalHeaders } from '../response-headers.ts'

/** The status codes that Node itself uses for its errors: https://nodejs.org/api/http.html#event-clienterror */
const statuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const rawResponseFor = (code: string | undefined, isHttps: boolean) => {
  const status = statuses[code ?? ''] ?? 400
  const headers = finalHeaders(
    { Connection: 'close', 'Content-Length': '0', 'Cache-Control': 'no-store' },
    isHttps,
  )
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
}

/** A connection with its current response, which Node keeps in this property and checks for the same reason. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Sends these responses with the headers that every other has. A connection that is closed, or on which a response has
 * begun, is destroyed: anything sent in the middle of a response would be read as its content.
 */
export const respondToUnparsableRequests = (server: Server, isHttps: boolean) => {
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Connection) => {
    if (!connection.writable || connection._httpMessage?.headersSent) {
      return void connection.destroy(error)
    }
    connection.end(rawResponseFor(error.code, isHttps))
  })
}
