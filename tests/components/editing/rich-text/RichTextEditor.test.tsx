import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { undo } from 'prosemirror-history'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allowedHtml } from '#content/model/allowed-html.ts'
import type { Html } from '#content/model/field.ts'
import { RichTextEditor } from '#src/editor/rich-text/RichTextEditor.tsx'
import { replaceContent } from '#src/editor/rich-text/mount-editor.ts'
import { createRichTextWrapper, hasEditor, pasteWords } from '../../../support/rich-text.tsx'
import { htmlIn, open, storedHtml } from '../../../support/text-editor.ts'

afterEach(cleanup)

describe('the schema of rich text', () => {
  const tableSample =
    '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>'
  const samples: Record<string, string> = {
    p: '<p>a</p>',
    br: '<p>a<br>b</p>',
    hr: '<p>a</p><hr><p>b</p>',
    strong: '<p><strong>a</strong></p>',
    em: '<p><em>a</em></p>',
    u: '<p><u>a</u></p>',
    s: '<p><s>a</s></p>',
    sub: '<p><sub>a</sub></p>',
    sup: '<p><sup>a</sup></p>',
    code: '<p><code>a</code></p>',
    small: '<p><small>a</small></p>',
    mark: '<p><mark>a</mark></p>',
    a: '<p><a href="/about" title="t">a</a></p>',
    img: '<img src="https://a.test/b.png" alt="a">',
    blockquote: '<blockquote><p>a</p></blockquote>',
    pre: '<pre><code>a</code></pre>',
    ul: '<ul><li><p>a</p></li></ul>',
    ol: '<ol start="3"><li><p>a</p></li></ol>',
    ...Object.fromEntries(['table', 'tbody', 'tr', 'th', 'td'].map((tag) => [tag, tableSample])),
    li: '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
    ...Object.fromEntries([2, 3, 4, 5, 6].map((n) => [`h${n}`, `<h${n}>a</h${n}>`])),
  }
  test('keeps the rows of a <thead>, as rows of headings', () => {
    const [rows] = /<tr>.*<\/tr>/.exec(tableSample)!
    const content = `<table><thead>${rows}</thead></table>`
    expect(storedHtml(content)).toBe(tableSample)
  })

  /** The tags that are written in place of older ones. */
  const replacements: Record<string, string> = { b: 'strong', i: 'em' }

  test.each(allowedHtml.tags.filter((tag) => !(tag in replacements) && tag !== 'thead'))(
    'keeps <%s>',
    (tag) => {
      const html = samples[tag]!
      expect(html).toContain(`<${tag}`)
      expect(storedHtml(html)).toBe(html)
    },
  )

  test.each(Object.entries(replacements))('replaces <%s> with <%s>', (older, newer) => {
    expect(storedHtml(`<p><${older}>a</${older}></p>`)).toBe(`<p><${newer}>a</${newer}></p>`)
  })
})

test('replacing the content changes only what differs and keeps the caret', () => {
  const editor = open('<p>one</p><p>tw|o</p>')
  replaceContent(editor, '<p>one more</p><p>two</p>', false)
  expect(htmlIn(editor)).toBe('<p>one more</p><p>two</p>')
  expect(editor.view.state.selection.head).toBe(13)
  expect(undo(editor.view.state)).toBe(false)
})

test.each([
  ['<p>## </p>', '<p>## </p>'],
  ['<p>a </p>\n  <p>\n b\n</p>', '<p>a</p><p>b</p>'],
])('spaces at the ends of lines are kept where they were typed, as in %s', (html, shown) => {
  const editor = open('<p>one|</p>')
  replaceContent(editor, html, false)
  expect(htmlIn(editor)).toBe(shown)
})

test('after an undo the caret is where the text has changed, if the text has the focus', () => {
  const editor = open('<p>one</p><p>tw|o</p>')
  replaceContent(editor, '<p>one more</p><p>two</p>', true)
  expect(editor.view.state.selection.head).toBe(13)
  editor.view.hasFocus = () => true
  replaceContent(editor, '<p>one</p><p>two</p>', true)
  expect(editor.view.state.selection.head).toBe(4)
})

/** HTML as the editor gets it. */
const sanitized = (html: string) => html as Html

test('content with scripts, handlers or files is edited without them', () => {
  const dirty = '<p onclick="evil()">Hi<img src=x onerror=evil()><script>evil()</script></p>'
  expect(storedHtml(dirty)).not.toMatch(/onclick|onerror|<img|<script/)
  expect(storedHtml('<p><a href="javascript:evil()">Hi</a></p>')).not.toContain('javascript:')
})

describe('RichTextEditor', () => {
  const changes: (string | null)[] = []
  afterEach(() => changes.splice(0))

  /** Renders a controlled rich text; the returned function changes its props. */
  const renderEditor = () => {
    const props = {
      html: sanitized('<p>Curtain</p>') as Html | null,
      active: false,
      onChange: (html: Html | null) => {
        changes.push(html)
        setProps({ html })
      },
      onBlur: () => {},
    }
    const wrapper = createRichTextWrapper()
    const element = () => (
      <RichTextEditor label="Body text" placeholder="Write something" {...props} />
    )
    const setProps = (changed: Partial<typeof props>) => {
      Object.assign(props, changed)
      rerender(element())
    }
    const { rerender } = render(element(), { wrapper })
    return setProps
  }

  const text = () => screen.getByRole('textbox', { name: 'Body text' })

  test('leaves the focus where it is when its text is selected otherwise', () => {
    const setProps = renderEditor()
    setProps({ active: true })
    expect(hasEditor(text())).toBe(true)
    expect(text().contains(document.activeElement)).toBe(false)
  })

  test('mounts an editor on its element while active and restores the element afterwards', () => {
    const setProps = renderEditor()
    const before = text()
    const plain = before.outerHTML
    expect(before.tabIndex).toBe(0)
    expect(before.innerHTML).toBe('<p>Curtain</p>')
    expect(before.isContentEditable).toBe(false)
    expect(hasEditor(text())).toBe(false)

    before.focus()
    setProps({ active: true })
    expect(text()).toBe(before)
    expect(document.activeElement).toBe(before)
    expect(before.getAttribute('contenteditable')).toBe('true')
    expect(hasEditor(text())).toBe(true)

    setProps({ active: false })
    expect(text()).toBe(before)
    expect(before.outerHTML).toBe(plain)
    expect(hasEditor(text())).toBe(false)
  })

  test('reports typed HTML, and null when it is empty', () => {
    const setProps = renderEditor()
    setProps({ active: true })
    pasteWords(text(), 'The ')
    fireEvent.keyDown(text(), { key: 'a', ctrlKey: true })
    fireEvent.keyDown(text(), { key: 'Backspace' })
    expect(changes).toEqual(['<p>The Curtain</p>', null])
    expect(text().dataset['empty']).toBe('true')
  })

  test('calls the latest change handler', () => {
    const setProps = renderEditor()
    setProps({ active: true })
    const later = vi.fn<(html: string | null) => void>()
    setProps({ onChange: later })
    pasteWords(text(), 'The ')
    expect(later).toHaveBeenCalledWith('<p>The Curtain</p>')
    expect(changes).toEqual([])
  })

  test.each([false, true])('shows a text that was changed elsewhere; active: %s', (active) => {
    const setProps = renderEditor()
    setProps({ active })
    setProps({ html: sanitized('<p>Curtain down</p>') })
    expect(text().innerHTML).toBe('<p>Curtain down</p>')
    expect(changes).toEqual([])
    setProps({ active: false })
    expect(text().innerHTML).toBe('<p>Curtain down</p>')
  })
})
