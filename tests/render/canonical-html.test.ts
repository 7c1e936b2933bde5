/** Tests what is known of HTML that a browser writes as it was. `tests/browser/visiting/visitor.spec.ts` compares it with one. */
import { expect, test } from 'vitest'
import { isCanonicalHtml } from '#server/render/canonical-html.ts'

test.each([
  '',
  'Words, "quoted" &amp; more',
  '<p>One &lt;two&gt;&nbsp;three</p>\n<p><strong>four <em>five</em></strong><br>six</p>',
  '<p><a href="/a?b=1&amp;c=2" title="&quot;a&quot;">link</a></p><hr><img src="/a.png" alt="">',
  '<ul><li>one<ul><li><p>two</p></li></ul></li></ul><blockquote><p>said</p></blockquote>',
  '<table>\n<thead><tr><th colspan="2"><p>a</p></th></tr></thead><tbody><tr><td>b</td><td></td></tr></tbody></table>',
  '<pre>code\n\n  more</pre>',
])('%j is written as it was', (html) => {
  expect(isCanonicalHtml(html)).toBe(true)
})

test.each([
  ['an element that is not closed', '<p>one'],
  ['an element that is not opened', 'one</p>'],
  ['elements that overlap', '<p><b>one</p></b>'],
  ['a list in a paragraph', '<p>one<ul><li>two</li></ul></p>'],
  ['a paragraph in an element in a paragraph', '<p><b><p>one</p></b></p>'],
  ['an item outside of a list', '<p>a</p><li>one</li>'],
  ['a row without the body of its table', '<table><tr><td>one</td></tr></table>'],
  ['words between rows', '<table><tbody>one<tr><td>two</td></tr></tbody></table>'],
  ['a link in a link', '<a href="/">one <a href="/">two</a></a>'],
  ['a heading in a heading', '<h2>one <h3>two</h3></h2>'],
  ['a first line that is empty', '<pre>\none</pre>'],
  ['characters written otherwise', '<p>a > b</p>'],
  ['a quotation mark written otherwise', '<p>&quot;</p>'],
  ['a space written otherwise', '<p>a\u00a0b</p>'],
  ['another entity', '<p>&eacute;</p>'],
  ['an ampersand alone', '<p>a & b</p>'],
  ['the end of a line written otherwise', '<p>a\r\nb</p>'],
  ['half a character', '<p>\ud83d</p>'],
  ['a bracket in an attribute', '<a href="/&lt;">one</a>'],
  ['an attribute without quotation marks', '<a href=/>one</a>'],
  ['an empty element written otherwise', '<p>one<br/>two</p>'],
  ['capital letters', '<P>one</P>'],
  ['a bracket alone', '<p>one < two</p>'],
])('%s is not', (_, html) => {
  expect(isCanonicalHtml(html)).toBe(false)
})
