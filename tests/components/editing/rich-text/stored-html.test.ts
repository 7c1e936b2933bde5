/** The HTML of a text stays what it was: the samples were written by the editor before it was built on ProseMirror alone. */
import { expect, test } from 'vitest'
import samples from '../../../fixtures/rich-text-html.json' with { type: 'json' }
import { storedHtml } from '../../../support/rich-text.tsx'

test.each(samples)('$read', ({ read, written = read }) => {
  expect(storedHtml(read)).toBe(written)
})
