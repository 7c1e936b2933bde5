import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PageSearchResult } from '#content/links/address-input.ts'
import { pageSearchMachine } from '#machines/editing/rich-text/page-search.ts'
import { bodyText, openEditor } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { shownHtml } from '../../../support/rich-text.tsx'

const coverage = cover(pageSearchMachine)
afterEach(cleanup)

const about: PageSearchResult = { path: '/about', title: null }
const post: PageSearchResult = { path: '/blog/about-us', title: 'About us' }

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Link address' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

/** Opens the link form of a text, with pages that are searched by the given function. */
const openForm = async (searchPages: (query: string) => Promise<PageSearchResult[]>) => {
  const queries: string[] = []
  const editor = await openEditor({
    inspect: coverage.inspect,
    searchPages: (query) => {
      queries.push(query)
      return searchPages(query)
    },
  })
  await editor.user.click(bodyText())
  await editor.press('Link')
  return { ...editor, queries }
}

test('the pages that are found are reached by arrow keys, and Enter links to one', async () => {
  const { user, wait, queries } = await openForm(async () => [about, post])
  await user.type(field(), 'About')
  expect(options()).toEqual([])
  await wait(250)
  expect(queries).toEqual(['about'])
  expect(options()).toEqual(['/about', 'About us/blog/about-us'])
  expect(screen.getByText('2 pages').getAttribute('role')).toBe('status')
  expect(active()).toBeNull()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()!.textContent).toContain('About us')
  expect(active()!.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(field())
  await user.keyboard('{Enter}')
  expect(shownHtml(bodyText())).toContain('<a href="/blog/about-us">')
})

test('a page is chosen by a press, and the list is there by an arrow key before anything is typed', async () => {
  const { user, queries } = await openForm(async () => [about])
  await user.keyboard('{ArrowDown}')
  expect(queries).toEqual([''])
  expect(screen.getByText('1 page')).toBeTruthy()
  await user.click(screen.getByRole('option'))
  expect(shownHtml(bodyText())).toContain('<a href="/about">')
})

test('Escape closes the list, and then the form', async () => {
  const { user } = await openForm(async () => [about])
  await user.keyboard('{ArrowDown}')
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(document.activeElement).toBe(field())
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(bodyText())
})

test('for an address elsewhere nothing is searched, and it is completed', async () => {
  const { user, wait, press, queries } = await openForm(async () => [about])
  await user.type(field(), 'eve@example.com')
  await wait(250)
  expect(queries).toEqual([])
  await press('Set link')
  expect(shownHtml(bodyText())).toContain('<a href="mailto:eve@example.com">')
})

test('a search that fails or finds nothing says so, and can be repeated', async () => {
  const answers: (() => Promise<PageSearchResult[]>)[] = [
    () => Promise.reject(new Error('offline')),
    () => Promise.resolve([]),
    () => Promise.resolve([about]),
  ]
  const { user, wait } = await openForm(() => answers.shift()!())
  await user.type(field(), 'ab')
  await wait(250)
  expect(screen.getByText(/^The pages could not be searched/)).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByText('No page has this in its path.')).toBeTruthy()
  await user.type(field(), 'o')
  await wait(250)
  expect(options()).toEqual(['/about'])
})

coverage.expectAll()
