import { expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import { createHttpClient, startServer } from '../../support/server/in-process-server.ts'

const token = 'a token of some length'

eachStorage('metrics', (newStorage) => {
  test('are for those who have the token only', async () => {
    const server = await startServer(await newStorage(), { METRICS_TOKEN: token })
    const read = async (authorization?: string) =>
      fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })
    for (const wrong of [undefined, 'Bearer', `Bearer ${token}!`, `Basic ${token}`, token]) {
      const { status, headers } = await read(wrong)
      expect([wrong, status, headers.get('www-authenticate')]).toEqual([wrong, 401, 'Bearer'])
    }
    const right = await read(`Bearer ${token}`)
    expect(right.status).toBe(200)
    expect(right.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(right.headers.get('cache-control')).toContain('no-store')
    expect(server.output()).not.toContain(token)
    await server.stop()
  })

  test('count requests, those answered from the cache included, and the state of the site', async () => {
    const server = await startServer(await newStorage(), { METRICS_TOKEN: token })
    const visitor = createHttpClient(server.url)
    for (let count = 0; count < 3; count += 1) await visitor.get('/_/layouts')
    await visitor.get('/_/layouts/none')
    await visitor.post('/users', {})
    const answer = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const lines = (await answer.text()).split('\n')
    const valueOf = (name: string) =>
      lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
    expect(valueOf('troupe_http_requests_total{method="GET",status="200"}')).toBe('3')
    expect(valueOf('troupe_http_requests_total{method="GET",status="404"}')).toBe('1')
    expect(valueOf('troupe_http_requests_total{method="POST",status="401"}')).toBe('1')
    expect(valueOf('troupe_http_request_duration_seconds_count')).toBe('5')
    expect(valueOf('troupe_hub_connections')).toBe('0')
    expect(valueOf('troupe_hub_events_behind')).toBe('0')
    expect(valueOf('troupe_mail_queue_length')).toBe('0')
    expect(Number(valueOf('process_resident_memory_bytes'))).toBeGreaterThan(0)
    await server.stop()
  })

  test('are not there without a token', async () => {
    const server = await startServer(await newStorage())
    const headers = { authorization: 'Bearer ' }
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(404)
    await server.stop()
  })
})
