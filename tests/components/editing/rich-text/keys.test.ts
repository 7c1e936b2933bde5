/** Keys change a text with the caret at the |. */
import { expect, test } from 'vitest'
import { htmlIn, open, press } from '../../../support/text-editor.ts'

const expectChange = (keys: string, before: string, after: string) => {
  const editor = open(before)
  expect(press(editor, keys)).toBe(true)
  expect(htmlIn(editor)).toBe(after)
}

test.each([
  ['<h2>|</h2>', '<p></p>'],
  ['<pre>|a</pre>', '<p>a</p>'],
  ['<p>a</p><pre>|</pre>', '<p>a</p><p></p>'],
  ['<ul><li>|a</li></ul>', '<p>a</p>'],
  ['<blockquote><p>a</p><p>|b</p></blockquote>', '<blockquote><p>a</p></blockquote><p>b</p>'],
])('Backspace leads out of the format: from %s to %s', (before, after) => {
  expectChange('Backspace', before, after)
})

test.each([
  ['<ul><li>a</li></ul><p>|b</p>', '<ul><li><p>ab</p></li></ul>'],
  ['<blockquote><p>a</p></blockquote><p>|b</p>', '<blockquote><p>ab</p></blockquote>'],
])(
  'Backspace joins a paragraph with the last one of a list or quote: from %s to %s',
  (before, after) => {
    expectChange('Backspace', before, after)
  },
)

test.each([
  ['<ul><li>a|</li><li>b</li></ul>', '<ul><li><p>ab</p></li></ul>'],
  [
    '<ul><li>a|<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>',
  ],
])(
  'Delete joins an item with the next one, or lifts that one first: from %s to %s',
  (before, after) => {
    expectChange('Delete', before, after)
  },
)

test.each([
  ['Tab', '<ul><li>a</li><li>|b</li></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
  ['Tab', '<ul><li>a</li></ul><p>|b</p>', '<ul><li><p>a</p><p>b</p></li></ul>'],
  [
    'Shift-Tab',
    '<ul><li>a<ul><li>|b</li></ul></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  ],
])('%s moves a block into an item or out of it: from %s to %s', expectChange)

test.each([
  ['Enter', '<p><strong>a|b</strong></p>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['Enter', '<ul><li>a</li><li>|</li></ul>', '<ul><li><p>a</p></li></ul><p></p>'],
  ['Shift-Enter', '<p>a|b</p>', '<p>a<br>b</p>'],
])('%s begins a paragraph or a line: from %s to %s', expectChange)

test.each([
  ['Mod-Enter', '<pre>a|</pre>', '<pre><code>a</code></pre><p></p>'],
  ['ArrowUp', '<pre>|a</pre>', '<p></p><pre><code>a</code></pre>'],
  ['ArrowDown', '<pre>a|</pre>', '<pre><code>a</code></pre><p></p>'],
  ['ArrowRight', '<p><code>a|</code></p>', '<p><code>a</code> </p>'],
])('%s leads out of code: from %s to %s', expectChange)

test.each([
  ['Mod-Alt-0', '<h3>a|</h3>', '<p>a</p>'],
  ['Mod-Alt-6', '<p>a|</p>', '<h6>a</h6>'],
  ['Mod-Alt-2', '<ul><li>a</li><li>|b</li></ul>', '<ul><li><p>a</p></li></ul><h2>b</h2>'],
  ['Mod-Shift-7', '<ul><li>a|</li></ul>', '<ol><li><p>a</p></li></ol>'],
  ['Mod-Shift-8', '<ul><li>a|</li></ul>', '<p>a</p>'],
  ['Mod-Shift-8', '<h2>a|</h2>', '<ul><li><p>a</p></li></ul>'],
  ['Mod-Shift-8', '<ul><li>a</li></ul><p>b|</p>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
])('%s toggles a format: from %s to %s', expectChange)

test('undo and redo are left to the page once the text has none of its own', () => {
  const editor = open('<p>a|</p>')
  const isHandled = (keys: string) => press(editor, keys)
  expect([isHandled('Mod-Z'), isHandled('Mod-Shift-Z')]).toEqual([false, false])
  editor.view.dispatch(editor.view.state.tr.insertText('b'))
  expect([isHandled('Mod-Z'), htmlIn(editor)]).toEqual([true, '<p>a</p>'])
  expect(isHandled('Mod-Z')).toBe(false)
  expect([isHandled('Mod-Shift-Z'), htmlIn(editor)]).toEqual([true, '<p>ab</p>'])
  expect(isHandled('Mod-Y')).toBe(false)
})
