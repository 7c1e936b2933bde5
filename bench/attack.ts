/** What an attack on the running server found, again and as figures: kills, outages of the database, slow readers. */
import type { Figure } from './support/figure.ts'
import { killsOnLibsql, killsOnPostgres } from './support/kills.ts'
import { restartsUnderLoad } from './support/restarts.ts'
import { countOf } from './support/settings.ts'
import { slowStreams } from './support/slow-streams.ts'

const none = (name: string, value: number): Figure => ({
  name,
  value,
  unit: '',
  limit: { atMost: 0 },
})

export const measure = async (): Promise<Figure[]> => {
  const kills = countOf('ATTACK_KILLS', 100)
  const killsPostgres = countOf('ATTACK_KILLS_POSTGRES', 40)
  const restarts = countOf('ATTACK_RESTARTS', 10)
  const seconds = countOf('ATTACK_OUTAGE_SECONDS', 60)
  const streams = countOf('ATTACK_STREAMS', 5_000)

  const libsql = await killsOnLibsql(kills)
  const postgres = await killsOnPostgres(killsPostgres)
  const outages = await restartsUnderLoad(restarts, seconds)
  const slow = await slowStreams(streams, Math.ceil(streams / 50))
  return [
    none(`${kills} kills on libsql: writes lost of ${libsql.acknowledged}`, libsql.lost),
    none('events of them not told, or told twice', libsql.untold + libsql.toldTwice),
    none(
      `${killsPostgres} kills on PostgreSQL: writes lost of ${postgres.acknowledged}`,
      postgres.lost,
    ),
    none('events of them not told, or told twice', postgres.untold + postgres.toldTwice),
    none(
      `${restarts} restarts of PostgreSQL and ${seconds} s without: process exits`,
      outages.processExits,
    ),
    none(
      `writes lost of ${outages.acknowledged}, ${outages.refused} requests refused`,
      outages.lost,
    ),
    none('events not told, or told twice', outages.untold + outages.toldTwice),
    none('answers other than 503 with Retry-After', outages.otherAnswers),
    none(`${streams} streams, some of whose readers stop: events missed`, slow.missed),
    none('events told twice', slow.twice),
    {
      name: 'memory taken meanwhile',
      value: slow.megabytes,
      unit: 'MB',
      limit: { atMost: 150 },
    },
  ]
}
