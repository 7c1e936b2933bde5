/** Restarts PostgreSQL under load, ends its connections, and stops it for a while. */
import { setTimeout } from 'node:timers/promises'
import { type HttpClient, createHttpClient } from '../../tests/support/http/http-client.ts'
import { startDedicatedPostgres } from '../../tests/support/server/dedicated-postgres.ts'
import { startSteadyLoad } from '../../tests/support/http/steady-load.ts'
import type { ServerProcess } from '../../tests/support/server/server-process.ts'
import { countLost } from './count-lost.ts'
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

type Postgres = Awaited<ReturnType<typeof startDedicatedPostgres>>
type Load = Awaited<ReturnType<typeof startSteadyLoad>>

/** Ends the connections and restarts the database in rounds, then leaves it stopped for some seconds. */
const disturb = async (postgres: Postgres, load: Load, rounds: number, seconds: number) => {
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
}

const resultOf = async (load: Load, editor: HttpClient) => {
  const { ids, titles } = await load.finish()
  const receivedTitles = new Set(titles)
  const others = [...load.statuses].filter(([status]) => !expected.has(status))
  return {
    acknowledged: load.acknowledged.size,
    refused: load.statuses.get(503) ?? 0,
    lost: await countLost(editor, load.acknowledged),
    undelivered: [...load.acknowledged.values()].filter((title) => !receivedTitles.has(title))
      .length,
    deliveredTwice: ids.length - new Set(ids).size,
    otherAnswers: load.withoutRetryAfter() + others.reduce((sum, [, count]) => sum + count, 0),
  }
}

/** Restarts the database `rounds` times and then stops it for some seconds. */
export const restartDatabaseUnderLoad = async (
  rounds: number,
  seconds: number,
): Promise<OutageResult> => {
  const postgres = await startDedicatedPostgres()
  const measureOn = async (site: ServerProcess) => {
    const editor = createHttpClient(site.url)
    await editor.signIn()
    const pid = site.pid()
    const load = await startSteadyLoad({ url: site.url, editor, pause: () => setTimeout(10) })
    await disturb(postgres, load, rounds, seconds)
    const result = await resultOf(load, editor)
    return { ...result, processExits: site.exitCode() === null && site.pid() === pid ? 0 : 1 }
  }
  try {
    return await withSite(measureOn, { env: { DATABASE_URL: postgres.url } })
  } finally {
    await postgres.dispose()
  }
}
