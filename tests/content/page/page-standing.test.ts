import { expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import { pageStanding } from '#content/page/page-standing.ts'

const resource = (iri: string, properties: object = {}) =>
  ({ '@id': iri, '@type': 'Page', ...properties }) as Resource
const resources = [
  resource('/_/pages/own'),
  resource('/_/pages/template', { isTemplate: true }),
  resource('/page_data/articles/1', { route: '/_/routes//first' }),
  resource('/page_data/articles/2'),
]
const read = (iri: string) => resources.find((one) => one['@id'] === iri) as never

test.each([
  ['page', { root: '/_/routes//', page: '/_/pages/own' }],
  ['template', { root: '/_/pages/template', page: '/_/pages/template' }],
  [
    'routed',
    { root: '/_/routes//second', page: '/_/pages/template', pageData: '/page_data/articles/2' },
  ],
  [
    'routed',
    {
      root: '/page_data/articles/1',
      page: '/_/pages/template',
      pageData: '/page_data/articles/1',
    },
  ],
  [
    'unrouted',
    {
      root: '/page_data/articles/2',
      page: '/_/pages/template',
      pageData: '/page_data/articles/2',
    },
  ],
] as const)('is %s: %j', (standing, page) => {
  expect(pageStanding(page as never, read)).toBe(standing)
})
