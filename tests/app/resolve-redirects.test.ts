import { expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { type Location, locationOf } from '#content/navigation/location.ts'
import type { Route } from '#content/model/resource.ts'
import { resolveRedirects } from '#src/app/services/resolve-redirects.ts'

/** Returns the final target and the requested paths; paths that are not keys of `redirects` do not exist. */
const resolve = async (from: string, redirects: Record<string, string | null>) => {
  const requested: string[] = []
  const read = async ({ path }: Location) => {
    requested.push(path)
    const redirectPath = redirects[path]
    if (redirectPath === undefined) throw failureFromStatus(404)
    const route = { '@id': `/_/routes/${path}`, '@type': 'Route', _metadata: {}, path }
    return { resource: { ...route, ...(redirectPath && { redirectPath }) } }
  }
  const { resource } = await resolveRedirects(locationOf(from), read)
  return { to: (resource as Route).redirectPath, requested }
}

test('reads a page without a redirect once', async () => {
  expect(await resolve('/a', { '/a': null })).toEqual({ to: undefined, requested: ['/a'] })
})

test('resolves a chain of redirects to its last target, including the query', async () => {
  const redirects = { '/a': '/b', '/b': '/c?page=2', '/c': null }
  expect((await resolve('/a', redirects)).to).toBe('/c?page=2')
})

test('ignores that the final target does not exist', async () => {
  expect((await resolve('/a', { '/a': '/nowhere' })).to).toBe('/nowhere')
})

test('does not request targets on another site or app screens', async () => {
  const elsewhere = 'https://elsewhere.example/a'
  const redirects = { '/a': '/b', '/b': elsewhere }
  expect(await resolve('/a', redirects)).toEqual({ to: elsewhere, requested: ['/a', '/b'] })
  expect(await resolve('/a', { '/a': '/login' })).toEqual({ to: '/login', requested: ['/a'] })
})

test.each<[string, Record<string, string>]>([
  ['itself', { '/a': '/a' }],
  ['a page that leads back', { '/a': '/b', '/b': '/a' }],
  ['a loop it is not part of', { '/a': '/b', '/b': '/c', '/c': '/b' }],
  [
    'too many other pages',
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`/${at || 'a'}`, `/${at + 1}`])),
  ],
])('throws a 508 for a page that leads to %s', async (_, redirects) => {
  await expect(resolve('/a', redirects)).rejects.toMatchObject({ status: 508 })
})
