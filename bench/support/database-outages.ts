/** Restarts PostgreSQL under load, ends its connections, and stops it for a while. */
import { setTimeout } from 'node:timers/promises'
import { createHttpClient } from '../../tests/support/http/http-client.ts'
import { startDedicatedPostgres } from '../../tests/support/server/dedicated-postgres.ts'
import { startSteadyLoad } from '../../tests/support/http/steady-load.ts'
import { withSite } from './harness.ts'

export interface OutageResult {
  acknowledged: number
  refused: number
  processExits: number
  lost: number
  undelivered: number
  deliveredTwice: number
  /** Responses that were neither successful nor 503 with `Retry-After`. */
  otherAnswers: number
}

const expected = new Set([200, 201, 404, 503])

export const restartDatabaseUnderLoad = async (
  rounds: number,
  seconds: number,
): Promise<OutageResult> => {
  const postgres = await startDedicatedPostgres()
  try {
    return await withSite(
      async (site) => {
        const editor = createHttpClient(site.url)
        await editor.signIn()
        const pid = site.pid()
        const load = await startSteadyLoad({ url: site.url, editor, pause: () => setTimeout(10) })
        await load.waitForAcknowledged(20)
        for (let round = 0; round < rounds; round += 1) {
          await postgres.endConnections()
          await load.waitForAcknowledged(5)
          await postgres.stop()
          await load.waitForRefused(5)
          await postgres.start()
          await load.waitForAcknowledged(10)
        }
        await postgres.stop()
        await setTimeout(seconds * 1_000)
        await postgres.start()
        await load.waitForAcknowledged(20)
        const { ids, titles } = await load.finish()

        const told = new Set(titles)
        let lost = 0
        for (const [iri, title] of load.acknowledged) {
          const { json } = await editor.get(`${iri}?published=true`)
          if (json['title'] !== title) lost += 1
        }
        const others = [...load.statuses].filter(([status]) => !expected.has(status))
        return {
          acknowledged: load.acknowledged.size,
          refused: load.statuses.get(503) ?? 0,
          processExits: site.exitCode() === null && site.pid() === pid ? 0 : 1,
          lost,
          undelivered: [...load.acknowledged.values()].filter((title) => !told.has(title)).length,
          deliveredTwice: ids.length - new Set(ids).size,
          otherAnswers:
            load.withoutRetryAfter() + others.reduce((sum, [, count]) => sum + count, 0),
        }
      },
      { env: { DATABASE_URL: postgres.url } },
    )
  } finally {
    await postgres.dispose()
  }
}
