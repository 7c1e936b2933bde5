/** Opens and closes the server's port. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, type Server as NetServer, createServer } from 'node:net'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'
import { describeError } from '../store/db/database-client.ts'

type Address = Pick<Config, 'port' | 'host'>

/** The time in which running requests have to finish when the server stops, in milliseconds. */
const shutdownTimeout = 10_000

/** Listens at the configured address; throws a `StartupError` that says what is wrong with it. */
export const listen = async (server: NetServer, { port, host }: Address) => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`PORT ${port} on ${host} is already in use.`)
    if (code === 'EACCES')
      throw new StartupError(
        `PORT ${port} on ${host} needs a privilege that this process does not have.`,
      )
    throw new StartupError(`HOST ${host} cannot be listened on: ${describeError(error)}`)
  }
}

/**
 * Throws a `StartupError` when the address cannot be listened on, before anything is created that a failed start would
 * leave behind.
 */
export const requireFreeAddress = async (config: Address) => {
  const probe = createServer()
  await listen(probe, config)
  const closed = once(probe, 'close')
  probe.close()
  await closed
}

/** Returns the URL for a browser on this machine. */
export const localUrlOf = ({ host }: Address, server: Server) => {
  const { port } = server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isEverywhere ? '127.0.0.1' : name}:${port}`
}

/** Stops the server when the running requests are answered, or after the timeout. */
export const closeGracefully = async (server: Server) => {
  const closed = once(server, 'close')
  server.close()
  // A keep-alive connection becomes idle only after its last response is sent.
  const idling = setInterval(() => server.closeIdleConnections(), 50)
  const forcing = setTimeout(() => server.closeAllConnections(), shutdownTimeout)
  await closed
  clearInterval(idling)
  clearTimeout(forcing)
}
