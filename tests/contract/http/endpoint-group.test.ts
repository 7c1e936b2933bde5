/** A new endpoint group: its own description is all that the rest of the server needs. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { alwaysHealthy } from '#server/health.ts'
import { createRequestHandler } from '#server/app.ts'
import type { EndpointGroup } from '#server/http/endpoint-group.ts'
import type { Env } from '#server/http/hono-env.ts'
import { createLog } from '#server/log.ts'
import { emptyResponse, pathParameter } from '#server/openapi/operations.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { createFullApi, origin } from '../support/full-api.ts'

const invitations: EndpointGroup = {
  routes: new Hono<Env>().get('/invitations/:token', (c) => c.text(`For ${c.req.param('token')}`)),
  openApiPaths: {
    '/invitations/{token}': {
      parameters: [pathParameter('token')],
      get: { operationId: 'readInvitation', responses: { 200: emptyResponse('It is valid.') } },
    },
  },
  isReadOnly: true,
  secretPaths: ['/invitations'],
}

eachDatabase('an additional endpoint group', (open) => {
  test('is answered, documented, only read, and its secrets are not logged', async () => {
    let written = ''
    const log = createLog((text) => {
      written += text
    })
    const full = await createFullApi(await open(), {
      requestLog: log,
      endpointGroups: [invitations],
    })
    const handle = createRequestHandler({
      api: full.api,
      hub: null,
      site: new Hono(),
      health: alwaysHealthy,
      log,
    })
    const ask = (path: string, method = 'GET') =>
      handle(new Request(`${origin}/_api${path}`, { method }), {})

    const answer = await ask('/invitations/s3cret')
    expect([answer.status, await answer.text()]).toEqual([200, 'For s3cret'])

    const document = await (await ask('/docs.json')).json()
    expect(document).toHaveProperty(
      ['paths', '/invitations/{token}', 'get', 'operationId'],
      'readInvitation',
    )

    const refused = await ask('/invitations/s3cret', 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])

    log.flush()
    expect(written).toContain('"path":"/_api/invitations/…"')
    expect(written).not.toContain('s3cret')
    await full.close()
  })
})
