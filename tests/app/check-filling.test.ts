import { expect, test } from 'vitest'
import type { Intent } from '#content/change/types.ts'
import type { Resource } from '#content/model/resource.ts'
import { checkFilling } from '#src/app/services/check-filling.ts'

const iri = '/page_data/blog_article_datas/1'
const id = '0198a7f0-0000-7000-8000-000000000000'
const addition: Intent = {
  kind: 'add',
  endpoint: '/component/html_contents',
  data: {},
  group: '/_/component_groups/1',
  sortValue: 0,
  publish: false,
  fills: { iri, property: 'htmlContent', position: '/_/component_positions/1' },
  id,
}

/** Checks an addition where the page data refer to this component. */
const check = (htmlContent: string | null, intent: Intent = addition) =>
  checkFilling(intent, {
    fetchResource: async () => ({
      resource: { '@id': iri, '@type': 'BlogArticleData', _metadata: {}, htmlContent } as Resource,
    }),
  })

test('what somebody else has added meanwhile is not replaced', async () => {
  await expect(check('/component/html_contents/2')).rejects.toThrow(/^Somebody else has added/)
})

test('an addition goes on where nothing is, and where it has arrived already', async () => {
  await check(null)
  await check(`/component/html_contents/${id}`)
  const { fills: _, ...beside } = addition
  await check('/component/html_contents/2', beside)
})
