import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finalCaching, mergeVary } from '#server/http/cache-policy.ts'

test('only the cache policy writes caching headers', async () => {
  const files = await readdir('server', { recursive: true })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.startsWith('http/'))
  expect(sources.length).toBeGreaterThan(100)
  const others: string[] = []
  for (const file of sources) {
    const source = await readFile(join('server', file), 'utf8')
    if (/cache-control|no-store|\bvary['"]?\s*[:,\]]/i.test(source)) others.push(file)
  }
  expect(others).toEqual([])
})

test('merges Vary headers without losing or repeating a name', () => {
  expect(mergeVary('Accept, Origin', undefined, 'accept, path', 'ORIGIN')).toBe(
    'Accept, Origin, path',
  )
  expect(mergeVary('', undefined)).toBe('')
})

test('does not let caches store a response that sets a cookie or has no Cache-Control', () => {
  const shared = { cacheControl: 'public, s-maxage=60', vary: undefined, setsCookie: false }
  expect(finalCaching(shared)).toEqual({ 'Cache-Control': 'public, s-maxage=60' })
  for (const caching of [
    { ...shared, setsCookie: true },
    { ...shared, cacheControl: undefined },
  ])
    expect(finalCaching(caching)).toEqual({ 'Cache-Control': 'private, no-store' })
})
