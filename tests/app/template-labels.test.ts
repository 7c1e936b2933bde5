/** The names of templates are read once each, and a list does not fail for one that is gone. */
import { expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { withTemplateLabels } from '#src/app/effects/admin/template-labels.ts'

const post = (id: string, page: string | null) => ({
  '@id': `/page_data/posts/${id}`,
  '@type': 'Post',
  page,
  _metadata: { persisted: true },
})

/** Returns an API that has these templates, and the IRIs that are read from it. */
const apiWith = (names: Readonly<Record<string, string>>, missingStatus = 404) => {
  const read: string[] = []
  const resources = {
    read: async (iri: string) => {
      read.push(iri)
      const reference = names[iri]
      if (reference === undefined) throw failureFromStatus(missingStatus)
      return {
        resource: { '@id': iri, '@type': 'Page', reference, _metadata: { persisted: true } },
      }
    },
  }
  return { api: { resources } as unknown as ContentApi, read }
}

const { signal } = new AbortController()
const members = [
  post('1', '/_/pages/1'),
  post('2', '/_/pages/2'),
  post('3', '/_/pages/2'),
  post('4', '/_/pages/3'),
  post('5', null),
]

test('reads each name once that is not known, and says that a template is deleted', async () => {
  const { api, read } = apiWith({ '/_/pages/2': 'Article' })
  const labels = { '/_/pages/1': 'News' }
  expect(await withTemplateLabels(api, { members, labels }, signal)).toEqual({
    '/_/pages/1': 'News',
    '/_/pages/2': 'Article',
    '/_/pages/3': 'A deleted template',
  })
  expect(read).toEqual(['/_/pages/2', '/_/pages/3'])
})

test('fails with another failure, which can be tried again', async () => {
  const { api } = apiWith({}, 503)
  await expect(withTemplateLabels(api, { members, labels: {} }, signal)).rejects.toMatchObject({
    status: 503,
  })
})
