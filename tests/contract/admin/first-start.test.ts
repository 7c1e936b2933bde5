import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgres } from '../../support/server/databases.ts'
import { createHttpClient } from '../../support/server/in-process-server.ts'
import { requireBuild, startServerProcess } from '../../support/server/server-process.ts'

beforeAll(requireBuild, 120_000)

describe.each(['libsql', 'PostgreSQL'])('the first start, on %s', (name) => {
  test('listens only after the first account exists', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    const database: Record<string, string> =
      name === 'PostgreSQL' ? { DATABASE_URL: await createPostgres() } : {}
    const starting = startServerProcess({ PORT: String(port), ...database })
    const signIn = () =>
      createHttpClient(`http://127.0.0.1:${port}`)
        .signIn()
        .catch(() => null)
    let reply = await signIn()
    while (!reply) reply = await signIn()
    const site = await starting
    await site.dispose()
    expect(reply.status).toBe(204)
  }, 60_000)
})
