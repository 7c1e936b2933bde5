/**
 * An endpoint in a new group that is three files: its data, its routes and its requests. Nothing registers them, and the
 * browser finds the requests by the name of their group.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { start } from '#server/startup/start.ts'
import type { ContentApi, ContentApiOptions } from '#src/api/content-api.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'

const dataFile = `
/** An invitation to register. */
export interface Invitation {
  guest: string
}
`

const routesFile = `
/** Endpoints of invitations. */
import { Hono } from 'hono'
import type { Invitation } from '#content/model/invitation.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import type { Env } from '../../http/hono-env.ts'
import { emptyResponse, pathParameter } from '../../openapi/operations.ts'

export const createEndpoints = (): EndpointGroup => ({
  routes: new Hono<Env>().get('/invitations/:token', (c) =>
    c.json({ guest: \`Guest of \${c.req.param('token')}\` } satisfies Invitation),
  ),
  openApiPaths: {
    '/invitations/{token}': {
      parameters: [pathParameter('token')],
      get: { operationId: 'readInvitation', responses: { 200: emptyResponse('It is valid.') } },
    },
  },
  isReadOnly: true,
  secretPaths: ['/invitations'],
})
`

const requestsFile = `
/** Reads invitations. */
import type { Invitation } from '#content/model/invitation.ts'
import type { Client } from '../client.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    invitations: ReturnType<typeof createRequests>
  }
}

export const createRequests = (client: Client) => ({
  read: async (token: string) => (await client.get(\`/invitations/\${token}\`)).body as Invitation,
})
`

/** Reads an invitation, as an effect would. It is a use of the endpoint, not a part of it. */
const useFile = `
import type { ContentApi } from '#src/api/content-api.ts'

export const readGuest = async ({ invitations }: ContentApi) =>
  (await invitations.read('s3cret')).guest
`

const usePath = 'src/app/services/read-guest.ts'
let copy: Awaited<ReturnType<typeof createScratchCopy>>
let server: Awaited<ReturnType<typeof start>>
let output = ''

beforeAll(async () => {
  copy = await createScratchCopy({
    'content/model/invitation.ts': dataFile,
    'server/endpoints/features/invitations.ts': routesFile,
    'src/api/groups/invitations.ts': requestsFile,
    [usePath]: useFile,
  })
  const { start: startCopy } = await copy.load<{ start: typeof start }>('/server/startup/start.ts')
  const build = { script: '/script.js', preloads: [], styles: [] }
  const assets = { visitor: build, editor: build }
  server = await startCopy(
    {
      build: 'test',
      assets,
      loadRenderer: () => Promise.reject(new Error('No page is asked for.')),
    },
    {
      env: { PORT: '0', DATA_DIR: join(copy.folder, 'data') },
      write: (text) => (output += text),
    },
  )
})
afterAll(async () => {
  await server.stop()
  await copy.dispose()
})

test('the server answers and documents it, refuses writes, and leaves its secrets out of the log', async () => {
  const ask = (path: string, method = 'GET') => fetch(`${server.url}/_api${path}`, { method })
  const answer = await ask('/invitations/s3cret')
  expect([answer.status, await answer.json()]).toEqual([200, { guest: 'Guest of s3cret' }])
  expect(await (await ask('/docs.json')).json()).toHaveProperty(
    ['paths', '/invitations/{token}', 'get', 'operationId'],
    'readInvitation',
  )
  const refused = await ask('/invitations/s3cret', 'POST')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
  await expect.poll(() => output).toContain('"path":"/_api/invitations/…"')
  expect(output).not.toContain('s3cret')
})

test('the browser reads it by the name of its group', async () => {
  const { createContentApi } = await copy.load<{
    createContentApi: (options: ContentApiOptions) => ContentApi
  }>('/src/api/content-api.ts')
  const { readGuest } = await copy.load<{ readGuest: (api: ContentApi) => Promise<string> }>(
    `/${usePath}`,
  )
  const sessionHint = { read: () => false, write: () => {} }
  const api = createContentApi({ base: `${server.url}/_api`, sessionHint })
  expect(await readGuest(api)).toBe('Guest of s3cret')
})

// The compiler checks the whole project twice.
test('is type-checked where it is used', { timeout: 180_000 }, async () => {
  await expect(copy.compile()).resolves.toMatchObject({ stdout: '' })
  await copy.edit(usePath, '.guest', '.host')
  const lines = (await readFile(join(copy.folder, usePath), 'utf8')).split('\n')
  const line = lines.findIndex((one) => one.includes('.host')) + 1
  await expect(copy.compile()).rejects.toMatchObject({
    stdout: expect.stringContaining(`read-guest.ts(${line},`) as unknown,
  })
})
