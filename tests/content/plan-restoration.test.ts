import { expect, test } from 'vitest'
import { planRestoration } from '#content/change/undo/plan-restoration.ts'
import type { Component } from '#content/model/resource.ts'
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
