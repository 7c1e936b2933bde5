import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/store/db/open-database.ts'
import { badRequests } from '../../support/http/bad-requests.ts'
import { createPostgres } from '../../support/server/databases.ts'
import { sendPipelined } from '../../support/http/pipelining.ts'
import { seed } from '../../support/seed.ts'
import { createHttpClient } from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'

const measured = fileURLToPath(new URL('../../support/server/report-memory.mjs', import.meta.url))
const tables = [
  ...(['resource', 'relation', 'handle', 'alias', 'event', 'account', 'session', 'token'] as const),
]
const megabyte = 1024 * 1024

beforeAll(requireBuild, 120_000)

describe.each([
  ['libsql', 90_000],
  ['PostgreSQL', 10_000],
])('bad requests, on %s', (database, count) => {
  let site: ServerProcess
  let databaseUrl: string | null = null
  beforeAll(async () => {
    if (database === 'PostgreSQL') databaseUrl = await createPostgres()
    site = await startServerProcess({
      NODE_OPTIONS: `--import ${measured}`,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
  })
  afterAll(() => site.dispose())

  /** Counts every row and every file. */
  const everything = async () => {
    const { db, close } = await openDatabase({ dataDir: site.dataDir, databaseUrl })
    const rows = await Promise.all(
      tables.map(async (table) => {
        const found = await db.selectFrom(table).selectAll().execute()
        return [table, found.map((row) => JSON.stringify(row)).toSorted()]
      }),
    )
    await close()
    const files = await readdir(join(site.dataDir, 'files')).catch(() => [])
    const emails = await readdir(join(site.dataDir, 'outbox')).catch(() => [])
    return { ...Object.fromEntries(rows), files, emails }
  }
  interface Held {
    heapUsed: number
    rss: number
  }
  const held = async () => {
    const heldLines = () => site.output().match(/^held .*$/gm) ?? []
    const before = heldLines().length
    process.kill(site.pid(), 'SIGUSR2')
    await expect.poll(() => heldLines().length, { timeout: 30_000 }).toBeGreaterThan(before)
    return JSON.parse(heldLines().at(-1)!.slice('held '.length)) as Held
  }

  test(
    `${count} of them, made with seed ${seed}: none causes a server error, stores anything or keeps memory`,
    { timeout: 600_000 },
    async () => {
      const editor = createHttpClient(site.url)
      await editor.signIn()
      const made = await editor.post('/component/titles', { title: 'Untouched' })
      const target = { cookie: editor.cookieFor('/_api'), iri: String(made.json['@id']) }
      const before = await everything()

      const faults: string[] = []
      const counted = new Map<number | null, number>()
      const send = (from: number, amount: number) =>
        sendPipelined(
          Number(new URL(site.url).port),
          badRequests(from, amount, target),
          ({ request, status, timedOut }) => {
            counted.set(status, (counted.get(status) ?? 0) + 1)
            const isFault = status === null ? timedOut || !request.isLast : status >= 500
            if (isFault) faults.push(`${status}: ${request.bytes.toString('latin1').slice(0, 600)}`)
          },
        )
      // The compiler and the caches take their share first.
      const warmth = count / 4
      await send(seed, warmth)
      const early = await held()
      await send(seed + 1, count - warmth)
      const late = await held()

      expect(faults.slice(0, 10)).toEqual([])
      expect([...counted.values()].reduce((sum, some) => sum + some, 0)).toBe(count)
      expect(site.output().match(/^.*"level":"error".*$/gm) ?? []).toEqual([])
      expect(await everything()).toEqual(before)
      expect((await createHttpClient(site.url).get('/')).status).toBe(200)
      expect((late.heapUsed - early.heapUsed) / megabyte).toBeLessThan(8)
      expect((late.rss - early.rss) / megabyte).toBeLessThan(64)
    },
  )
})
