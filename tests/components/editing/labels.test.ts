import { expect, test } from 'vitest'
import type { ComponentGroup } from '#content/model/resource.ts'
import { kind as imageKind } from '#site/components/Image/kind.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { groupLabel, labelOf, outlineLabelOf } from '#src/editor/labels.ts'
import { component } from '../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'

const groupAt = (location: ComponentGroup['location'], name: string): ComponentGroup => ({
  '@id': '/_/component_groups/1',
  '@type': 'ComponentGroup',
  _metadata: {},
  reference: `${name}_${location}`,
  location,
  componentPositions: [],
})

test('a group has the label that its layout or template declares, or its own name', () => {
  const groups = [{ name: 'primary', label: 'Story' }]
  const site = {
    kinds: [],
    editors: {},
    data: [],
    layouts: [{ name: 'Plain', label: 'Plain', groups: [{ name: 'top' }] }],
    templates: [{ name: 'Article', label: 'Article', groups }],
  }
  expect(groupLabel(groupAt('/_/pages/1', 'primary'), site)).toBe('Story')
  expect(groupLabel(groupAt('/_/layouts/1', 'primary'), site)).toBe('Primary')
  expect(groupLabel(groupAt('/_/layouts/1', 'top'), site)).toBe('Top')
})

test('a group without a label is named in words, whatever its reference says', () => {
  const site = { kinds: [], editors: {}, layouts: [], templates: [], data: [] }
  expect(groupLabel(groupAt('/_/pages/1', 'mainContent'), site)).toBe('Main content')
  expect(groupLabel(groupAt('/_/pages/1', 'side_bar'), site)).toBe('Side bar')
  const moved = { ...groupAt('/_/pages/1', 'top'), location: '/_/pages/2' as const }
  expect(groupLabel(moved, site)).toBe('Top')
})

test('the name that an editor has given a section comes first', () => {
  const site = { kinds: [], editors: {}, layouts: [], templates: [], data: [] }
  const named = { ...groupAt('/_/pages/1', 'primary'), label: 'The cast' }
  expect(groupLabel(named, site)).toBe('The cast')
  expect(groupLabel({ ...named, label: null }, site)).toBe('Primary')
})

test.each([
  ['/component/hologram_panels/1', 'HologramPanel', 'Component'],
  ['/_/component_positions/1', 'ComponentPosition', 'Placeholder'],
  ['/_/component_groups/1', undefined, 'Section'],
  ['/_/pages/1', 'Page', 'Page'],
  ['/page_data/blog_article_datas/1', 'BlogArticleData', 'Page'],
  ['/_/layouts/1', 'Layout', 'Layout'],
  ['/component/__new__', undefined, 'New component'],
])('%s without a kind is called by its role, not by its IRI or type', (iri, type, label) => {
  const { read, save } = createResourceCache()
  if (type) save([{ resource: { '@id': iri, '@type': type, _metadata: {} } }])
  const site = { kinds: [], editors: {}, layouts: [], templates: [], data: [] }
  expect(labelOf(iri, read, site)).toBe(label)
})

test.each([
  [{ alt: 'A goat' }, { text: 'A goat', note: 'Image' }],
  [{}, { text: 'Image', note: 'No alternative text' }],
  [{ alt: '' }, { text: 'Image', note: '' }],
])('a picture with %j says in the outline whether it is described', (data, label) => {
  const { read, save } = createResourceCache()
  const image = component('Image', 'goat', data)
  const mediaObjects = { file: [sampleMediaObject] }
  save([{ resource: { ...image, _metadata: { ...image._metadata, mediaObjects } } }])
  const site = { kinds: [imageKind], editors: {}, layouts: [], templates: [], data: [] }
  expect(outlineLabelOf(image['@id'], read, site)).toEqual(label)
})
