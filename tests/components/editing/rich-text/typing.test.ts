/** Typed Markdown and pasted text get formats, and typed text has those of the text around it. */
import { expect, test } from 'vitest'
import type { TextEditor } from '#src/editor/rich-text/create-text-editor.ts'
import { setLink } from '#src/editor/rich-text/links/links.ts'
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
  ['a [b c](d.test/e_f_) g', '<p>a <a href="https://d.test/e_f_">b c</a> g</p>'],
  ['[*b*](/c)', '<p><a href="/c">*b*</a></p>'],
  ['www.a.test b', '<p><a href="https://www.a.test">www.a.test</a> b</p>'],
  ['https://a.test\nb', '<p><a href="https://a.test">https://a.test</a></p><p>b</p>'],
])('typing %j makes %s', (words, html) => {
  const editor = open('<p>|</p>')
  type(editor, words)
  expect(htmlIn(editor)).toBe(html)
})

test.each(['2*3*4', '[a](javascript:b)', '![a](/b)', 'https://a.test/b. c', '(https://a.test'])(
  'typing %j makes no format and no link',
  (words) => {
    const editor = open('<p>|</p>')
    type(editor, words)
    expect(htmlIn(editor)).toBe(`<p>${words}</p>`)
  },
)

test.each(['Backspace', 'Mod-z'])('%s after a rule leaves all that was typed for it', (keys) => {
  for (const [words, literal] of [
    ['# ', '<p># </p>'],
    ['3. ', '<p>3. </p>'],
    ['---', '<p>---</p>'],
    ['a **b**', '<p>a **b**</p>'],
    ['www.a.test ', '<p>www.a.test </p>'],
    ['[a](/b)', '<p>[a](/b)</p>'],
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

test('undo takes back what was typed after a rule, and then the rule', () => {
  const editor = open('<p>|</p>')
  type(editor, '# a')
  press(editor, 'Mod-z')
  expect(htmlIn(editor)).toBe('<h2></h2>')
  press(editor, 'Mod-z')
  expect(htmlIn(editor)).toBe('<p># </p>')
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

/** Pastes text by the keys of the browser. */
const paste = ({ view }: TextEditor, words: string, shiftKey = false) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', words)
  const key = { key: shiftKey ? 'V' : 'v', keyCode: 86, ctrlKey: true }
  view.dom.dispatchEvent(new KeyboardEvent('keydown', { ...key, shiftKey }))
  view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
}

test.each([
  ['a **b** `c` *d*', '<p>a <strong>b</strong> <code>c</code> <em>d</em></p>'],
  ['a [**b**](/c_d_) e', '<p>a <a href="/c_d_"><strong>b</strong></a> e</p>'],
  ['[a](javascript:b)', '<p>[a](javascript:b)</p>'],
  ['1. a\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['https://a.test', '<p><a href="https://a.test">https://a.test</a></p>'],
])('pasting %j makes %s, and with Shift nothing but paragraphs', (words, html) => {
  const editor = open('<p>|</p>')
  paste(editor, words)
  expect(htmlIn(editor)).toBe(html)
  const plain = open('<p>|</p>')
  paste(plain, words, true)
  expect(htmlIn(plain)).toBe(`<p>${words.replace('\n', '</p><p>')}</p>`)
  paste(plain, ' **a**')
  expect(htmlIn(plain)).toMatch(/ <strong>a<\/strong><\/p>$/)
})

test('what is pasted into code stays as it is', () => {
  const editor = open('<pre><code>a|</code></pre>')
  paste(editor, ' **b** https://a.test')
  expect(htmlIn(editor)).toBe('<pre><code>a **b** https://a.test</code></pre>')
})

test.each([
  ['<p>a|</p>', '/b', '<p>a<a href="/b">/b</a></p>'],
  [
    '<p>a <a href="/a" title="t">b|<em>c</em></a></p>',
    '/b',
    '<p>a <a href="/b" title="t">b<em>c</em></a></p>',
  ],
  ['<p><a href="/a">|b</a><a href="/c">c</a></p>', '', '<p>b<a href="/c">c</a></p>'],
])('in %s, setting the link to %j makes %s', (before, address, after) => {
  const editor = open(before)
  const { view } = editor
  setLink(address)(view.state, view.dispatch)
  expect(htmlIn(editor)).toBe(after)
})
