/** Keys, typed Markdown and pasted text change a text as expected. */
import { expect, test } from 'vitest'
import type { TextEditor } from '#src/editor/rich-text/create-text-editor.ts'
import { setLink } from '#src/editor/rich-text/links.ts'
import { htmlIn, open, press, selectAll } from '../../../support/text-editor.ts'

/** Types each character as a browser does, unless a rule handles it. */
const type = (editor: TextEditor, words: string) => {
  const { view } = editor
  for (const character of words) {
    if (character === '\n') {
      press(editor, 'Enter')
      continue
    }
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(character, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, character, insert)))
      view.dispatch(insert())
  }
}

test.each([
  ['# a', '<h2>a</h2>'],
  ['## a', '<h2>a</h2>'],
  ['###### a', '<h6>a</h6>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['- a\nb', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['3. a\nb', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['``` a', '<pre><code>a</code></pre>'],
  ['```js\na', '<pre><code>a</code></pre>'],
  ['```\na\n\n\nb', '<pre><code>a</code></pre><p>b</p>'],
  ['---a', '<hr><p>a</p>'],
  ['***\na', '<hr><p>a</p>'],
  ['a **b** c', '<p>a <strong>b</strong> c</p>'],
  ['a __b__ c', '<p>a <strong>b</strong> c</p>'],
  ['*b* c', '<p><em>b</em> c</p>'],
  ['_b_ c', '<p><em>b</em> c</p>'],
  ['~~b~~ c', '<p><s>b</s> c</p>'],
  ['a`b`c', '<p>a<code>b</code>c</p>'],
  ['2*3*4', '<p>2*3*4</p>'],
  [
    'www.a.test b',
    '<p>www.a.test b</p>'.replace('www.a.test', '<a href="https://www.a.test">www.a.test</a>'),
  ],
  ['https://a.test/b. c', '<p>https://a.test/b. c</p>'],
  ['(https://a.test', '<p>(https://a.test</p>'],
  ['https://a.test\nb', '<p><a href="https://a.test">https://a.test</a></p><p>b</p>'],
])('%j becomes %s', (words, html) => {
  const editor = open('<p>|</p>')
  type(editor, words)
  expect(htmlIn(editor)).toBe(html)
})

test.each([
  ['Backspace', '<h2>|</h2>', '<p></p>'],
  ['Backspace', '<pre>|a</pre>', '<p>a</p>'],
  ['Backspace', '<p>a</p><pre>|</pre>', '<p>a</p><p></p>'],
  ['Backspace', '<ul><li>a</li></ul><p>|b</p>', '<ul><li><p>ab</p></li></ul>'],
  ['Backspace', '<ul><li>|a</li></ul>', '<p>a</p>'],
  [
    'Backspace',
    '<blockquote><p>a</p><p>|b</p></blockquote>',
    '<blockquote><p>a</p></blockquote><p>b</p>',
  ],
  ['Backspace', '<blockquote><p>a</p></blockquote><p>|b</p>', '<blockquote><p>ab</p></blockquote>'],
  ['Delete', '<ul><li>a|</li><li>b</li></ul>', '<ul><li><p>ab</p></li></ul>'],
  [
    'Delete',
    '<ul><li>a|<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>',
  ],
  ['Tab', '<ul><li>a</li><li>|b</li></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
  ['Tab', '<ul><li>a</li></ul><p>|b</p>', '<ul><li><p>a</p><p>b</p></li></ul>'],
  [
    'Shift-Tab',
    '<ul><li>a<ul><li>|b</li></ul></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  ],
  ['Enter', '<p><strong>a|b</strong></p>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['Enter', '<ul><li>a</li><li>|</li></ul>', '<ul><li><p>a</p></li></ul><p></p>'],
  ['Shift-Enter', '<p>a|b</p>', '<p>a<br>b</p>'],
  ['Mod-Enter', '<pre>a|</pre>', '<pre><code>a</code></pre><p></p>'],
  ['ArrowUp', '<pre>|a</pre>', '<p></p><pre><code>a</code></pre>'],
  ['ArrowDown', '<pre>a|</pre>', '<pre><code>a</code></pre><p></p>'],
  ['ArrowRight', '<p><code>a|</code></p>', '<p><code>a</code> </p>'],
  ['Mod-Alt-0', '<h3>a|</h3>', '<p>a</p>'],
  ['Mod-Alt-6', '<p>a|</p>', '<h6>a</h6>'],
  ['Mod-Alt-2', '<ul><li>a</li><li>|b</li></ul>', '<ul><li><p>a</p></li></ul><h2>b</h2>'],
  ['Mod-Shift-7', '<ul><li>a|</li></ul>', '<ol><li><p>a</p></li></ol>'],
  ['Mod-Shift-8', '<ul><li>a|</li></ul>', '<p>a</p>'],
  ['Mod-Shift-8', '<h2>a|</h2>', '<ul><li><p>a</p></li></ul>'],
  ['Mod-Shift-8', '<ul><li>a</li></ul><p>b|</p>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
])('%s makes of %s %s', (keys, before, after) => {
  const editor = open(before)
  expect(press(editor, keys)).toBe(true)
  expect(htmlIn(editor)).toBe(after)
})

test.each(['Backspace', 'Mod-z'])('%s after a rule leaves all that was typed for it', (keys) => {
  for (const [words, literal] of [
    ['# ', '<p># </p>'],
    ['3. ', '<p>3. </p>'],
    ['---', '<p>---</p>'],
    ['a **b**', '<p>a **b**</p>'],
    ['www.a.test ', '<p>www.a.test </p>'],
    // The new line was no text yet.
    ['```js\n', '<p>```js</p>'],
  ] as const) {
    const editor = open('<p>|</p>')
    type(editor, words)
    expect(htmlIn(editor)).not.toBe(literal)
    press(editor, keys)
    expect(htmlIn(editor)).toBe(literal)
  }
})

test('a rule that was undone is redone', () => {
  const editor = open('<p>|</p>')
  type(editor, '# ')
  press(editor, 'Mod-z')
  press(editor, 'Mod-y')
  expect(htmlIn(editor)).toBe('<h2></h2>')
  press(editor, 'Mod-z')
  press(editor, 'Mod-z')
  expect(htmlIn(editor)).toBe('<p></p>')
})

test('what is typed after a mark or a new line has the marks, but is no part of a link', () => {
  const editor = open('<p><a href="/a"><em>a|b</em></a></p>')
  press(editor, 'Enter')
  type(editor, 'c')
  expect(htmlIn(editor)).toBe(
    '<p><a href="/a"><em>a</em></a></p><p><em>c</em><a href="/a"><em>b</em></a></p>',
  )
})

test('deleting all the text leaves a paragraph without formats', () => {
  const editor = open('<h2><em>a|</em></h2><ul><li>b</li></ul>')
  selectAll(editor)
  press(editor, 'Backspace')
  expect(htmlIn(editor)).toBe('<p></p>')
  type(editor, 'c')
  expect(htmlIn(editor)).toBe('<p>c</p>')
})

test.each([
  ['a **b** `c` *d*', '<p>a <strong>b</strong> <code>c</code> <em>d</em></p>'],
  ['1. a\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
])('%j is pasted as %s', (words, html) => {
  const editor = open('<p>|</p>')
  const data = new DataTransfer()
  data.setData('text/plain', words)
  editor.view.pasteText(words, new ClipboardEvent('paste', { clipboardData: data }))
  expect(htmlIn(editor)).toBe(html)
})

test.each([
  ['<p>a|</p>', '/b', '<p>a<a href="/b">/b</a></p>'],
  [
    '<p>a <a href="/a" title="t">b|<em>c</em></a></p>',
    '/b',
    '<p>a <a href="/b" title="t">b<em>c</em></a></p>',
  ],
  ['<p><a href="/a">|b</a><a href="/c">c</a></p>', '', '<p>b<a href="/c">c</a></p>'],
])('in %s the link %j makes %s', (before, address, after) => {
  const { view, subscribe } = open(before)
  setLink(address)(view.state, view.dispatch)
  expect(htmlIn({ view, subscribe })).toBe(after)
})
