/** The settings that decide how a site writes and how it is shown elsewhere, as visitors get them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const parameters = '/_/site_config_parameters'

eachStorage('a site in another language', (newStorage) => {
  let server: TestServer
  let owner: HttpClient
  let visitor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage(), { SITE_URL: 'https://troupe.test' })
    owner = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await owner.signIn()
  })
  afterAll(() => server.stop())

  const page = async (path: string) => (await visitor.request(path)).text
  /** Stores a setting that is not stored yet. */
  const store = (key: string, value: unknown) => owner.post(parameters, { key, value })
  const replace = (key: string, value: unknown) => owner.patch(`${parameters}/${key}`, { value })

  test.each([
    ['lang', '"><script>alert(1)</script>'],
    ['lang', 'de_AT'],
    ['lang', 'x'.repeat(90_000)],
    ['lang', ['de', 'fr']],
    ['timeZone', 'Europe/Atlantis'],
    ['timeZone', 'x'.repeat(90_000)],
    ['dateFormat', '"><script>alert(1)</script>'],
    ['dateFormat', 'toString'],
  ])('refuses as %s the value %j', async (key, value) => {
    const refused = await store(key, value)
    expect([refused.status, refused.json['violations']]).toEqual([
      422,
      [expect.objectContaining({ propertyPath: 'value' })],
    ])
    expect((await owner.get(`${parameters}/${key}`)).status).toBe(404)
  })

  test('names its language in its pages, but not in those of the app', async () => {
    expect(await page('/about')).toContain('<html lang="en">')
    expect((await store('lang', 'pt-BR')).status).toBe(201)
    expect(await page('/about')).toContain('<html lang="pt-BR">')
    expect(await page('/login')).toContain('<html lang="en">')
    expect(await page('/nowhere')).toContain('<html lang="en">')
    expect((await replace('lang', '"')).status).toBe(422)
    expect((await replace('lang', '')).status).toBe(200)
    expect(await page('/about')).toContain('<html lang="en">')
  })

  test('shows dates in its language, its time zone and its format', async () => {
    const dates = async () => {
      const shown = [
        ...(await page('/blog-articles')).matchAll(/<time [^>]*datetime="([^"]+)"[^>]*>([^<]+)</gi),
      ]
      expect(shown).not.toEqual([])
      return shown.map(([, date, text]) => ({ date: new Date(date!), text }))
    }
    const expectDates = async (lang: string, options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(lang, options)
      for (const { date, text } of await dates()) expect(text).toBe(format.format(date))
    }
    await expectDates('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    await replace('lang', 'de')
    await store('timeZone', 'Pacific/Kiritimati')
    await expectDates('de', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' })
    await store('dateFormat', 'iso')
    for (const { text } of await dates()) expect(text).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const key of ['lang', 'timeZone', 'dateFormat']) await owner.remove(`${parameters}/${key}`)
  })
})
