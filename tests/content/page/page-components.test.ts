import { expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource, Resource } from '#content/model/resource.ts'
import { componentsOn, draftsOn } from '#content/page/page-components.ts'

const group = (name: string, location: string, ...positions: string[]) => ({
  '@id': `/_/component_groups/${name}`,
  '@type': 'ComponentGroup',
  reference: `${name}_${location}`,
  location,
  componentPositions: positions.map((position) => `/_/component_positions/${position}`),
})
const position = (name: string, groupName: string, sortValue: number, component?: string) => ({
  '@id': `/_/component_positions/${name}`,
  '@type': 'ComponentPosition',
  componentGroup: `/_/component_groups/${groupName}`,
  sortValue,
  ...(component && { component: `/component/titles/${component}` }),
})
const title = (name: string, properties: object = {}) => ({
  '@id': `/component/titles/${name}`,
  '@type': 'Title',
  componentGroups: [],
  componentPositions: [],
  ...properties,
})
const owner = (iri: string, ...groups: string[]) => ({
  '@id': iri,
  componentGroups: groups.map((name) => `/_/component_groups/${name}`),
})

const readerOf = (resources: { '@id': string }[]): ReadResource => {
  const byIri = new Map(
    resources.map((resource) => [resource['@id'], { _metadata: {}, ...resource }]),
  )
  return ((iri: Iri) => byIri.get(iri) as Resource | undefined) as ReadResource
}

const isDraft = { _metadata: { publishable: { published: false } } }
const page = { page: '/_/pages/1', layout: '/_/layouts/1' } as const

const read = readerOf([
  owner('/_/layouts/1', 'top'),
  group('top', '/_/layouts/1', 'link'),
  position('link', 'top', 0, 'link'),
  title('link'),
  owner('/_/pages/1', 'main'),
  group('main', '/_/pages/1', 'b', 'a', 'empty', 'again'),
  position('a', 'main', 0, 'box'),
  position('b', 'main', 1, 'live'),
  position('empty', 'main', 2),
  position('again', 'main', 3, 'live'),
  title('live', { draftResource: '/component/titles/draft' }),
  title('draft', { ...isDraft, publishedResource: '/component/titles/live' }),
  title('box', { componentGroups: ['/_/component_groups/inner'] }),
  group('inner', '/component/titles/box', 'inside', 'itself'),
  position('inside', 'inner', 0, 'new'),
  position('itself', 'inner', 1, 'box'),
  title('new', isDraft),
])

test('lists the components of the layout and the page in order, each followed by what is inside it', () => {
  const components = componentsOn(page, read)
  expect(components.map(({ iri, area }) => `${area} ${iri.split('/').at(-1)}`)).toEqual([
    'layout link',
    'page box',
    'page new',
    'page box',
    'page draft',
    'page draft',
  ])
  expect(components[2]?.stack).toEqual([
    '/component/titles/new',
    '/_/component_positions/inside',
    '/_/component_groups/inner',
    '/component/titles/box',
    '/_/component_positions/a',
    '/_/component_groups/main',
  ])
})

test('lists each draft once, and no draft that is gone', () => {
  const draftNames = (reader: ReadResource) =>
    draftsOn(page, reader).map(({ iri }) => iri.split('/').at(-1))
  expect(draftNames(read)).toEqual(['new', 'draft'])
  const withoutDraft: ReadResource = (iri) =>
    (iri as string) === '/component/titles/draft' ? undefined : read(iri)
  expect(draftNames(withoutDraft)).toEqual(['new'])
})

test('is empty for a screen without a page', () => {
  expect(componentsOn({}, read)).toEqual([])
})
