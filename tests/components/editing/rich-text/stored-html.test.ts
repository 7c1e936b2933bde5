/** HTML is stored as an earlier version of the editor has stored it: the samples were made with that one. */
import { expect, test } from 'vitest'
import samples from '../../../fixtures/rich-text-html.json' with { type: 'json' }
import { storedHtml } from '../../../support/text-editor.ts'

const unchanged = samples.filter(({ stored }) => stored === undefined)
const changed = samples.filter(({ stored }) => stored !== undefined)

test.each(unchanged)('$html is stored unchanged', ({ html }) => {
  expect(storedHtml(html)).toBe(html)
})

test.each(changed)('$html is stored as $stored', ({ html, stored }) => {
  expect(storedHtml(html)).toBe(stored)
})
