/**
 * Replays the requests of an older front end, as recorded in `tests/fixtures/other-client/story.json`, and checks what
 * it relies on in each response.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

interface Step {
  as: 'visitor' | 'editor'
  /** The method and the IRI; `{name}` stands for a value that an earlier step saved. */
  request: string
  headers?: Record<string, string>
  type?: string
  /** `$whole` stands for a resource that was saved, sent back with the other properties changed. */
  body?: Record<string, Json>
  /** Sent as multipart, under the name `file`. */
  file?: string
  expect: {
    status: number
    /** Patterns. */
    headers?: Record<string, string>
    /** The content that the response has to have; `$match` is a pattern, `$holding` one member of a list. */
    body?: Json
    absent?: string[]
    text?: string
  }
  /** Names for parts of the response, by their path. */
  save?: Record<string, string>
}

const story = JSON.parse(
  await readFile(new URL('../../fixtures/other-client/story.json', import.meta.url), 'utf8'),
) as { chapter: string; steps: Step[] }[]

const home = 'https://troupe.test'

eachStorage('the story of another client', (newStorage) => {
  let server: TestServer
  let people: Record<Step['as'], HttpClient>
  let picture: Buffer
  const saved = new Map<string, unknown>([
    ['password', password],
    ['home', home],
  ])
  beforeAll(async () => {
    const env = { SITE_URL: home, HYDRA_PREFIX: 'true' }
    server = await startServer(await newStorage(), env)
    people = { visitor: createHttpClient(server.url), editor: createHttpClient(server.url) }
    // The story was recorded on a site without settings.
    const owner = createHttpClient(server.url)
    await owner.signIn()
    await owner.request('/_api/_/site_config_parameters/siteName', { method: 'DELETE' })
    picture = await sharp({ create: { width: 4, height: 2, channels: 3, background: '#c80' } })
      .png()
      .toBuffer()
  })
  afterAll(() => server.stop())

  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      saved.has(name) ? String(saved.get(name)) : whole,
    )
  const filledIn = (value: Json): Json => {
    if (typeof value === 'string') return filled(value)
    if (Array.isArray(value)) return value.map(filledIn)
    if (typeof value !== 'object' || value === null) return value
    const { $whole, ...rest } = value
    const whole = typeof $whole === 'string' ? (saved.get($whole) as Record<string, Json>) : {}
    return {
      ...whole,
      ...Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, filledIn(one)])),
    }
  }
  /** Matches a part of a response. */
  const wanted = (value: Json): unknown => {
    if (typeof value === 'string') return filled(value)
    if (Array.isArray(value)) return value.map(wanted)
    if (typeof value !== 'object' || value === null) return value
    const { $match, $holding } = value
    if (typeof $match === 'string') return expect.stringMatching(filled($match)) as unknown
    if ($holding !== undefined) {
      const one = wanted($holding)
      const isObject = typeof $holding === 'object' && $holding !== null
      const member: unknown = isObject ? expect.objectContaining(one as object) : one
      return expect.arrayContaining([member]) as unknown
    }
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wanted(one)]))
  }
  const partOf = (json: unknown, path: string) =>
    path
      .split('.')
      .filter(Boolean)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], json)

  const multipart = async (person: HttpClient, iri: string, step: Step) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)]), step.file)
    const answer = await fetch(`${server.url}/_api${iri}`, {
      method: 'POST',
      body: form,
      headers: { ...step.headers, cookie: person.cookieFor('/') },
    })
    const text = await answer.text()
    const json = JSON.parse(text) as Record<string, unknown>
    return { status: answer.status, headers: answer.headers, text, json }
  }

  const ask = (step: Step) => {
    const [method = '', path = ''] = step.request.split(' ')
    const iri = filled(path)
    const person = people[step.as]
    if (step.file) return multipart(person, iri, step)
    const headers = {
      ...Object.fromEntries(
        Object.entries(step.headers ?? {}).map(([name, value]) => [name, filled(value)]),
      ),
      ...(step.type && { 'content-type': step.type }),
    }
    return person.request(`/_api${iri}`, {
      method,
      headers,
      ...(step.body && { body: filledIn(step.body) }),
    })
  }

  describe.each(story)('$chapter', ({ steps }) => {
    test.each(steps.map((step) => [`${step.as}: ${step.request}`, step] as const))(
      '%s',
      async (_, step) => {
        const { status, headers, text, json } = await ask(step)
        const { expect: then, save = {} } = step
        expect([status, status === then.status ? '' : text]).toEqual([then.status, ''])
        for (const [name, pattern] of Object.entries(then.headers ?? {})) {
          expect(headers.get(name), name).toMatch(new RegExp(filled(pattern)))
        }
        if (then.text !== undefined) expect(text).toBe(then.text)
        if (then.body !== undefined) expect(json).toMatchObject(wanted(then.body) as object)
        for (const name of then.absent ?? []) expect(json).not.toHaveProperty(name)
        for (const [name, path] of Object.entries(save)) {
          saved.set(name, partOf(json, path))
          expect(saved.get(name), name).toBeDefined()
        }
      },
    )
  })

  test('fails when a response differs', () => {
    expect({ a: ['x'] }).not.toMatchObject(wanted({ a: { $holding: 'y' } }) as object)
    expect({ a: 'x' }).not.toMatchObject(wanted({ a: { $match: '^y' } }) as object)
  })
})
