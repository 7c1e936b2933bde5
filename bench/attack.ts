/** Measures how the running server copes with being killed, database outages and slow readers. */
import type { Metric } from './support/metric.ts'
import { killServerOnLibsql, killServerOnPostgres } from './support/crash-recovery.ts'
import { restartDatabaseUnderLoad } from './support/database-outages.ts'
import { countFromEnv } from './support/env.ts'
import { slowStreams } from './support/slow-streams.ts'

const zeroMetric = (name: string, value: number): Metric => ({
  name,
  value,
  unit: '',
  limit: { atMost: 0 },
})

type Kill = (kills: number) => ReturnType<typeof killServerOnLibsql>

const measureKills = async (database: string, kills: number, kill: Kill): Promise<Metric[]> => {
  const { acknowledged, lost, undelivered, deliveredTwice } = await kill(kills)
  return [
    zeroMetric(`${kills} kills on ${database}: writes lost of ${acknowledged}`, lost),
    zeroMetric('events of them not delivered, or delivered twice', undelivered + deliveredTwice),
  ]
}

const measureOutages = async (restarts: number, seconds: number): Promise<Metric[]> => {
  const outages = await restartDatabaseUnderLoad(restarts, seconds)
  return [
    zeroMetric(
      `${restarts} restarts of PostgreSQL and ${seconds} s without: process exits`,
      outages.processExits,
    ),
    zeroMetric(
      `writes lost of ${outages.acknowledged}, ${outages.refused} requests refused`,
      outages.lost,
    ),
    zeroMetric(
      'events not delivered, or delivered twice',
      outages.undelivered + outages.deliveredTwice,
    ),
    zeroMetric('answers other than 503 with Retry-After', outages.otherAnswers),
  ]
}

const measureSlowStreams = async (streams: number): Promise<Metric[]> => {
  const slow = await slowStreams(streams, Math.ceil(streams / 50))
  return [
    zeroMetric(`${streams} streams, some of whose readers stop: events missed`, slow.missed),
    zeroMetric('events delivered twice', slow.twice),
    { name: 'memory taken meanwhile', value: slow.megabytes, unit: 'MB', limit: { atMost: 150 } },
  ]
}

export const measure = async (): Promise<Metric[]> => {
  const kills = countFromEnv('ATTACK_KILLS', 100)
  const killsPostgres = countFromEnv('ATTACK_KILLS_POSTGRES', 40)
  const restarts = countFromEnv('ATTACK_RESTARTS', 10)
  const seconds = countFromEnv('ATTACK_OUTAGE_SECONDS', 60)
  const streams = countFromEnv('ATTACK_STREAMS', 5_000)
  return [
    ...(await measureKills('libsql', kills, killServerOnLibsql)),
    ...(await measureKills('PostgreSQL', killsPostgres, killServerOnPostgres)),
    ...(await measureOutages(restarts, seconds)),
    ...(await measureSlowStreams(streams)),
  ]
}
