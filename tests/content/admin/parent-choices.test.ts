import { expect, test } from 'vitest'
import { parentChoices } from '#content/admin/parent-choices.ts'
import type { Resource } from '#content/model/resource.ts'

const route = (path: string, fields: Record<string, unknown>): Resource => ({
  '@id': `/_/routes/${path}`,
  '@type': 'Route',
  path,
  _metadata: { persisted: true },
  ...fields,
})

const form = '/_/pages/form'

test('names a page that has moved by its route, and by none of the redirects to it', () => {
  const routes = [
    route('/form', { page: form, associatedResources: { redirect: '/write-to-us' } }),
    route('/l1', { page: form, redirect: '/_/routes//write-to-us' }),
    route('/l2', { page: form, redirectPath: '/write-to-us' }),
    route('/write-to-us', { page: form, associatedResources: { pageTitle: 'Form Demo' } }),
  ]
  expect(parentChoices(routes)).toEqual([{ value: form, label: '/write-to-us – Form Demo' }])
})

test('offers a page once that has several routes, and none for a route without a page', () => {
  const routes = [
    route('/one', { page: form }),
    route('/two', { page: form }),
    route('/three', { pageData: '/page_data/blog_article_datas/1' }),
    route('/nowhere', {}),
  ]
  expect(parentChoices(routes)).toEqual([
    { value: form, label: '/one' },
    { value: '/page_data/blog_article_datas/1', label: '/three' },
  ])
})
