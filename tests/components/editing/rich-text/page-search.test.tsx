import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Route } from '#content/model/resource.ts'
import { pageSearchMachine } from '#machines/editing/rich-text/page-search.ts'
import { bodyText, openEditor } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { shownHtml } from '../../../support/rich-text.tsx'

const coverage = cover(pageSearchMachine)
afterEach(cleanup)

const routeTo = (path: string, more: Partial<Route>): Route => ({
  '@id': `/_/routes/${path}`,
  '@type': 'Route',
  path,
  name: path,
  _metadata: {},
  ...more,
})
// An API that does not search titles does not tell them either.
const about = routeTo('/about', {})
const post = routeTo('/blog/about-us', { associatedResources: { pageData: 'About us' } })
const home = routeTo('/', { associatedResources: { pageTitle: 'About the house' } })
const moved = routeTo('/about-it', { redirectPath: '/about' })

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Link address' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

/** Opens the link form of a text, with pages that are searched by the given function. */
const openForm = async (listRoutes: () => Promise<Route[]>) => {
  const queries: string[] = []
  const editor = await openEditor({
    inspect: coverage.inspect,
    resources: {
      list: async (endpoint, { query = {} }) => {
        expect([endpoint, query['perPage']]).toEqual(['/_/routes', '8'])
        queries.push(query['page.title'] ?? '')
        const members = await listRoutes()
        return { members, total: members.length, hasNext: false }
      },
    },
  })
  await editor.user.click(bodyText())
  await editor.press('Link')
  return { ...editor, queries }
}

test('the pages that are found are reached by arrow keys, and Enter links to one', async () => {
  const { user, wait, queries } = await openForm(async () => [about, moved, post, home])
  await user.type(field(), 'About')
  expect(options()).toEqual([])
  await wait(250)
  expect(queries).toEqual(['About'])
  expect(options()).toEqual(['/about', 'About us/blog/about-us', 'About the house/'])
  expect(screen.getByText('3 pages').getAttribute('role')).toBe('status')
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
  const answers: (() => Promise<Route[]>)[] = [
    () => Promise.reject(new Error('offline')),
    () => Promise.resolve([]),
    () => Promise.resolve([about]),
  ]
  const { user, wait } = await openForm(() => answers.shift()!())
  await user.type(field(), 'ab')
  await wait(250)
  expect(screen.getByText(/^The pages could not be searched/)).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByText('Nothing found')).toBeTruthy()
  await user.type(field(), 'o')
  await wait(250)
  expect(options()).toEqual(['/about'])
})

coverage.expectAll()
