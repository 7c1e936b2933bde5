import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type PreviewedIris, designPreviewOf } from '#content/admin/design-preview.ts'
import type { ItemForm } from '#content/admin/item-form.ts'
import { searchPreviewOf } from '#content/admin/search-preview.ts'
import type { Resource } from '#content/model/resource.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { designPreviewMachine, isBusy } from '#machines/admin/design-preview.ts'
import { designPreview } from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(designPreviewMachine)

const paths = coveringPaths(pathsOf(designPreviewMachine, designPreview))

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const readPreview = controlledPromise<readonly Resource[], PreviewedIris>()
  const designPreviewRef = createActor(
    designPreviewMachine.provide({ actors: { readPreview: readPreview.logic } }),
    { input: designPreview.input, inspect: coverage.inspect },
  ).start()
  for (const event of events) await act(async () => readPreview.settle(event as Answer as never))
  expect(designPreviewRef.getSnapshot().value).toEqual(next.value)
  expect(isBusy(designPreviewRef.getSnapshot())).toBe(isBusy(next))
})

const fields: ItemForm['fields'] = [
  { name: 'title', label: 'Page title', format: 'text', group: 'Search engines and sharing' },
  { name: 'metaDescription', label: 'Description', format: 'longText' },
  { name: 'layout', label: 'Layout', format: 'choice' },
  { name: 'uiComponent', label: 'Design', format: 'choice' },
  { name: 'uiClassNames', label: 'Style', format: 'styles' },
]
const stored = (iri: string, properties: object): Resource => ({
  '@id': iri,
  '@type': 'Any',
  ...properties,
  _metadata: { persisted: true },
})
const page = stored('/_/pages/1', {
  title: 'Our team',
  layout: '/_/layouts/1',
  uiComponent: 'Primary',
  route: '/_/routes//about/team',
})
const layout = stored('/_/layouts/1', { uiComponent: 'Main' })
const form: ItemForm = { fields, version: { resource: page, etag: '"1"' } }

test('shows a page with the design and the style that are entered, in its layout', () => {
  const draft = { uiComponent: 'Wide', uiClassNames: 'big' }
  const options = { items: [page, layout], isLayout: false }
  const shown = designPreviewOf(form, draft, options)
  expect([shown.page, shown.layout]).toEqual(['/_/pages/1', '/_/layouts/1'])
  expect(shown.resources.findLast(({ '@id': iri }) => iri === '/_/pages/1')).toMatchObject({
    title: 'Our team',
    uiComponent: 'Wide',
    uiClassNames: ['big'],
  })
})

test('shows a new page as an empty one, and a layout without a page', () => {
  const added: ItemForm = { fields, version: null }
  const shown = designPreviewOf(
    added,
    { layout: '/_/layouts/1', uiComponent: 'Wide' },
    { items: [layout], isLayout: false },
  )
  expect(shown.layout).toBe('/_/layouts/1')
  expect(shown.resources.at(-1)).toMatchObject({ uiComponent: 'Wide', componentGroups: [] })
  const ofLayout: ItemForm = { fields, version: { resource: layout, etag: '"1"' } }
  const bare = designPreviewOf(
    ofLayout,
    { uiComponent: 'Other' },
    { items: [layout], isLayout: true },
  )
  expect(bare.page).toBeNull()
  expect(bare.resources.at(-1)).toMatchObject({ '@id': '/_/layouts/1', uiComponent: 'Other' })
})

const searchOptions = {
  site: { ...defaultSiteConfig, siteName: 'Lantern', concatTitle: true, fallbackTitle: true },
  origin: 'https://lantern.test',
  separator: '|',
  titleCase: (slug: string) => slug.toUpperCase(),
}

test('shows the search result of what is entered, cut as search engines cut it', () => {
  const long = 'word '.repeat(60)
  const result = searchPreviewOf(form, { metaDescription: long }, searchOptions)
  expect(result.title).toBe('Our team | Lantern')
  expect(result.url).toBe('lantern.test › about › team')
  expect(result.description.length).toBeLessThan(165)
  expect(result.description.endsWith('word …')).toBe(true)
  expect(searchPreviewOf(form, { title: '' }, searchOptions).title).toBe('TEAM | Lantern')
})

coverage.expectAll()
