import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { string } from 'valibot'
import { afterEach, expect, test } from 'vitest'
import type { Html } from '#content/model/field.ts'
import { richTextMachine } from '#machines/editing/rich-text/rich-text.ts'
import { loadRichText } from '#src/app/lazy/load-rich-text.ts'
import { HtmlControl } from '#src/editor/fields/HtmlControl.tsx'
import { RichTextEditor } from '#src/editor/rich-text/RichTextEditor.tsx'
import { restoreNetwork } from '../../../support/app.tsx'
import {
  type OpenEditor,
  bodyText,
  formatBar,
  hub,
  manager,
  openEditor,
  reachServer,
  title,
} from '../../../support/editor.tsx'
import { component } from '../../../support/content/page-payload.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  createRichTextWrapper,
  hasEditor,
  pasteWords,
  shownHtml,
} from '../../../support/rich-text.tsx'

const coverage = cover(richTextMachine)
afterEach(cleanup)

const boldButtons = () => screen.queryAllByRole('button', { name: 'Bold' })

test('the text that is being edited has format buttons, and nothing else has', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  expect(boldButtons()).toHaveLength(1)
  expect(within(manager()).queryByRole('button', { name: 'Bold' })).toBeNull()
  await user.click(title())
  expect(boldButtons()).toHaveLength(0)
  await user.click(bodyText())
  expect(boldButtons()).toHaveLength(1)
})

test('no button formats a text once editing has ended', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  await press('Done')
  expect(boldButtons()).toHaveLength(0)
})

test('keys lead to the format buttons, along all tools and back to the text', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  const toolbar = screen.getByRole('toolbar', { name: 'Tools' })
  const [first, second, ...rest] = within(toolbar).getAllByRole('button')
  expect(formatBar().contains(first!)).toBe(true)
  await user.keyboard('{Alt>}{F10}{/Alt}')
  expect(document.activeElement).toBe(first)
  for (const [key, button] of [
    ['{ArrowRight}', second],
    ['{ArrowLeft}', first],
    ['{ArrowLeft}', rest.at(-1)],
    ['{ArrowRight}', first],
    ['{End}', rest.at(-1)],
    ['{Home}', first],
  ] as const) {
    await user.keyboard(key)
    expect(document.activeElement, key).toBe(button)
  }
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(bodyText())
  await user.keyboard('{Alt>}{F10}{/Alt}{Tab}')
  expect(document.activeElement!.closest('[data-insertion-line]')).not.toBeNull()
})

test('a table is inserted, and its cells are reached by Tab, which leads out of the last one', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  await press('Table')
  const cells = () => [...bodyText().querySelectorAll('th, td')].map((cell) => cell.textContent)
  expect(cells()).toHaveLength(9)
  pasteWords(bodyText(), 'a')
  await user.keyboard('{Tab}')
  pasteWords(bodyText(), 'b')
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  pasteWords(bodyText(), 'c')
  expect(cells().slice(0, 3)).toEqual(['c', 'b', ''])
  await press('Delete column')
  expect(cells()).toEqual(['b', '', '', '', '', ''])
  await press('Add row')
  expect(cells()).toHaveLength(8)
  for (let cell = 1; cell < 8; cell += 1) await user.keyboard('{Tab}')
  expect(document.activeElement).toBe(bodyText())
  await user.keyboard('{Tab}')
  expect(bodyText().contains(document.activeElement)).toBe(false)
  expect(cells()).toHaveLength(8)
  await press('Delete table')
  expect(cells()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Add row' })).toBeNull()
})

test('a divider is inserted, code is toggled, and the words are counted', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  expect(screen.getByText('1 word')).toBeTruthy()
  pasteWords(bodyText(), 'two more\n')
  expect(screen.getByText('3 words')).toBeTruthy()
  await press('Code')
  expect(bodyText().querySelector('pre')).not.toBeNull()
  await press('Code')
  expect(bodyText().querySelector('pre')).toBeNull()
  await press('Divider')
  expect(bodyText().querySelector('hr')).not.toBeNull()
})

