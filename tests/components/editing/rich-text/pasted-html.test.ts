/**
 * Pastes what programs put into the clipboard. The samples have the markup of Word 2016, Google Docs and Chrome, with words
 * of our own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serializeAsBrowser, sanitize } from '#server/store/types/sanitize-html.ts'
import { htmlIn, open } from '../../../support/text-editor.ts'

const readClipboard = (origin: string) =>
  readFileSync(join(import.meta.dirname, `../../../fixtures/clipboard/${origin}.clipboard`), 'utf8')

const paste = (html: string) => {
  const editor = open('')
  editor.view.pasteHTML(html)
  return htmlIn(editor)
}

const lists =
  '<ul><li><p>A chair</p><ul><li><p>with a back</p></li><li><p>or without</p></li></ul></li><li><p>A coat</p></li></ul>' +
  '<ol><li><p>Come</p></li><li><p>Sit down</p></li></ol>'
const link = '<a href="https://example.org/plan">the plan</a>'
const row = (tag: string, ...cells: string[]) =>
  `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`
const tableOf = (tag: string) =>
  `<table><tbody>${row(tag, 'Place', 'Day')}${row('td', 'Barn', 'Monday')}</tbody></table>`

test.each([
  ['word', `<p>We play <strong>seven</strong> pieces, says ${link}.</p>`, 'td'],
  ['google-docs', `<p>We play <strong>seven</strong> pieces, <em>says</em> ${link}.</p>`, 'td'],
  ['web', `<p>We play <strong>seven</strong> pieces, <em>says</em> ${link}.</p>`, 'th'],
])(
  'from %s, headings, lists, tables and links are kept, and nothing else',
  (origin, words, head) => {
    const html = paste(readClipboard(origin)).replace(' rel="nofollow"', '')
    expect(html.replace(/(<p><\/p>)+$/, '')).toBe(
      `<h2>The season</h2>${words}<h3>What to bring</h3>${lists}${tableOf(head)}`,
    )
    expect(serializeAsBrowser(sanitize(html))).toBe(html)
  },
)

test('a picture, a script and what is hidden are dropped', () => {
  expect(
    paste(
      '<p>One<img src="x.png"><script>evil()</script><span hidden>two</span><svg><text>three</text></svg></p>',
    ),
  ).toBe('<p>One</p>')
})

test('what is copied from a text is pasted as it is', () => {
  const html = '<p data-pm-slice="0 0 []">One</p><p></p><h2>Two</h2>'
  expect(paste(html)).toContain('<p></p><h2>Two</h2>')
})

test('a list of Word that begins on a deeper level keeps its items', () => {
  const item = (level: number, words: string) =>
    `<p style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${words}</p>`
  expect(paste(item(2, 'Deep') + item(1, 'Flat') + item(3, 'Deeper'))).toBe(
    '<ul><li><p>Deep</p></li></ul><ul><li><p>Flat</p><ul><li><p>Deeper</p></li></ul></li></ul>',
  )
})

test('the caption of a table is a paragraph before it', () => {
  const cells = '<tbody><tr><td>Barn</td></tr></tbody>'
  expect(paste(`<p>Where</p><table><caption>All <b>places</b></caption>${cells}</table>`)).toMatch(
    /^<p>Where<\/p><p>All <strong>places<\/strong><\/p><table><tbody><tr><td><p>Barn<\/p><\/td><\/tr><\/tbody><\/table>/,
  )
})
