/** Kills the server repeatedly in the middle of writes and counts the acknowledged writes that are lost. */
import { randomUUID } from 'node:crypto'
import { createHttpClient, type HttpClient } from '../../tests/support/http/http-client.ts'
import { subscribeToHub } from '../../tests/support/http/hub-subscriber.ts'
import { startDedicatedPostgres } from '../../tests/support/server/dedicated-postgres.ts'
import { collectEventsUntil } from '../../tests/support/http/steady-load.ts'
import type { ServerProcess } from '../../tests/support/server/server-process.ts'
import { countLost } from './count-lost.ts'
import { withSite } from './harness.ts'

const writers = 4
const past = '2026-01-05T09:00:00+00:00'

interface Losses {
  acknowledged: number
  /** Acknowledged writes that are missing or differ. */
  lost: number
  /** Acknowledged writes whose event is not replayed to subscribers that reconnect. */
  undelivered: number
  deliveredTwice: number
}

interface Attack {
  site: ServerProcess
  editor: HttpClient
  kills: number
}

/** Writes until the server has acknowledged `killAfter` titles, then kills it in the middle of the other writes. */
const writeUntilKilled = async (
  { site, editor }: Attack,
  titles: Map<string, string>,
  killAfter: number,
) => {
  const down = new AbortController()
  const write = async () => {
    while (!down.signal.aborted) {
      const title = `Title ${randomUUID()}`
      const { status, json } = await editor.post('/component/titles', { title, publishedAt: past })
      if (status === 201) titles.set(String(json['@id']), title)
      if (titles.size < killAfter || down.signal.aborted) continue
      down.abort()
      await site.kill('SIGKILL')
    }
  }
  // Requests that were in flight fail, because the server is gone.
  await Promise.all(Array.from({ length: writers }, () => write().catch(() => {})))
}

const attack = async (options: Attack): Promise<Losses> => {
  const { site, editor, kills } = options
  const titles = new Map<string, string>()
  const first = await editor.post('/component/titles', { title: 'First', publishedAt: past })
  const { text } = await createHttpClient(site.url).request('/')
  const [, start = ''] = /"lastEventId":"([^"]+)"/.exec(text) ?? []

  for (let kill = 0; kill < kills; kill += 1) {
    // Some kills come at once, others in the middle of many writes.
    await writeUntilKilled(options, titles, titles.size + 1 + ((kill * 7) % 23))
    await site.start()
  }

  const lost = await countLost(editor, titles)
  const { json: end } = await editor.post('/component/titles', { title: 'End', publishedAt: past })
  const listener = await subscribeToHub(site.url, { as: editor, lastEventId: start })
  const received = await collectEventsUntil(listener, String(end['@id']))
  const receivedTitles = new Set(received.titles)
  if (first.status !== 201) throw new Error('The first write was refused.')
  return {
    acknowledged: titles.size,
    lost,
    undelivered: [...titles.values()].filter((title) => !receivedTitles.has(title)).length,
    deliveredTwice: received.ids.length - new Set(received.ids).size,
  }
}

const measure = (kills: number, env: Record<string, string>) =>
  withSite(
    async (site) => {
      const editor = createHttpClient(site.url)
      await editor.signIn()
      return attack({ site, editor, kills })
    },
    { env },
  )

/** Kills a server on libSQL that many times. */
export const killServerOnLibsql = (kills: number) => measure(kills, {})

/** Kills a server on PostgreSQL that many times. */
export const killServerOnPostgres = async (kills: number) => {
  const postgres = await startDedicatedPostgres()
  try {
    return await measure(kills, { DATABASE_URL: postgres.url })
  } finally {
    await postgres.dispose()
  }
}
