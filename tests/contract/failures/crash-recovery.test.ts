import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgres } from '../../support/server/databases.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import { randomFrom, seed } from '../../support/seed.ts'
import { type HttpClient, createHttpClient } from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'

const wanted = 200
const writers = 4
const past = '2026-01-05T09:00:00+00:00'
const random = randomFrom(seed)

beforeAll(requireBuild, 120_000)

describe.each(['libsql', 'PostgreSQL'])('a server killed during writes, on %s', (database) => {
  let site: ServerProcess
  let editor: HttpClient
  beforeAll(async () => {
    site = await startServerProcess(
      database === 'PostgreSQL' ? { DATABASE_URL: await createPostgres() } : {},
    )
    editor = createHttpClient(site.url)
    await editor.signIn()
  })
  afterAll(() => site.dispose())

  /** The titles whose writes were acknowledged. */
  const titles = new Map<string, string>()
  let count = 0

  const group = async () => {
    const { json } = await editor.get('/_/component_groups')
    const found = (json['member'] as Record<string, unknown>[]).find(({ reference }) =>
      String(reference).startsWith('primary_'),
    )
    return String(found!['@id'])
  }
  const add = async (componentGroup: string, own: string[]) => {
    const title = `Title ${(count += 1)}`
    const { status, json } = await editor.post('/component/titles', {
      title,
      publishedAt: past,
      componentPositions: [{ componentGroup, sortValue: 0 }],
    })
    if (status !== 201) return
    titles.set(String(json['@id']), title)
    own.push(String(json['@id']))
  }
  const change = async (iri: string) => {
    const title = `Changed ${(count += 1)}`
    // Until the response arrives, either title may be stored.
    titles.delete(iri)
    const { status } = await editor.patch(`${iri}?published=true`, { title })
    if (status === 200) titles.set(iri, title)
  }

  test('loses no acknowledged write, stores none partially, and replays every event', async () => {
    const componentGroup = await group()
    const { text } = await createHttpClient(site.url).request('/')
    const [, start = ''] = /"lastEventId":"([^"]+)"/.exec(text) ?? []
    const progress = { acknowledged: 0, kills: 0 }
    const received = new Map<string, unknown>()

    while (progress.acknowledged < wanted) {
      const killAfter = progress.acknowledged + 10 + Math.floor(random() * 40)
      let isDown = false
      const write = async () => {
        // Each writer changes only its own resources: with two writers the last one would be unknown.
        const own: string[] = []
        while (!isDown) {
          const iri = own[Math.floor(random() * own.length * 3)]
          await (iri ? change(iri) : add(componentGroup, own))
          progress.acknowledged += 1
          if (progress.acknowledged < killAfter || isDown) continue
          isDown = true
          await site.kill('SIGKILL')
        }
      }
      // Requests in flight fail when the server is killed.
      await Promise.all(Array.from({ length: writers }, () => write().catch(() => {})))
      progress.kills += 1
      await site.start()
    }
    expect(progress.kills).toBeGreaterThan(3)

    for (const [iri, title] of titles) {
      const { status, json } = await editor.get(`${iri}?published=true`)
      expect({ status, title: json['title'] }, iri).toEqual({ status: 200, title })
    }

    const { componentPositions } = (await editor.get(componentGroup)).json as {
      componentPositions: string[]
    }
    const sortValues = new Set<number>()
    for (const position of componentPositions) {
      const { component, sortValue } = (await editor.get(position)).json
      expect((await editor.get(String(component))).status).toBe(200)
      sortValues.add(Number(sortValue))
    }
    expect(sortValues.size).toBe(componentPositions.length)

    const { json: last } = await editor.post('/component/titles', {
      title: 'The end',
      publishedAt: past,
    })
    const listener = await subscribeToHub(site.url, { as: editor, lastEventId: start })
    while (!received.has(String(last['@id']))) {
      const frame = await listener.nextFrame()
      if (!frame) break
      received.set(frame.data['@id'], frame.data['title'])
    }
    listener.close()
    expect([...titles].filter(([iri, title]) => received.get(iri) !== title)).toEqual([])
  }, 180_000)
})
