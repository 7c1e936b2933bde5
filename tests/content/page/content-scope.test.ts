import { describe, expect, test } from 'vitest'
import { contentScopeOf, resourceHref } from '#content/page/content-scope.ts'
import { readerOf, resource } from '../../support/content/known-resources.ts'

const group = (id: string, location: string) =>
  resource(`/_/component_groups/${id}`, { location, componentPositions: [] })
const position = (id: string, of: string) =>
  resource(`/_/component_positions/${id}`, { componentGroup: `/_/component_groups/${of}` })
const component = (id: string, at: string | null, more = {}) =>
  resource(`/component/texts/${id}`, {
    componentPositions: at === null ? [] : [`/_/component_positions/${at}`],
    ...more,
  })

const resources = [
  group('top', '/_/layouts/1'),
  position('menu', 'top'),
  component('menu', 'menu'),
  group('main', '/_/pages/1'),
  position('title', 'main'),
  component('title', 'title'),
  position('body', 'main'),
  // Held by the page data alone: the API lists no position for it.
  component('body', null, { draftResource: '/component/texts/body-draft' }),
  component('body-draft', null, { publishedResource: '/component/texts/body' }),
  component('fallback', 'body'),
  group('in-title', '/component/texts/title'),
  position('inner', 'in-title'),
  component('inner', 'inner'),
  group('in-body', '/component/texts/body'),
  position('own-inner', 'in-body'),
  component('own-inner', 'own-inner'),
  resource('/page_data/articles/1', { page: '/_/pages/1', body: '/component/texts/body' }),
]
const read = readerOf(resources)
const article = { pageData: '/page_data/articles/1' as const }

describe('what a part of a page belongs to', () => {
  test.each([
    ['/component/texts/menu', 'layout', 'layout'],
    ['/_/component_positions/menu', 'layout', 'layout'],
    ['/_/component_groups/top', 'layout', 'layout'],
    ['/component/texts/title', 'template', 'page'],
    ['/_/component_positions/body', 'template', 'page'],
    ['/_/component_groups/main', 'template', 'page'],
    ['/component/texts/inner', 'template', 'page'],
    ['/component/texts/fallback', 'template', 'page'],
    ['/component/texts/body', 'page', 'page'],
    ['/component/texts/body-draft', 'page', 'page'],
    ['/_/component_groups/in-body', 'page', 'page'],
    ['/component/texts/own-inner', 'page', 'page'],
    ['/component/texts/unknown', 'page', 'page'],
    ['/_/layouts/1', 'layout', 'layout'],
    ['/_/pages/1', 'page', 'page'],
    ['/page_data/articles/1', 'page', 'page'],
    ['/component/__new__', 'page', 'page'],
  ])('%s: %s of an article, %s of any other page', (iri, ofArticle, ofPage) => {
    expect(contentScopeOf(iri, article, read)).toBe(ofArticle)
    expect(contentScopeOf(iri, {}, read)).toBe(ofPage)
  })

  test('is found in a group that contains its own owner', () => {
    const circle = [group('a', '/component/texts/a'), position('a', 'a'), component('a', 'a')]
    expect(contentScopeOf('/component/texts/a', article, readerOf(circle))).toBe('page')
  })
})

test('a page without an address is edited by its IRI, by force', () => {
  expect(resourceHref('/_/pages/1')).toBe('/_cwa/%2F_%2Fpages%2F1?cwa_force=true')
})
