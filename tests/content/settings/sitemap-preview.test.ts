import { expect, test } from 'vitest'
import type { Route } from '#content/model/resource.ts'
import { previewedRoutes } from '#content/settings/sitemap.ts'

const route = (path: string, fields: Partial<Route> = { page: '/_/pages/1' }): Route => ({
  '@id': `/_/routes/${path}`,
  '@type': 'Route',
  path,
  name: path,
  _metadata: { persisted: true },
  ...fields,
})
const pages = (count: number) => Array.from({ length: count }, (_, at) => route(`/page-${at}`))
const redirects = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    route(`/old-${at}`, { page: '/_/pages/1', redirectPath: '/page-0' }),
  )

test('says that addresses are left out only where some are: redirects are not', () => {
  const all = [...redirects(14), ...pages(4)]
  const { shown, isCut } = previewedRoutes(all, all.length)
  expect([shown.map(({ path }) => path), isCut]).toEqual([
    ['/page-0', '/page-1', '/page-2', '/page-3'],
    false,
  ])
})

test('shows the first ten, of those that were read or of more', () => {
  expect(previewedRoutes(pages(10), 10)).toMatchObject({ isCut: false })
  expect(previewedRoutes(pages(11), 11)).toMatchObject({ shown: pages(10), isCut: true })
  expect(previewedRoutes(pages(3), 101)).toMatchObject({ shown: pages(3), isCut: true })
})