/** Types into a text that the browser edits by itself, with the caret at the end. */
const typeByBrowser = (html: string) => {
  const textEl = bodyText()
  act(() => textEl.focus())
  textEl.innerHTML = html
  document.getSelection()!.selectAllChildren(textEl)
  document.getSelection()!.collapseToEnd()
  fireEvent.input(textEl)
}

const loaded = await loadRichText()
/** HTML as the editor gets it. */
const sanitized = (html: string) => html as Html

const openUnloaded = async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsRichText: true, hub })
  const { loadRichText: loading } = editor.puppets
  return {
    ...editor,
    load: () =>
      editor.happen(() =>
        loading.settle({ type: 'xstate.done.actor.loadRichText', output: loaded }),
      ),
    fail: () =>
      editor.happen(() =>
        loading.settle({ type: 'xstate.error.actor.loadRichText', error: new Error('offline') }),
      ),
    becomeIdle: () =>
      editor.happen(() =>
        editor.puppets.waitForIdle.settle({
          type: 'xstate.done.actor.waitForIdle',
          output: undefined,
        }),
      ),
  }
}

const sentHtml = (editor: OpenEditor) =>
  editor.puppets.field.calls.map(({ input }) => JSON.stringify(input))

test('what is typed before the code is there is kept, with the caret', async () => {
  const { user, load } = await openUnloaded()
  await user.click(bodyText())
  expect(bodyText().getAttribute('contenteditable')).toBe('true')
  expect(hasEditor(bodyText())).toBe(false)
  typeByBrowser('<p>Words and </p><div>more</div>')
  await load()
  expect(shownHtml(bodyText())).toBe('<p>Words and </p><p>more</p>')
  expect(document.activeElement).toBe(bodyText())
  expect(boldButtons()).toHaveLength(1)
  pasteWords(bodyText(), '!')
  expect(shownHtml(bodyText())).toBe('<p>Words and </p><p>more!</p>')
})

test('what is typed before the code is there is a change that can be undone', async () => {
  const { user, load, editModeRef } = await openUnloaded()
  await user.click(bodyText())
  typeByBrowser('<p>Words and more</p>')
  await load()
  await user.keyboard('{Control>}z{/Control}')
  // The page saves the words first, and undoes what is saved.
  expect(editModeRef.getSnapshot().context.pendingAction).toEqual({
    action: { type: 'undo.requested' },
  })
  expect(shownHtml(bodyText())).toBe('<p>Words and more</p>')
})

test('what is typed before the code is there is saved without it', async () => {
  const editor = await openUnloaded()
  await editor.user.click(bodyText())
  typeByBrowser('<div>Words <font color="red">and <b>more</b></font></div><script>evil()</script>')
  await editor.wait(250)
  expect(sentHtml(editor).join()).toContain('<p>Words and <b>more</b></p>')
  await editor.user.click(title())
  expect(bodyText().innerHTML).toBe('<p>Words and <b>more</b></p>')
  expect(bodyText().getAttribute('contenteditable')).toBeNull()
})

test('a text that is emptied before the code is there has no value', async () => {
  const editor = await openUnloaded()
  await editor.user.click(bodyText())
  typeByBrowser('<p><br></p>')
  await editor.wait(250)
  expect(sentHtml(editor).join()).toContain('null')
  await editor.load()
  expect(shownHtml(bodyText())).toBe('<p></p>')
})

test('letters that are being composed are not interrupted', async () => {
  const { user, load } = await openUnloaded()
  await user.click(bodyText())
  fireEvent.compositionStart(bodyText())
  await load()
  expect(hasEditor(bodyText())).toBe(false)
  fireEvent.compositionEnd(bodyText())
  expect(hasEditor(bodyText())).toBe(true)
})

test('leaving a text while letters are being composed in it ends that', async () => {
  const { user, load } = await openUnloaded()
  await user.click(bodyText())
  fireEvent.compositionStart(bodyText())
  await user.click(title())
  await load()
  await user.click(bodyText())
  expect(hasEditor(bodyText())).toBe(true)
})

