/** Stored HTML is left unchanged: the samples were written by an earlier version of the editor. */
import { expect, test } from 'vitest'
import samples from '../../../fixtures/rich-text-html.json' with { type: 'json' }
import { storedHtml } from '../../../support/text-editor.ts'

test.each(samples)('$read', ({ read, written = read }) => {
  expect(storedHtml(read)).toBe(written)
})
