import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { MediaObject } from '#content/model/media-object.ts'
import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { component } from '../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'

afterEach(cleanup)

interface Made extends Partial<MediaObject> {
  name: string
  width: number
}

/** A file of a picture that is twice as wide as it is high. */
const file = ({ name, width, ...more }: Made): MediaObject => ({
  ...sampleMediaObject,
  contentUrl: `/${name}`,
  mimeType: `image/${name.split('.').pop()}`,
  width,
  height: width / 2,
  ...more,
})

const thumbnail = (width = 500) =>
  file({ name: 'thumbnail.webp', width, imagineFilter: 'thumbnail', fileSize: 800 })
const variant = (width: number) =>
  file({ name: `w${width}.webp`, width, imagineFilter: `w${width}` })

const show = (files: MediaObject[], eager = false) => {
  const { _metadata, ...image } = component('Image', 'one')
  const resource = { ...image, _metadata: { mediaObjects: { file: files } } }
  render(<ResponsiveImage resource={resource} alt="A goat" sizes="50vw" eager={eager} />)
  return screen.getByRole<HTMLImageElement>('img')
}

const sourcesOf = ({ srcset }: HTMLImageElement) =>
  srcset.split(', ').map((source) => source.slice(1))

test('the browser chooses from modern formats only, the narrowest first', () => {
  const shown = show([
    file({ name: 'goat.png', width: 1600 }),
    thumbnail(),
    variant(480),
    variant(960),
    variant(1440),
  ])
  expect(sourcesOf(shown)).toEqual([
    'w480.webp 480w',
    'thumbnail.webp 500w',
    'w960.webp 960w',
    'w1440.webp 1440w',
  ])
  expect(shown.getAttribute('src')).toBe('/w960.webp')
  expect([shown.width, shown.height]).toEqual([1600, 800])
})

test('of one width it takes the smallest file', () => {
  const shown = show([file({ name: 'goat.webp', width: 400, fileSize: 32_000 }), thumbnail(400)])
  expect(sourcesOf(shown)[0]).toBe('thumbnail.webp 400w')
})

test('a small picture of an older format is its thumbnail', () => {
  const shown = show([file({ name: 'goat.png', width: 400 }), thumbnail(400)])
  expect(shown.getAttribute('src')).toBe('/thumbnail.webp')
  expect(shown.srcset).toBe('')
})

test.each([
  ['that says so', file({ name: 'goat.webp', width: 400, isAnimated: true })],
  ['that is a GIF', file({ name: 'goat.gif', width: 400 })],
  ['that has no narrower variant', file({ name: 'goat.webp', width: 800 })],
])('an animation %s is never its thumbnail, which does not move', (_, animation) => {
  const shown = show([animation, thumbnail(400)])
  expect(shown.getAttribute('src')).toBe(animation.contentUrl)
  expect(shown.srcset).toBe('')
})

test('the picture in sight is fetched at once and first, others when they come into sight', () => {
  const eager = show([file({ name: 'goat.png', width: 400 })], true)
  expect(eager.getAttribute('loading')).toBeNull()
  expect(eager.getAttribute('fetchpriority')).toBe('high')
  cleanup()
  const lazy = show([file({ name: 'goat.png', width: 400 })])
  expect(lazy.getAttribute('loading')).toBe('lazy')
  expect(lazy.getAttribute('fetchpriority')).toBeNull()
})

test('a few pixels stand for it until it is there, and nothing else that an API sends', () => {
  const preview = 'data:image/webp;base64,UklGRg=='
  expect(show([file({ name: 'goat.png', width: 400, preview })]).style.background).toContain(
    preview,
  )
  cleanup()
  const hostile = 'x) center/cover; position: fixed; background: url(y'
  expect(show([file({ name: 'goat.png', width: 400, preview: hostile })]).style.cssText).toBe('')
})
