import { expect, test } from 'vitest'
import { keepsAltText } from '#content/pictures/alt-text.ts'
import { component } from '../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'

const alt = { name: 'alt', describes: 'file' }

/** Returns a picture with the file of the media library that has an IRI. */
const picture = (file: string | null, values: Record<string, unknown> = {}) => {
  const resource = component('Image', 'one', { alt: 'A goat', ...values })
  const mediaObjects = file && { file: [{ ...sampleMediaObject, '@id': file }] }
  return {
    ...resource,
    _metadata: { ...resource._metadata, ...(mediaObjects && { mediaObjects }) },
  }
}

const goat = picture('/_/media/goat')

test.each([
  ['another stored one', picture('/_/media/van')],
  ['one that is being saved', picture('/_/media/goat', { file: 'data:image/png;base64,eA==' })],
])('a description is kept by %s', (_, replaced) => {
  expect(keepsAltText(replaced, goat, alt)).toBe(true)
})

test.each([
  ['the same picture', goat, goat],
  ['a new description', picture('/_/media/van', { alt: 'A van' }), goat],
  [
    'no description',
    picture('/_/media/van', { alt: null }),
    picture('/_/media/goat', { alt: null }),
  ],
  ['no picture any more', picture(null), goat],
  ['the first picture', goat, picture(null)],
  ['no live version', goat, undefined],
])('nothing is asked for %s', (_, resource, live) => {
  expect(keepsAltText(resource, live, alt)).toBe(false)
})
