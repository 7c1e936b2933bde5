/** The picture with which a site is shared, and its icons: files of the media library that the settings name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile, filesOf } from '../support/library-files.ts'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const parameters = '/_/site_config_parameters'
const origin = 'https://troupe.test'

eachStorage('the pictures of a site', (newStorage) => {
  let server: TestServer
  let owner: HttpClient
  let visitor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage(), { SITE_URL: origin })
    owner = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await owner.signIn()
  })
  afterAll(() => server.stop())

  const headIn = (html: string) => /<head>([\s\S]*)<\/head>/.exec(html)![1]!
  const head = async (path: string) => headIn((await visitor.request(path)).text)
  const store = (key: string, value: unknown) => owner.post(parameters, { key, value })
  const added = async (width: number) => {
    const post = async (path: string, body: object) => ({
      body: (await owner.post(path, body)).json,
    })
    const { body } = await addFile({ post } as never, width)
    const path = new URL(filesOf(body as never)[0]!.contentUrl, origin).pathname
    return { iri: String(body['@id']), path }
  }
  const file = async (iri: string) => (await owner.get(iri)).json

  test.each([
    ['socialImage', 'https://elsewhere.test/a.png'],
    ['favicon', '/favicon.svg'],
    ['favicon', '"><script>alert(1)</script>'],
    ['largeIcon', ['/_api/_/media_objects/a.png/download/file/a.png']],
    ['largeIcon', 'javascript:alert(1)'],
  ])('refuses as %s the value %j', async (key, value) => {
    const refused = await store(key, value)
    expect([refused.status, refused.json['violations']]).toEqual([
      422,
      [expect.objectContaining({ propertyPath: 'value' })],
    ])
  })

  test('are those of the app until others are chosen', async () => {
    const markup = await head('/about')
    expect(markup).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">')
    expect(markup).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">')
    expect(markup).not.toContain('og:image')
  })

  test('are in the head of every page and in the manifest, and visitors get their files', async () => {
    const [social, icon] = [await added(64), await added(65)]
    const settings = {
      socialImage: social.path,
      socialImageAlt: 'A "stage" <empty>',
      favicon: icon.path,
      largeIcon: icon.path,
    }
    expect((await visitor.request(social.path)).status).toBe(401)
    for (const [key, value] of Object.entries(settings))
      expect((await store(key, value)).status).toBe(201)
    for (const markup of [await head('/about'), await head('/')]) {
      expect(markup).toContain(`<meta property="og:image" content="${origin}${social.path}">`)
      expect(markup).toContain(
        '<meta property="og:image:alt" content="A &quot;stage&quot; &lt;empty&gt;">',
      )
      expect(markup).toContain(`<link rel="icon" href="${icon.path}">`)
      expect(markup).toContain(`<link rel="apple-touch-icon" href="${icon.path}">`)
    }
    const manifest = (await visitor.request('/manifest.webmanifest')).json
    expect(manifest['icons']).toEqual([{ src: icon.path, sizes: 'any', purpose: 'any' }])
    expect((await visitor.request(social.path)).status).toBe(200)
    expect(await file(social.iri)).toMatchObject({
      useCount: 1,
      usedBy: [{ '@type': 'SiteConfigParameter', label: 'Social image', pages: [] }],
    })
    expect((await file(icon.iri))['useCount']).toBe(2)
    expect((await owner.remove(icon.iri)).status).toBe(422)

    await owner.patch(`${parameters}/favicon`, { value: '' })
    expect((await file(icon.iri))['useCount']).toBe(1)
    await owner.remove(`${parameters}/largeIcon`)
    expect((await owner.remove(icon.iri)).status).toBe(204)
    expect(await head('/about')).toContain('href="/favicon.svg"')
  })

  test('leave a page the picture that is its own', async () => {
    const own = await added(70)
    const { page } = (await owner.get('/_/routes//about')).json
    const changed = await owner.patch(String(page), { socialImage: own.iri })
    expect(changed.status).toBe(200)
    const markup = await head('/about')
    expect(markup).toMatch(/og:image" content="[^"]+\/download\/socialImage/)
    expect(markup).not.toContain('og:image:alt')
  })
})
