import { expect, test } from 'vitest'
import { noPreview, parsePreview, previewText } from '#content/page/geometry/device-preview.ts'

test('every preview is remembered as a text', () => {
  for (const device of ['phone', 'tablet', 'desktop'] as const)
    for (const colorScheme of ['system', 'light', 'dark'] as const) {
      const preview = { device, colorScheme }
      expect(parsePreview(previewText(preview))).toEqual(preview)
    }
})

test.each([null, '', 'watch sepia', 'constructor __proto__', '{"device":"phone"}'])(
  '%j stands for no preview',
  (text) => {
    expect(parsePreview(text)).toEqual(noPreview)
  },
)

test('a part that is not known does not spoil the other', () => {
  expect(parsePreview('phone sepia')).toEqual({ device: 'phone', colorScheme: 'system' })
  expect(parsePreview('watch dark')).toEqual({ device: 'desktop', colorScheme: 'dark' })
})
