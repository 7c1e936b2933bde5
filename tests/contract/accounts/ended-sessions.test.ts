import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

/** Checks that a session that ends also ends the requests that began before. */
eachStorage('a session that has ended', (newStorage) => {
  let server: TestServer
  let root: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage(), { SITE_URL: 'http://site.test' })
    root = createHttpClient(server.url)
    expect((await root.signIn()).status).toBe(204)
  })
  afterAll(() => server.stop())

  const plainPassword = 'analytical'
  const make = async (username: string, roles: readonly string[] = []) => {
    const emailAddress = `${username}@people.test`
    const { json } = await root.post('/users', { username, emailAddress, plainPassword, roles })
    return String(json['@id'])
  }
  const signedIn = async (username: string) => {
    const person = createHttpClient(server.url)
    expect((await person.signIn(username, plainPassword)).status).toBe(204)
    return person
  }

  /** Sends a request whose body comes in two parts; `finish` sends the second one and returns the status. */
  const beginPatch = (person: HttpClient, iri: string, change: unknown) => {
    const path = `/_api${iri}`
    const body = JSON.stringify(change)
    const sent = request(server.url + path, {
      method: 'PATCH',
      headers: {
        cookie: person.cookieFor(path),
        'content-type': 'application/merge-patch+json',
        'content-length': Buffer.byteLength(body),
      },
    })
    sent.on('error', () => {})
    sent.write(body.slice(0, 5))
    return async () => {
      const answered = once(sent, 'response')
      sent.end(body.slice(5))
      const [answer] = (await answered) as [IncomingMessage]
      await text(answer)
      return { status: answer.statusCode, cookies: answer.headers['set-cookie'] }
    }
  }

  test('is not followed by one that begins with the old password', async () => {
    const iri = await make('ada')
    const browsers = Array.from({ length: 8 }, () => createHttpClient(server.url))
    const [changed, ...replies] = await Promise.all([
      root.patch(iri, { plainPassword: 'difference' }),
      ...browsers.map((browser) => browser.signIn('ada', plainPassword)),
    ])
    expect(changed.status).toBe(200)
    for (const { status } of replies) expect([204, 401]).toContain(status)
    const visits = await Promise.all(browsers.map((browser) => browser.get('/me')))
    expect(visits.map(({ status }) => status)).toEqual(browsers.map(() => 401))
  })

  test('stores no upload that was still arriving', async () => {
    const iri = await make('grace', ['ROLE_ADMIN'])
    const grace = await signedIn('grace')
    const { json } = await root.get('/component/titles')
    const [title] = json['member'] as { '@id': string; title: string }[]
    const finishes = [
      beginPatch(grace, title!['@id'], { title: 'By somebody who is not here any more' }),
      beginPatch(grace, iri, { newEmailAddress: 'thief@people.test' }),
      beginPatch(grace, iri, { oldPassword: plainPassword, plainPassword: 'difference' }),
    ]
    // The senders are authenticated by then.
    await wait(1_200)
    expect((await root.patch(iri, { roles: ['ROLE_USER'] })).status).toBe(200)
    for (const finish of finishes) {
      const { status, cookies = [] } = await finish()
      expect(status).toBe(401)
      expect(cookies.join()).not.toMatch(/api_component=[\w-]{43}/)
    }
    expect((await root.get(title!['@id'])).json['title']).toBe(title!.title)
    expect((await root.get(iri)).json).not.toHaveProperty('newEmailAddress')
    await signedIn('grace')
  })

  test('cannot change the account: of two concurrent changes of the password only one succeeds', async () => {
    const iri = await make('alan')
    const browsers = [await signedIn('alan'), await signedIn('alan')]
    const replies = await Promise.all(
      browsers.map((browser, at) =>
        browser.patch(iri, { oldPassword: plainPassword, plainPassword: `difference-${at}` }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const winner = replies.findIndex(({ status }) => status === 200)
    const visits = await Promise.all(browsers.map((browser) => browser.get('/me')))
    expect(visits.map(({ status }) => status === 200)).toEqual(
      browsers.map((_, at) => at === winner),
    )
  })

  test('does not let a super admin set another password, and then another address, without the old password', async () => {
    const iri = await make('joan', ['ROLE_SUPER_ADMIN'])
    const joan = await signedIn('joan')
    const other = await make('mary')
    server.advance(11 * 60 * 1000)
    const refused = await joan.patch(iri, { plainPassword: 'difference' })
    expect(refused.status).toBe(422)
    expect(refused.json['violations']).toMatchObject([{ propertyPath: 'currentPassword' }])
    expect((await joan.patch(other, { plainPassword: 'difference' })).status).toBe(200)
    for (const name of ['currentPassword', 'oldPassword']) {
      const wrong = await joan.patch(iri, { plainPassword: 'difference', [name]: 'wrong' })
      expect(wrong.status).toBe(422)
    }
    const right = { plainPassword: 'difference', oldPassword: plainPassword }
    expect((await joan.patch(iri, right)).status).toBe(200)
    expect((await joan.get('/me')).status).toBe(200)
  })
})
