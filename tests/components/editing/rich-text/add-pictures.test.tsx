import { cleanup, fireEvent, screen } from '@testing-library/react'
import { EditorState } from 'prosemirror-state'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { insertPictures } from '#src/editor/rich-text/pictures/picture-commands.ts'
import { parseHtml, serializeHtml } from '#src/editor/rich-text/schema/html.ts'
import { component } from '../../../support/content/page-payload.ts'
import { type OpenEditor, bodyText, openEditor, settleRun } from '../../../support/editor.tsx'
import { open as openTextEditor, storedHtml } from '../../../support/text-editor.ts'
import { pasteWords } from '../../../support/rich-text.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pictureOf = (name: string, type = 'image/png') => new File(['x'], name, { type })

/** Opens a page whose text has the caret. The address of a file ends with its name. */
const openText = async () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`)
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(bodyText())
  return editor
}

const paste = ({ happen }: OpenEditor, ...files: File[]) =>
  happen(
    () =>
      void fireEvent.paste(bodyText(), {
        clipboardData: { files, types: ['Files'], getData: () => '' },
      }),
  )

const bodyWith = (html: string) => component('HtmlContent', 'two', { html })

const shown = () =>
  [...bodyText().querySelectorAll('img[src]')].map((image) => image.getAttribute('src'))

test('several pictures are in the text in the order of their files', async () => {
  const editor = await openText()
  await paste(editor, pictureOf('one'), pictureOf('two'), pictureOf('three'))
  expect(shown()).toEqual(['blob:one', 'blob:two', 'blob:three'])
})

test('a refused file is told until another one is taken', async () => {
  const editor = await openText()
  await paste(editor, pictureOf('words', 'text/plain'), pictureOf('one'))
  expect(shown()).toEqual(['blob:one'])
  expect(screen.getByText('Picture not added')).toBeTruthy()
  await paste(editor, pictureOf('two'))
  expect(screen.queryByText('Picture not added')).toBeNull()
})

test('pictures are undone without the words that were typed before them, which are saved by then', async () => {
  const editor = await openText()
  pasteWords(bodyText(), 'Typed')
  await paste(editor, pictureOf('one'))
  await settleRun(editor, { result: { resource: bodyWith('<p>Typed</p>') } })
  const saved = { iri: '/_/media_objects/one', isNew: true, picture: { src: '/one.png' } }
  await editor.happen(() => editor.puppets.upload.report('one', { type: 'file.saved', saved }))
  const intents = editor.puppets.changeRun.calls.map(({ input: { job } }) =>
    job.kind === 'apply' && job.intent.kind === 'set' ? job.intent : null,
  )
  expect(intents.map((intent) => String(intent?.value).includes('/one.png'))).toEqual([false, true])
  expect(new Set(intents.map((intent) => intent?.undoGroup)).size).toBe(2)
})

test.each([
  ['<p>a|</p>', '<p>a</p><img src="/1"><p>b</p>'],
  ['<p>a|</p><p></p>', '<p>a</p><img src="/1"><p>b</p>'],
  ['<p>a|</p><p>c</p>', '<p>a</p><img src="/1"><p>b</p><p>c</p>'],
  ['<ul><li><p>a|</p></li></ul>', '<ul><li><p>a</p><img src="/1"><p>b</p></li></ul>'],
  ['<p>a|c</p>', '<p>abc</p><img src="/1"><p></p>'],
])('one goes on below a picture that is put at the end of a line, as in %s', (html, expected) => {
  const { view } = openTextEditor(html)
  const { state } = view
  view.dispatch(insertPictures(state, state.selection.to, [{ src: '/1' }]))
  view.dispatch(view.state.tr.insertText('b'))
  expect(storedHtml(serializeHtml(view.state.doc)!)).toBe(storedHtml(expected))
})

describe.each([
  '<p>a</p><p></p>',
  '<h2>a</h2><hr>',
  '<ul><li>a<ol><li>b</li></ol></li></ul>',
  '<blockquote><p>a</p></blockquote>',
  '<table><tbody><tr><td>a</td><td></td></tr></tbody></table>',
  '<pre><code>a</code></pre>',
])('at any place of %s', (html) => {
  const doc = parseHtml(html)
  test.each([...Array(doc.content.size + 1).keys()])('that order stays at %i', (pos) => {
    const pictures = ['/1', '/2', '/3'].map((src) => ({ src }))
    const { doc: changed } = insertPictures(EditorState.create({ doc }), pos, pictures)
    expect(serializeHtml(changed)!.match(/\/\d/g)).toEqual(['/1', '/2', '/3'])
  })
})
