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

export const measure = async (): Promise<Metric[]> => {
  const kills = countFromEnv('ATTACK_KILLS', 100)
  const killsPostgres = countFromEnv('ATTACK_KILLS_POSTGRES', 40)
  const restarts = countFromEnv('ATTACK_RESTARTS', 10)
  const seconds = countFromEnv('ATTACK_OUTAGE_SECONDS', 60)
  const streams = countFromEnv('ATTACK_STREAMS', 5_000)

  const libsql = await killServerOnLibsql(kills)
  const postgres = await killServerOnPostgres(killsPostgres)
  const outages = await restartDatabaseUnderLoad(restarts, seconds)
  const slow = await slowStreams(streams, Math.ceil(streams / 50))
  return [
    zeroMetric(`${kills} kills on libsql: writes lost of ${libsql.acknowledged}`, libsql.lost),
    zeroMetric(
      'events of them not told, or told twice',
      libsql.undelivered + libsql.deliveredTwice,
    ),
    zeroMetric(
      `${killsPostgres} kills on PostgreSQL: writes lost of ${postgres.acknowledged}`,
      postgres.lost,
    ),
    zeroMetric(
      'events of them not told, or told twice',
      postgres.undelivered + postgres.deliveredTwice,
    ),
    zeroMetric(
      `${restarts} restarts of PostgreSQL and ${seconds} s without: process exits`,
      outages.processExits,
    ),
    zeroMetric(
      `writes lost of ${outages.acknowledged}, ${outages.refused} requests refused`,
      outages.lost,
    ),
    zeroMetric('events not told, or told twice', outages.undelivered + outages.deliveredTwice),
    zeroMetric('answers other than 503 with Retry-After', outages.otherAnswers),
    zeroMetric(`${streams} streams, some of whose readers stop: events missed`, slow.missed),
    zeroMetric('events told twice', slow.twice),
    {
      name: 'memory taken meanwhile',
      value: slow.megabytes,
      unit: 'MB',
      limit: { atMost: 150 },
    },
  ]
}
