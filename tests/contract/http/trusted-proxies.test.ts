import { afterEach, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const site = { SITE_URL: 'http://site.test' }
/** Requests for mail that one address may send in ten minutes. */
const most = 20

eachStorage('the address of a client', (newStorage) => {
  let server: TestServer
  afterEach(() => server.stop())
  const open = async (env: Record<string, string>) => {
    server = await startServer(await newStorage(), env)
  }

  let names = 0
  /** One more attempt from an address that a proxy on this machine forwards. */
  const statusFor = async (forwarded: string) => {
    const path = `/password/reset/request/nobody-${(names += 1)}`
    const reply = await createHttpClient(server.url).get(path, { 'x-forwarded-for': forwarded })
    return reply.status
  }
  const statusesFor = async (count: number, forwarded: (at: number) => string) => {
    const statuses = []
    for (let at = 0; at < count; at += 1) statuses.push(await statusFor(forwarded(at)))
    return statuses
  }
  const allowed = Array.from({ length: most }, () => 404)

  test('is that of the proxy when no proxy is trusted', async () => {
    await open(site)
    expect(await statusesFor(most + 1, (at) => `203.0.113.${at}`)).toEqual([...allowed, 429])
    await createHttpClient(server.url).request('/the-last-of-all')
    await expect.poll(() => server.output()).toContain('/the-last-of-all')
    expect(server.output().split('TRUSTED_PROXIES'), 'is said once').toHaveLength(2)
  })

  test('is counted separately behind a trusted proxy, and cannot be forged', async () => {
    await open({ ...site, TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8' })
    const forged = (at: number) => `203.0.113.${at}, 198.51.100.1, 10.1.1.${at}`
    expect(await statusesFor(most + 1, forged)).toEqual([...allowed, 429])
    expect(await statusFor('198.51.100.2'), 'nobody else is kept out').toBe(404)
  })

  test('is its network for IPv6', async () => {
    await open({ ...site, TRUSTED_PROXIES: '127.0.0.0/8' })
    const neighbors = (at: number) => `2001:db8:1:2:${at}::${at}`
    expect(await statusesFor(most + 1, neighbors)).toEqual([...allowed, 429])
    expect(await statusFor('2001:db8:1:3::1')).toBe(404)
  })

  test.each([
    ['a trusted proxy says so', { TRUSTED_PROXIES: '127.0.0.1' }, true],
    ['a proxy is not believed when none is trusted', {}, false],
    [
      'a proxy is not believed when only others are trusted',
      { TRUSTED_PROXIES: '10.0.0.0/8' },
      false,
    ],
  ])('and whether it uses TLS: %s', async (_, env, expected) => {
    await open(env)
    const person = createHttpClient(server.url)
    const { headers } = await person.get('/me', { 'x-forwarded-proto': 'https' })
    const cookies = headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.every((cookie) => cookie.includes('; Secure'))).toBe(expected)
    expect(headers.get('link')).toContain(expected ? '<https://' : '<http://')
  })
})
