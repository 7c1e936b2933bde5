import { expect, test } from 'vitest'
import { canKeep } from '#server/store/restorations.ts'

const restorationOf = (length: number) => ({
  content: {
    at: new Date(0).toISOString(),
    rows: [],
    relations: [],
    handles: [
      { type: 'Page', property: 'reference', value: 'x'.repeat(length), iri: '/_/pages/1' },
    ],
    others: [],
  },
})

test('a change of up to 32 MB can be undone, a larger one cannot', () => {
  const megabyte = 1024 * 1024
  expect(canKeep(restorationOf(31 * megabyte))).toBe(true)
  expect(canKeep(restorationOf(32 * megabyte))).toBe(false)
})
