import { expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import { showSaved } from '#src/app/services/show-saved.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'

const resource = (iri: string, title: string): Resource => ({
  '@id': iri,
  '@type': 'Page',
  title,
  _metadata: { persisted: true },
})

test('shows at once what was saved of the page and its components, and keeps nothing that is not shown', async () => {
  const cache = createResourceCache()
  const [page, part, other] = ['/_/pages/1', '/component/titles/1', '/component/titles/2']
  cache.save([{ resource: resource(page, 'Old') }, { resource: resource(part, 'Old') }])
  await showSaved(
    {
      cache,
      sanitizeResource: async ({ resource: { title, ...rest }, ...item }) => ({
        ...item,
        resource: { ...rest, title: `${String(title)} and clean` },
      }),
    },
    {
      resource: resource(page, 'New'),
      etag: '"2"',
      parts: {
        title: { resource: resource(part, 'New'), etag: undefined },
        other: { resource: resource(other, 'New'), etag: undefined },
      },
    },
  )
  expect(cache.read(page)?.['title']).toBe('New and clean')
  expect(cache.etag(page)).toBe('"2"')
  expect(cache.read(part)?.['title']).toBe('New and clean')
  expect(cache.read(other)).toBeUndefined()
})
