/** The port: taken when everything behind it is there, and given back without leaving anybody without an answer. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, type Server as NetServer, createServer } from 'node:net'
import { type Config, StartupError } from './config.ts'
import { describeError } from '../store/db/database-client.ts'

type Address = Pick<Config, 'port' | 'host'>

/** How long requests may take to finish once the server is to end, in milliseconds. */
const patience = 10_000

/** Listens at the address of the configuration; a refusal names what is wrong with it. */
export const listen = async (server: NetServer, { port, host }: Address) => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`PORT ${port} on ${host} is already in use.`)
    if (code === 'EACCES') throw new StartupError(`PORT ${port} on ${host} may not be listened on.`)
    throw new StartupError(`HOST ${host} cannot be listened on: ${describeError(error)}`)
  }
}

/** Refuses an address that cannot be listened at, before anything is made that such a start would leave behind. */
export const requireFreeAddress = async (config: Address) => {
  const probe = createServer()
  await listen(probe, config)
  const closed = once(probe, 'close')
  probe.close()
  await closed
}

/** Where a browser on this machine finds it. */
export const localUrlOf = ({ host }: Address, server: Server) => {
  const { port } = server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isEverywhere ? '127.0.0.1' : name}:${port}`
}

/** Ends it once the requests under way are answered, or have taken too long. */
export const closeGracefully = async (server: Server) => {
  const closed = once(server, 'close')
  server.close()
  // A connection that is kept open for a next request is idle only once its last answer is out.
  const idling = setInterval(() => server.closeIdleConnections(), 50)
  const forcing = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(idling)
  clearTimeout(forcing)
}
