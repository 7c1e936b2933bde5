/** Forms that a browser sends without scripts, to the whole server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordMismatch } from '#content/account/new-password.ts'
import {
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  server = await startServer({ DATA_DIR: folder })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const formType = 'application/x-www-form-urlencoded'

/** Sends a form as a browser does; `from` is the origin of its page. */
const send = (
  path: string,
  fields: Record<string, string> | string,
  { from = server.url, client = createHttpClient(server.url) } = {},
) =>
  client.request(path, {
    method: 'POST',
    body: typeof fields === 'string' ? fields : `${new URLSearchParams(fields)}`,
    headers: { 'content-type': `${formType};charset=UTF-8`, origin: from },
  })

describe('the sign-in form', () => {
  test('leads back to where one came from, with the cookies of the session', async () => {
    const client = createHttpClient(server.url)
    const fields = { username: 'admin', password }
    const { status, headers } = await send('/login?back=/about', fields, { client })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/about')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await client.get('/me')).json['username']).toBe('admin')
  })

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test/'])(
    'never leads to another site: back=%s',
    async (back) => {
      const fields = { username: 'admin', password }
      const { headers } = await send(`/login?back=${encodeURIComponent(back)}`, fields)
      expect(headers.get('location')).toBe('/')
    },
  )

  test('says why it was refused, with the name but without the password', async () => {
    const username = '"><script>alert(1)</script>'
    const answer = await send('/login', { username, password: 'not-this-one' })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('Invalid credentials.')
    expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(answer.text).not.toContain('<script>alert(1)')
    expect(answer.text).not.toContain('not-this-one')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('is refused when another site has sent it', async () => {
    const client = createHttpClient(server.url)
    const fields = { username: 'admin', password }
    const answer = await send('/login', fields, { client, from: 'https://evil.test' })
    expect(answer.status).toBe(403)
    expect((await client.get('/me')).status).toBe(401)
  })

  test('is refused after too many attempts, with the time to wait', async () => {
    const attempts = []
    for (let attempt = 0; attempt < 40; attempt += 1)
      attempts.push(await send('/login', { username: 'guessed', password: `${attempt}` }))
    const last = attempts.at(-1)!
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last.text).toContain('Too many attempts.')
  })

  test('is refused before it is read when it is too large', async () => {
    const answer = await send('/login?back=/about', { username: 'x'.repeat(70_000), password: '' })
    expect(answer.status).toBe(413)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.text).toContain(
      'What you have entered is too long to be sent. Please shorten it.',
    )
    expect(answer.text).toContain('action="/login?back=/about"')
  })

  test('takes nothing but forms', async () => {
    const answer = await createHttpClient(server.url).request('/login', {
      method: 'POST',
      body: { username: 'admin', password },
    })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})

test('a form that is sent to an address of slashes only is refused, without an error', async () => {
  for (const path of ['//', '///']) expect((await send(path, { any: 'thing' })).status).toBe(400)
})

describe('the forms of the account screens', () => {
  test('keep the token of a link out of every cache', async () => {
    const path = '/reset-password/ada/a-token'
    const opened = await createHttpClient(server.url).request(path)
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
    const fields = { first: 'analytical engine', second: 'analytical engine' }
    const sent = await send(path, fields)
    expect(sent.headers.get('cache-control')).toBe('private, no-store')
  })

  test('say that a link has expired, and nothing else', async () => {
    for (const path of ['/reset-password/ada/a-token', '/verify-email/ada/a-token']) {
      const fields = { first: 'analytical engine', second: 'analytical engine' }
      const { status, text } = await send(path, fields)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain('This link has expired or was used already')
      expect(text).not.toContain('role="alert"')
    }
  })

  test('say so at once, before a password is typed', async () => {
    for (const path of ['/reset-password/admin/a-token', '/reset-password/nobody/a-token']) {
      const { status, text, headers } = await createHttpClient(server.url).request(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain('This link has expired or was used already')
      expect(text).not.toContain('New password')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('have a password typed again that was typed in two ways', async () => {
    const fields = { first: 'analytical engine', second: 'difference engine' }
    const { status, text } = await send('/reset-password/ada/a-token', fields)
    expect(status).toBe(422)
    expect(text).toContain(passwordMismatch)
    expect(text).not.toContain('analytical engine')
  })
})

test('an account screen says what is missing in a link that was cut off', async () => {
  const missing = {
    '/verify-email': 'the username and the code at its end are missing',
    '/verify-email/admin': 'the code at its end is missing',
    '/reset-password/admin': 'the code at its end is missing',
    '/confirm-new-email/admin': 'the new email address and the code at its end are missing',
  }
  for (const [path, message] of Object.entries(missing)) {
    const { status, text } = await createHttpClient(server.url).request(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain(`This link is incomplete: ${message}.`)
  }
  const { text } = await createHttpClient(server.url).request('/verify-emails')
  expect(text).not.toContain('incomplete')
})

test('the sign-out form ends the session', async () => {
  const client = createHttpClient(server.url)
  await client.signIn()
  expect((await send('/logout', '', { client, from: 'https://evil.test' })).status).toBe(403)
  expect((await client.get('/me')).status).toBe(200)
  const { status, headers } = await send('/logout', '', { client })
  expect([status, headers.get('location')]).toEqual([303, '/'])
  expect((await client.get('/me')).status).toBe(401)
})

describe('a form of the content', () => {
  const formIri = async () => {
    const { text } = await createHttpClient(server.url).request('/form')
    return /name="_form" value="([^"]+)"/.exec(text)![1]!
  }
  const filled = {
    'example[email]': 'ada@example.com',
    'example[subject]': 'praise',
    'example[message]': 'Well done',
    'example[developer]': 'yes',
    'example[randomCheckbox]': '1',
    'example[plainPassword][first]': 'long enough',
    'example[plainPassword][second]': 'long enough',
    'example[interests][]': 'design',
  }

  test('leads to its thanks, at an address that can be reloaded', async () => {
    const iri = await formIri()
    const { status, headers } = await send('/form?page=2', { _form: iri, ...filled })
    expect(status).toBe(303)
    const location = headers.get('location')!
    expect(location).toBe(`/form?page=2&submitted=${encodeURIComponent(iri)}`)
    const { text } = await createHttpClient(server.url).request(location)
    expect(text).toContain('Thank you, your letter is with us.')
    expect(/<link rel="canonical"[^>]*>/.exec(text)![0]).not.toContain('submitted')
  })

  test('is shown again with its errors and what was typed, but without passwords', async () => {
    const invalid = { ...filled, 'example[email]': 'nobody', _form: await formIri() }
    const { status, text } = await send('/form', invalid)
    expect(status).toBe(422)
    expect(text).toContain('Well done')
    expect(text).toContain('value="nobody"')
    expect(text).toContain('aria-invalid="true"')
    expect(text).not.toContain('long enough')
  })

  test('is shown again with what was typed when another site has sent it', async () => {
    const fields = { ...filled, _form: await formIri() }
    const { status, text } = await send('/form', fields, { from: 'https://evil.test' })
    expect(status).toBe(403)
    expect(text).toContain('Well done')
    expect(text).toContain('Requests from other sites may not change anything here.')
  })

  test('says what to do in a page of the site when more is sent than is read', async () => {
    const fields = { ...filled, 'example[message]': 'x'.repeat(70_000), _form: await formIri() }
    const { status, headers, text } = await send('/form', fields)
    expect(status).toBe(413)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('connection')).toBe('close')
    expect(text).toContain('<h1')
    expect(text).toContain('Go back in your browser, shorten it and send it again.')
    expect(text).not.toContain('xxx')
  })

  test('is shown again with what was typed when it is too large for the API only', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [at.toString(36), '']),
    )
    const fields = { ...many, ...filled, _form: await formIri() }
    const { status, text } = await send('/form', fields)
    expect(status).toBe(413)
    expect(text).toContain('Well done')
    expect(text).toContain('What you have entered is too long to be sent. Please shorten it.')
  })

  test.each(['', '/component/titles', '/component/forms/../../me', '/me', 'https://evil.test/'])(
    'has to be a form: %s',
    async (iri) => {
      expect((await send('/form', { _form: iri, ...filled })).status).toBe(400)
    },
  )

  test.each([
    '__proto__[polluted]',
    'example[__proto__][polluted]',
    'constructor[prototype][polluted]',
    `example${'[a]'.repeat(10_000)}`,
    'example[email][first]',
    '[][][]',
  ])('takes hostile names: %.40s', async (name) => {
    const answer = await send('/form', { _form: await formIri(), ...filled, [name]: '1' })
    expect(answer.status).toBeLessThan(500)
    if (answer.status >= 400) expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect('polluted' in {}).toBe(false)
  })

  test('keeps nothing in a cache that a visitor gets', async () => {
    const { text: before } = await createHttpClient(server.url).request('/form')
    await send('/form', { _form: await formIri(), 'example[message]': 'Not for others' })
    const { text: after } = await createHttpClient(server.url).request('/form')
    expect(after).not.toContain('Not for others')
    expect(after.length).toBe(before.length)
  })
})
