/** The origin of absolute URLs: SITE_URL, or the request's own origin if its host is trusted. */
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

interface HostAnswer {
  status: number
  link: string
  text: string
}

eachStorage('absolute URLs', (newStorage) => {
  let storage: StorageEnv | undefined
  let server: TestServer
  afterEach(() => server.stop())

  const open = async (env: Record<string, string>) => {
    storage ??= await newStorage()
    server = await startServer(storage, env)
  }
  /** `fetch` does not allow setting the host. */
  const askAs = (host: string, path: string) =>
    new Promise<HostAnswer>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const sending = request({ hostname, port, path, headers: { host } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, link: String(answer.headers['link']), text }),
        )
      })
      sending.on('error', reject).end()
    })
  const firstOf = async (list: string) => {
    const { json } = await createHttpClient(server.url).get(list)
    return (json['member'] as { '@id': string }[])[0]!['@id']
  }
  /**
   * Every place where a response contains the site's origin, requested twice: what is cached for one host must not be
   * sent to another.
   */
  const saidTo = async (host: string, isKnown = true) => {
    const [image, form] = [await firstOf('/component/images'), await firstOf('/component/forms')]
    const ask = async (path: string) => {
      const first = await askAs(host, path)
      expect(await askAs(host, path)).toEqual(first)
      return first
    }
    const [imageAnswer, formAnswer] = [await ask(`/_api${image}`), await ask(`/_api${form}`)]
    const page = await askAs(host, '/about')
    const [robots, index, sitemap] = [
      await askAs(host, '/robots.txt'),
      await askAs(host, '/sitemap_index.xml'),
      await askAs(host, '/sitemap.xml'),
    ]
    expect([index.status, sitemap.status]).toEqual(isKnown ? [200, 200] : [404, 404])
    return {
      link: /^<(.*?)\/_api\/docs\.jsonld>/.exec(imageAnswer.link)?.[1],
      hub: /,<(.*?)\/\.well-known\/mercure>/.exec(imageAnswer.link)?.[1],
      contentUrl: /"contentUrl":"(.*?)\/_api/.exec(imageAnswer.text)?.[1],
      action: /"action":"(.*?)\/_api/.exec(formAnswer.text)?.[1],
      canonical: /<link rel="canonical" href="(.*?)\/about">/.exec(page.text)?.[1] ?? '',
      robots: /^Sitemap: (.*?)\/sitemap_index\.xml$/m.exec(robots.text)?.[1] ?? '',
      index: /<loc>(.*?)\/sitemap\.xml<\/loc>/.exec(index.text)?.[1] ?? '',
      sitemap: /<loc>(.*?)\/about<\/loc>/.exec(sitemap.text)?.[1] ?? '',
    }
  }
  const all = (home: string) => ({
    link: home,
    hub: home,
    contentUrl: home,
    action: home,
    canonical: home,
    robots: home,
    index: home,
    sitemap: home,
  })

  test('have the origin of SITE_URL, whatever host a request names', async () => {
    await open({ SITE_URL: 'https://troupe.test' })
    for (const host of ['evil.test', 'localhost:3000']) {
      expect(await saidTo(host)).toEqual(all('https://troupe.test'))
    }
  })

  test.each([{ NODE_ENV: 'test' }, { NODE_ENV: 'production' }])(
    'have the origin of the request without SITE_URL, if its host is local or trusted: %j',
    async (env) => {
      await open({ ...env, TRUSTED_HOSTS: 'troupe.test, WWW.troupe.test:8080' })
      const own = new URL(server.url).host
      for (const host of [own, 'localhost:1234', '[::1]:81', 'troupe.test', 'troupe.test:99']) {
        expect(await saidTo(host)).toEqual(all(`http://${host}`))
      }
      expect(await saidTo('www.troupe.test:8080')).toEqual(all('http://www.troupe.test:8080'))
      for (const host of [
        'evil.test',
        'www.troupe.test',
        'nottroupe.test',
        'localhost.evil.test',
      ]) {
        expect(await saidTo(host, false)).toEqual(all(''))
      }
    },
  )
})
