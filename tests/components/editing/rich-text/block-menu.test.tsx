import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { blockMenuMachine } from '#machines/editing/rich-text/block-menu.ts'
import { bodyText, openEditor } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { pasteWords, shownHtml } from '../../../support/rich-text.tsx'

const coverage = cover(blockMenuMachine)
afterEach(cleanup)

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () =>
  document.getElementById(bodyText().getAttribute('aria-activedescendant') ?? '')?.textContent
const type = (words: string) => pasteWords(bodyText(), words)
const press = (key: string) => fireEvent.keyDown(bodyText(), { key })

/** Opens a text in which the caret is in an empty line. */
const openText = async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(bodyText())
  // All of it is selected, and replaced by what is typed.
  fireEvent.keyDown(bodyText(), { key: 'a', ctrlKey: true })
  const selection = document.getSelection()!
  await editor.happen(() => selection.selectAllChildren(bodyText()))
  return editor
}

test('blocks are offered after a slash, and Enter makes the line the one that is reached', async () => {
  await openText()
  type('/')
  expect(options()).toHaveLength(10)
  expect(active()).toBe('H2Heading')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowUp')
  expect(active()).toBe('H3Subheading')
  expect(press('Enter')).toBe(false)
  expect(shownHtml(bodyText())).toBe('<h3></h3>')
  expect(options()).toEqual([])
  expect(bodyText().hasAttribute('aria-activedescendant')).toBe(false)
})

test('a press chooses one of those that begin with what is typed', async () => {
  const { user } = await openText()
  type('/')
  type('list')
  expect(options()).toEqual(['•Bullet list', '1.Numbered list'])
  await user.click(screen.getByRole('option', { name: 'Numbered list' }))
  expect(shownHtml(bodyText())).toBe('<ol><li><p></p></li></ol>')
})

test('the block of a link opens its form, in place of the slash', async () => {
  await openText()
  type('/li')
  expect(options()).toEqual(['•Bullet list', '1.Numbered list', '↗Link'])
  press('ArrowUp')
  press('Enter')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Link address' }))
  expect(shownHtml(bodyText())).toBe('<p></p>')
})

test('Escape closes the menu alone, and it stays closed in this line', async () => {
  await openText()
  type('/')
  press('Escape')
  expect(options()).toEqual([])
  expect(screen.getByRole('region', { name: 'Resource manager' })).toBeTruthy()
  type('q')
  expect(options()).toEqual([])
  press('Enter')
  type('/q')
  expect(options()).toEqual(['“Quote'])
})

test('a slash within words, and a word that no block begins with, are words', async () => {
  await openText()
  type('and/')
  expect(options()).toEqual([])
  press('Enter')
  type('/q')
  expect(options()).toEqual(['“Quote'])
  type('x')
  expect(options()).toEqual([])
})

test('leaving the text closes the menu', async () => {
  await openText()
  type('/')
  fireEvent.blur(bodyText())
  expect(options()).toEqual([])
})

test('a text that is removed while the menu opens leaves nothing behind', async () => {
  const reasons: unknown[] = []
  const report = (reason: unknown) => reasons.push(reason)
  process.on('unhandledRejection', report)
  onTestFinished(() => void process.off('unhandledRejection', report))
  await openText()
  type('/')
  cleanup()
  // Node reports rejections after all microtasks.
  await new Promise(setImmediate)
  expect(options()).toEqual([])
  expect(reasons).toEqual([])
})

coverage.expectAll()
