import { expect, test } from 'vitest'
import { flavorsOf } from '#src/editor/clipboard/clipboard-flavors.ts'
import { kind } from '#site/components/HtmlContent/kind.ts'
import { documentOf } from '../../support/copied-components.ts'

test('each block of a copied text begins a new line of its plain text', () => {
  const html = '<h2>The goat</h2><p>She had<br>company.</p><ul><li>One</li><li>Two</li></ul>'
  const copied = documentOf({ type: 'HtmlContent', fields: { html } })
  expect(flavorsOf(copied, [kind])['text/plain']).toBe('The goat\nShe had\ncompany.\nOne\nTwo')
})