test('a failure to load the code says so and can be tried again, while one types', async () => {
  const { user, fail, load } = await openUnloaded()
  await user.click(bodyText())
  expect(screen.getByText('Loading the format buttons…')).toBeTruthy()
  await fail()
  expect(screen.getByRole('alert').textContent).toMatch(/^The format buttons could not be loaded/)
  typeByBrowser('<p>Words, offline</p>')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await load()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownHtml(bodyText())).toBe('<p>Words, offline</p>')
})

test('after a failure the code is loaded with the next text, and once the site is reached again', async () => {
  const editor = await openUnloaded()
  const { user, fail, load } = editor
  await user.click(bodyText())
  await fail()
  await user.click(title())
  await user.click(bodyText())
  await fail()
  await reachServer(editor)
  await fail()
  await restoreNetwork(editor)
  await load()
  expect(hasEditor(bodyText())).toBe(true)
})

test('the code is loaded while editing is idle, before any text is edited', async () => {
  const { user, press, becomeIdle, load } = await openUnloaded()
  await press('Done')
  await press('Edit')
  await becomeIdle()
  await load()
  await user.click(bodyText())
  expect(hasEditor(bodyText())).toBe(true)
})

test('a browser that never reports that it is idle loads the code all the same', async () => {
  const { user, happen, puppets, load } = await openUnloaded()
  await happen(() =>
    puppets.waitForIdle.settle({
      type: 'xstate.error.actor.waitForIdle',
      error: new Error('never'),
    }),
  )
  await load()
  await user.click(bodyText())
  expect(hasEditor(bodyText())).toBe(true)
})

/** Two texts in the panel. */
const renderControls = () => {
  const values: Record<string, string | null> = {}
  const control = (label: string) => (
    <HtmlControl
      field={{ label, format: 'html', schema: string() }}
      name={label}
      resource={component('HtmlContent', 'one')}
      label={label}
      value={null}
      hint={undefined}
      error={undefined}
      required={false}
      onChange={(value) => (values[label] = value)}
      onChooseFile={() => {}}
      onBlur={() => {}}
      fieldRef={undefined}
    />
  )
  const controls = (
    <>
      {control('Body')}
      {control('Aside')}
    </>
  )
  render(controls, { wrapper: createRichTextWrapper({ inspect: coverage.inspect }) })
  return values
}

test('of several texts in the panel, the one that was focused last has the format buttons', async () => {
  renderControls()
  const user = userEvent.setup()
  const text = (name: string) => screen.getByRole('textbox', { name })
  for (const [name, other] of [
    ['Body', 'Aside'],
    ['Aside', 'Body'],
    ['Body', 'Aside'],
  ] as const) {
    await user.click(text(name))
    expect(text(name).getAttribute('contenteditable')).toBe('true')
    expect(text(other).getAttribute('contenteditable')).toBeNull()
    expect(boldButtons()).toHaveLength(1)
  }
})

test('with two texts on the page in one component, the buttons and the link form are those of the focused one', async () => {
  const values: Record<string, string | null> = {}
  const text = (label: string) => (
    <RichTextEditor
      active
      label={label}
      placeholder="Write something"
      html={sanitized(`<p>${label}</p>`)}
      onChange={(value) => (values[label] = value)}
      onBlur={() => {}}
    />
  )
  const wrapper = createRichTextWrapper({ inspect: coverage.inspect })
  const texts = (
    <>
      {text('Body')}
      {text('Aside')}
    </>
  )
  render(texts, { wrapper })
  const textEl = (name: string) => screen.getByRole('textbox', { name })
  const user = userEvent.setup()
  for (const name of ['Body', 'Aside', 'Body']) {
    await user.click(textEl(name))
    await user.keyboard('{Control>}a{/Control}')
    await user.click(screen.getByRole('button', { name: 'Italic' }))
    expect(shownHtml(textEl(name)), name).toContain('<em>')
    await user.click(screen.getByRole('button', { name: 'Italic' }))
  }
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.type(screen.getByRole('combobox', { name: 'Link address' }), '/about')
  await user.click(textEl('Aside'))
  expect(screen.queryByRole('combobox', { name: 'Link address' })).toBeNull()
  expect(values).toEqual({ Body: '<p>Body</p>', Aside: '<p>Aside</p>' })
})

coverage.expectAll()
