import { expect, test } from 'vitest'
import { fileSizeLabel } from '#content/model/file-size-label.ts'

test.each([
  [1, '1 KB'],
  [1024, '1 KB'],
  [24_900, '25 KB'],
  [1024 * 1024 - 1, '1024 KB'],
  [1024 * 1024, '1.0 MB'],
  [1_300_000, '1.2 MB'],
])('a file of %i bytes has %s', (bytes, label) => {
  expect(fileSizeLabel(bytes)).toBe(label)
})
