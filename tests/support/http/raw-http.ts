/** Requests written to a plain socket piece by piece, for what a client of HTTP would not send. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawResponse {
  /** Null where the connection broke before a status line was read. */
  status: number | null
  text: string
  /** The server has closed the connection. */
  isClosed: boolean
}

/**
 * Opens a connection, lets `write` send what it likes, and returns what had come when the server closed the connection or,
 * with `until: 'answered'`, when the status line was there. With `readsLate`, nothing is read before `write` has sent all.
 */
export const exchangeRaw = async (
  url: string,
  write: (send: (bytes: string | Buffer) => Promise<void>) => Promise<void>,
  {
    until = 'closed',
    readsLate = false,
  }: { until?: 'closed' | 'answered'; readsLate?: boolean } = {},
): Promise<RawResponse> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  let text = ''
  let isClosed = false
  socket.on('close', () => (isClosed = true))
  socket.setEncoding('latin1')
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      text += chunk
      if (/^HTTP\/1\.1 (?!100)\d{3} /m.test(text)) resolve()
    })
    socket.on('close', () => resolve())
  })
  if (readsLate) socket.pause()
  const send = (bytes: string | Buffer) =>
    new Promise<void>((resolve) => {
      if (isClosed || !socket.writable) return resolve()
      socket.once('close', () => resolve())
      socket.write(bytes, () => resolve())
    })
  await once(socket, 'connect')
  await write(send)
  socket.resume()
  if (until === 'answered') await answered
  else if (!isClosed) await once(socket, 'close')
  socket.destroy()
  const [, status] = /^HTTP\/1\.1 (?!100)(\d{3}) /m.exec(text) ?? []
  return { status: status ? Number(status) : null, text, isClosed }
}
