import { expect, test } from 'vitest'
import { knownResources, placesOf, planRestoration } from '#content/change/undo/plan-restoration.ts'
import { type Component, type Resource, createReader } from '#content/model/resource.ts'
import { sampleMediaObject } from '../support/content/sample-media-object.ts'

const iri = '/component/images/1'
const newIri = 'new'

const image = (published: boolean): Component => ({
  '@id': iri,
  '@type': 'Image',
  alt: 'A goat',
  componentPositions: [],
  componentGroups: [],
  _metadata: {
    publishable: { published },
    mediaObjects: { file: [sampleMediaObject] },
  },
})

/** Plans the restoration of an image whose file cannot be read any more. */
const restore = (known: Component, property: string, value: unknown) =>
  planRestoration(
    { kind: 'restore', iri, property, value, known: [known] },
    { newIri, read: () => undefined, resources: () => [], readFile: () => undefined },
  ).steps.map(({ method, body }) => ({ method, body }))

test('puts an image back with its file, and the edit in a draft', () => {
  expect(restore(image(true), 'alt', 'Mine')).toMatchObject([
    { method: 'POST', body: { file: sampleMediaObject['@id'], alt: 'A goat' } },
    { method: 'PATCH', body: { alt: 'Mine' } },
  ])
})

test('puts a draft back with its file and the edit', () => {
  expect(restore(image(false), 'alt', 'Mine')).toMatchObject([
    { method: 'POST', body: { file: sampleMediaObject['@id'], alt: 'Mine' } },
  ])
})

test('puts a draft back with another file that was chosen, or without one', () => {
  const chosen = '/_/media_objects/other.png'
  expect(restore(image(false), 'file', chosen)).toMatchObject([{ body: { file: chosen } }])
  expect(restore(image(false), 'file', null)).toMatchObject([{ body: { file: null } }])
  expect(restore(image(true), 'file', chosen)).toMatchObject([
    { body: { file: sampleMediaObject['@id'] } },
    { body: { file: chosen } },
  ])
})

const group = '/_/component_groups/1'
const positionAt = (sortValue: number): Resource => ({
  '@id': `/_/component_positions/${sortValue}`,
  '@type': 'ComponentPosition',
  _metadata: {},
  componentGroup: group,
  ...(sortValue === 2 && { component: iri }),
  sortValue,
})
const placed = { ...image(false), componentPositions: ['/_/component_positions/2' as const] }
const groupOf = (positions: readonly Resource[]): Resource => ({
  '@id': group,
  '@type': 'ComponentGroup',
  _metadata: {},
  reference: 'main_/_/pages/1',
  componentPositions: positions.map((position) => position['@id']),
})
const readerOf = (resources: readonly Resource[]) =>
  createReader((other) => resources.find((one) => one['@id'] === other))

test('of a component in a long section, only what is its own is kept', () => {
  const positions = [0, 1, 2, 3, 4].map(positionAt)
  const read: string[] = []
  const reader = readerOf([placed, groupOf(positions), ...positions])
  const known = knownResources(iri, {
    read: createReader((other) => {
      read.push(other)
      return reader(other)
    }),
    resources: () => [],
  })
  expect(known.map((resource) => resource['@id'])).toEqual([iri, '/_/component_positions/2'])
  expect(read).not.toContain(group)
})

const intent = {
  kind: 'restore',
  iri,
  property: 'alt',
  value: 'Mine',
  known: [placed, positionAt(2)],
} as const

test.each([
  ['between those beside it', [0, 1, 3], 2],
  ['after somebody else has moved up those after it', [0, 1, 2.5], 2],
  ['where others were added and deleted', [1, 1.25, 1.5, 3], 3],
])('puts a component back at its place, %s', (_, sortValues, index) => {
  const positions = sortValues.map(positionAt)
  const read = readerOf([groupOf(positions), ...positions])
  expect(placesOf(intent, read)).toEqual([group])
  const plan = planRestoration(intent, {
    newIri,
    read,
    resources: () => [],
    readFile: () => undefined,
  })
  expect(plan.steps[0]).toMatchObject({ method: 'POST', sortIndex: { group, index } })
  expect(plan.following).toEqual(positions.slice(index).map((position) => position['@id']))
})

test('what has no place any more, or of which nothing is known, cannot be put back', () => {
  const read = readerOf([])
  expect(placesOf(intent, read)).toBeNull()
  expect(placesOf({ ...intent, known: [] }, read)).toBeNull()
  expect(placesOf({ ...intent, iri: '/_/pages/1', known: [] }, read)).toBeNull()
  expect(placesOf({ ...intent, known: [image(false)] }, read)).toBeNull()
})

test('the page data that show a component are known with it, and are where it is put back', () => {
  const article: Resource = {
    '@id': '/page_data/articles/1',
    '@type': 'Article',
    _metadata: {},
    image: iri,
  }
  const other = { ...article, '@id': '/page_data/articles/2' as const, image: null }
  const resources = [image(false), article, other]
  const known = knownResources(iri, { read: readerOf(resources), resources: () => resources })
  expect(known).toEqual([image(false), article])
  const read = readerOf([])
  expect(placesOf({ ...intent, known }, read)).toEqual([article['@id']])
  const plan = planRestoration(
    { ...intent, known },
    { newIri, read, resources: () => [{ ...article, image: null }], readFile: () => undefined },
  )
  expect(plan.steps).toMatchObject([
    { method: 'POST', body: { alt: 'Mine' } },
    { method: 'PATCH', iri: article['@id'], body: { image: iri } },
  ])
  expect(plan.inverse).toMatchObject([{ method: 'DELETE', iri, reverts: 0 }])
})
