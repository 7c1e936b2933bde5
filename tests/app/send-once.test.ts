/** A request that got no answer is repeated with its key; another one, or one that was answered, has a new key. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { isUuid } from '#content/model/uuid.ts'
import { sendOnce } from '#src/app/effects/admin/send-once.ts'
import { createStorage } from '../support/web-storage.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

const request = { account: '/users/1', duplicated: '/page_data/posts/1' }
const lost = () => new Failure('offline')

/** Sends a request that fails unless no failure is given, and returns its key. */
const attempt = async (asked: typeof request, failure?: Failure) => {
  const keys: string[] = []
  const sent = sendOnce(asked, async (key) => {
    keys.push(key)
    if (failure) throw failure
    return 'made'
  })
  if (failure) await expect(sent).rejects.toBe(failure)
  else await expect(sent).resolves.toBe('made')
  return keys[0]!
}

test('the key stays the same until there is an answer', async () => {
  const first = await attempt(request, lost())
  expect(isUuid(first)).toBe(true)
  expect(await attempt(request, new Failure('unexpected', { status: 502 }))).toBe(first)
  expect(await attempt({ ...request, account: '/users/2' }, lost())).not.toBe(first)
  expect(await attempt({ ...request, duplicated: '/_/pages/1' }, lost())).not.toBe(first)
  expect(await attempt(request)).toBe(first)
  const next = await attempt(request, new Failure('invalid', { status: 422 }))
  expect(next).not.toBe(first)
  expect(await attempt(request)).not.toBe(next)
})
