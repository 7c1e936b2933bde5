import { expect, test } from 'vitest'
import type { Failure } from '#content/model/failure.ts'
import { makeBulkChange, offersBulkChanges, undoBulkChange } from '#src/api/bulk-changes.ts'
import { createContentApi } from '#src/api/content-api.ts'

const account = '/users/1'
const key = '019b0000-0000-7000-8000-000000000001'
const request = {
  action: 'delete',
  members: [{ iri: '/_/pages/1', etag: '"1"' }, { iri: '/_/pages/2' }],
} as const

/** Returns an API that answers with these bodies in turn, and what it was asked. */
const apiWith = (...answers: [status: number, body: unknown][]) => {
  const asked: string[] = []
  const keys: (string | null)[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = new Request(input, init)
    asked.push([sent.method, new URL(sent.url).pathname, await sent.text()].join(' ').trim())
    keys.push(sent.headers.get('idempotency-key'))
    const [status, body] = answers.shift()!
    return new Response(status === 204 ? null : JSON.stringify(body), { status })
  }
  const sessionHint = { set: () => {}, clear: () => {}, isSet: () => true }
  const api = createContentApi({ base: 'https://site.test/_api', fetch, sessionHint } as never)
  return { api, asked, keys }
}
const entryPoint = [200, { bulkChange: '/_/bulk_changes' }] as [number, unknown]

test('names the versions that are expected, and returns the change that can be undone', async () => {
  const { api, asked, keys } = apiWith(
    entryPoint,
    [200, { '@id': '/_/bulk_changes/1', isUndoable: true }],
    [204, null],
  )
  expect(await makeBulkChange(api, request, { account, key })).toBe('/_/bulk_changes/1')
  expect(asked[1]).toBe(
    'POST /_api/_/bulk_changes {"action":"delete","isRehearsal":false,"members":[{"@id":"/_/pages/1","ifMatch":"\\"1\\""},{"@id":"/_/pages/2"}]}',
  )
  await undoBulkChange(api, '/_/bulk_changes/1', { account })
  expect(asked[2]).toBe('POST /_api/_/bulk_changes/1/undo {}')
  expect(keys).toEqual([null, key, null])
})

test('says which resources a violation is about', async () => {
  const violations = [
    { propertyPath: 'members[1]', message: 'Somebody has changed this meanwhile.' },
    { propertyPath: '', message: 'Something else.' },
  ]
  const { api } = apiWith(entryPoint, [412, { violations }])
  const failure: Failure = await makeBulkChange(api, request, { account, key }).then(
    () => expect.unreachable(),
    (thrown: Failure) => thrown,
  )
  expect([failure.status, failure.violations.map(({ iri }) => iri)]).toEqual([
    412,
    ['/_/pages/2', undefined],
  ])
})

test('is not offered by an API that names no endpoint', async () => {
  expect(await offersBulkChanges(apiWith([200, {}]).api)).toBe(false)
  expect(await offersBulkChanges(apiWith(entryPoint).api)).toBe(true)
})
