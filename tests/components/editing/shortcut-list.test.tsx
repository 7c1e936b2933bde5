import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shortcutListMachine } from '#machines/editing/shortcut-list.ts'
import { bodyText, openEditor, title } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { forbiddenStorage } from '../../support/web-storage.ts'

const coverage = cover(shortcutListMachine)
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (editing = true) => openEditor({ inspect: coverage.inspect, editing })
const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
const characterKeys = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /The \? key/ })
const listed = () => [...list()!.querySelectorAll('kbd')].map((key) => key.textContent)

test.each(['?', '{Control>}/{/Control}', '{Meta>}/{/Meta}'])('%s opens the list', async (keys) => {
  const { user, press } = await open(false)
  await user.keyboard(keys)
  expect(list()).not.toBeNull()
  await press('Close')
  expect(list()).toBeNull()
})

test('the site menu opens the list', async () => {
  const { user, press } = await open(false)
  await press('Site menu')
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
  expect(within(list()!).getByText('Undo')).toBeTruthy()
})

test('the keys of a text are listed, and that one which the browser handles', async () => {
  const { user } = await open(false)
  await user.keyboard('?')
  const group = within(list()!).getByRole('heading', { name: 'In a text' }).parentElement!
  const paste = within(group).getByText('Paste without formats').parentElement!
  expect(paste.textContent).toMatch(/Ctrl.*Shift.*V/)
})

test('the keys of the outline are listed', async () => {
  const { user } = await open(false)
  await user.keyboard('?')
  const group = within(list()!).getByRole('heading', { name: 'In the outline' }).parentElement!
  expect([...group.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['Space', 'F2'])
})

test('in a text, ? is a character, and the keys with a modifier open the list', async () => {
  const { user } = await open()
  await user.click(title())
  await user.keyboard('?')
  expect(list()).toBeNull()
  await user.click(bodyText())
  await user.keyboard('?')
  expect(list()).toBeNull()
  await user.keyboard('{Control>}/{/Control}')
  expect(list()).not.toBeNull()
})

test.each([
  ['a line', title],
  ['a formatted text', bodyText],
])('Escape leaves %s, where ? then opens the list', async (_, text) => {
  const { user } = await open()
  await user.click(text())
  await user.keyboard('{Escape}?')
  expect(list()).not.toBeNull()
})

test('the ? key can be turned off and on, which this browser remembers', async () => {
  const first = await open(false)
  await first.user.keyboard('?')
  expect(listed()).toContain('?')
  await first.user.click(characterKeys())
  expect(listed()).not.toContain('?')
  await first.press('Close')
  await first.user.keyboard('?')
  expect(list()).toBeNull()
  cleanup()

  const next = await open(false)
  await next.user.keyboard('?')
  expect(list()).toBeNull()
  await next.user.keyboard('{Control>}/{/Control}')
  expect(characterKeys().checked).toBe(false)
  await next.user.click(characterKeys())
  await next.press('Close')
  await next.user.keyboard('?')
  expect(list()).not.toBeNull()
})

test('works in a browser that refuses its storage', async () => {
  vi.stubGlobal('localStorage', forbiddenStorage)
  const { user, press } = await open(false)
  await user.keyboard('?')
  await user.click(characterKeys())
  await press('Close')
  await user.keyboard('?')
  expect(list()).toBeNull()
})

coverage.expectAll()
