import { expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { type Location, locationOf } from '#content/page/location.ts'
import type { Route } from '#content/model/resource.ts'
import { resolveRedirects } from '#src/app/services/resolve-redirects.ts'

/** Where one gets to, and what was read on the way; what is not in the list is not there. */
const follow = async (from: string, moved: Record<string, string | null>) => {
  const asked: string[] = []
  const read = async ({ path }: Location) => {
    asked.push(path)
    const redirectPath = moved[path]
    if (redirectPath === undefined) throw failureFromStatus(404)
    const route = { '@id': `/_/routes/${path}`, '@type': 'Route', _metadata: {}, path }
    return { resource: { ...route, ...(redirectPath && { redirectPath }) } }
  }
  const { resource } = await resolveRedirects(locationOf(from), read)
  return { to: (resource as Route).redirectPath, asked }
}

test('a page that has not moved is read once', async () => {
  expect(await follow('/a', { '/a': null })).toEqual({ to: undefined, asked: ['/a'] })
})

test('a page that has moved is where the last of them leads, with its query', async () => {
  const moved = { '/a': '/b', '/b': '/c?page=2', '/c': null }
  expect((await follow('/a', moved)).to).toBe('/c?page=2')
})

test('what is said of the last place is said there', async () => {
  expect((await follow('/a', { '/a': '/nowhere' })).to).toBe('/nowhere')
})

test('nothing is asked about another site, or a screen of the app', async () => {
  const elsewhere = 'https://elsewhere.example/a'
  const moved = { '/a': '/b', '/b': elsewhere }
  expect(await follow('/a', moved)).toEqual({ to: elsewhere, asked: ['/a', '/b'] })
  expect(await follow('/a', { '/a': '/login' })).toEqual({ to: '/login', asked: ['/a'] })
})

test.each<[string, Record<string, string>]>([
  ['itself', { '/a': '/a' }],
  ['one that leads back', { '/a': '/b', '/b': '/a' }],
  ['a circle it is not part of', { '/a': '/b', '/b': '/c', '/c': '/b' }],
  [
    'ever more',
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`/${at || 'a'}`, `/${at + 1}`])),
  ],
])('a page that leads to %s is an error, and soon', async (_, moved) => {
  await expect(follow('/a', moved)).rejects.toMatchObject({ status: 508 })
})
