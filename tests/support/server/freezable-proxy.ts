/** A line to a database that can fall silent: nothing comes through any more, and nothing says so. */
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** Starts a TCP proxy to a database, given the database's URL. `url` is the one to connect to instead. */
export const createFreezableProxy = async (database: string) => {
  const ends = new Set<Socket>()
  let isFrozen = false
  const address = new URL(database)
  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => {})
      end.on('data', (bytes) => other.write(bytes))
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      if (isFrozen) end.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true
      for (const end of ends) end.pause()
    },
    unfreeze: () => {
      isFrozen = false
      for (const end of ends) end.resume()
    },
    close: async () => {
      server.close()
      for (const end of ends) end.destroy()
      await once(server, 'close')
    },
  }
}
