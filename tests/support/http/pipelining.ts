/** Requests sent as they are over plain sockets, many in a row on each, and the status of every answer. */
import { type Socket, connect } from 'node:net'

export interface RawRequest {
  bytes: Buffer
  /** Nothing can follow it on its connection. */
  isLast?: boolean
}

const perConnection = 40
const timeoutMilliseconds = 20_000
const statusLine = /HTTP\/1\.1 (\d{3}) /g

/** The statuses that came until nobody said any more; fewer than were asked for where the server hung up. */
const exchange = (port: number, requests: readonly RawRequest[]) =>
  new Promise<{ statuses: number[]; timedOut: boolean }>((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    const statuses: number[] = []
    let rest = ''
    let timedOut = false
    const end = () => {
      socket.destroy()
      resolve({ statuses, timedOut })
    }
    socket.setTimeout(timeoutMilliseconds, () => {
      timedOut = true
      end()
    })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      const text = rest + chunk
      let until = 0
      for (const found of text.matchAll(statusLine)) {
        const status = Number(found[1])
        if (status >= 200) statuses.push(status)
        until = found.index + found[0].length
      }
      // A status line may arrive in two pieces.
      rest = text.slice(Math.max(until, text.length - 12))
      if (statuses.length >= requests.length) end()
    })
    socket.on('error', () => {})
    socket.on('close', end)
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  })

export interface PipelinedResponse {
  request: RawRequest
  /** Null where the server hung up, or said nothing. */
  status: number | null
  timedOut: boolean
}

/** Sends all of them, a few connections at once. Those that waited behind one that ended its connection are sent again. */
export const sendPipelined = async (
  port: number,
  requests: Iterable<RawRequest>,
  onResponse: (answer: PipelinedResponse) => void,
  connections = 8,
) => {
  const source = requests[Symbol.iterator]()
  const retries: RawRequest[] = []

  const batch = () => {
    const some: RawRequest[] = []
    while (some.length < perConnection) {
      const request = retries.pop() ?? (source.next().value as RawRequest | undefined)
      if (!request) break
      some.push(request)
      if (request.isLast) break
    }
    return some
  }
  const worker = async () => {
    for (let some = batch(); some.length; some = batch()) {
      const { statuses, timedOut } = await exchange(port, some)
      some.slice(0, statuses.length).forEach((request, at) => {
        onResponse({ request, status: statuses[at]!, timedOut: false })
      })
      const [suspect, ...queuedBehind] = some.slice(statuses.length)
      // The one after the last answer is known to be at fault only where it came first.
      if (suspect && statuses.length === 0) onResponse({ request: suspect, status: null, timedOut })
      else if (suspect) retries.push(suspect)
      retries.push(...queuedBehind)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
}
