/** The header of the editor: what its color stands for, what it names, and where it leads. */
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { openEditor, title } from '../../support/editor.tsx'

afterEach(cleanup)

const bar = () => screen.getByRole('region', { name: 'Editor' })
const standing = () => bar().dataset['standing']
const lists = () => within(bar()).queryByRole('navigation', { name: 'Lists' })
const settings = () => within(bar()).queryByRole('button', { name: /^Settings of this page/ })

/** Returns the sample page as a template, or with data that is shown by it. */
const payloadOf = ({ isTemplate = false, data = {} as object | null }): PagePayload => {
  const payload = pagePayload([component('Title', 'one', { title: 'Hello' })])
  const iri = '/page_data/articles/1'
  const article = {
    '@id': iri,
    '@type': 'BlogArticleData',
    title: 'Noon',
    ...data,
    _metadata: { persisted: true },
  }
  return {
    ...payload,
    page: { ...payload.page!, ...(data && { root: iri, pageData: iri }) },
    entries: [
      ...payload.entries.map(({ resource }) => ({
        resource: resource['@type'] === 'Page' ? { ...resource, isTemplate } : resource,
      })),
      { resource: article },
    ],
  }
}

test.each([
  ['page', '', payloadOf({ data: null })],
  ['template', 'Template', payloadOf({ data: null, isTemplate: true })],
  ['unrouted', 'No route', payloadOf({ isTemplate: true })],
  ['routed', 'Data', payloadOf({ isTemplate: true, data: { route: '/_/routes//noon' } })],
])('has a color and a word for: %s', async (expected, word, payload) => {
  await openEditor({ payload, editing: false })
  expect(standing()).toBe(expected)
  if (payload.page!.pageData) expect(settings()!.textContent).toContain('Noon')
  expect(/\((.+)\)$/.exec(settings()!.getAttribute('aria-label')!)?.[1] ?? '').toBe(word)
  expect(lists()).toBeNull()
})

test('leads to the lists on a screen of the app, and has nothing to edit there', async () => {
  const editor = await openEditor({ path: '/_cwa/layouts', editing: false })
  expect(standing()).toBe('admin')
  expect(settings()).toBeNull()
  expect(within(bar()).queryByRole('button', { name: 'Edit' })).toBeNull()
  const links = within(lists()!).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Layouts',
    'Pages',
    'Data',
    'Routes',
  ])
  expect(links[0]!.getAttribute('aria-current')).toBe('page')
  await editor.user.click(links[1]!)
  expect(links[1]!.getAttribute('aria-current')).toBe('page')
})

test('names what is selected, and selects what that is in', async () => {
  const editor = await openEditor()
  expect(within(bar()).queryByRole('button', { name: /^Selected/ })).toBeNull()
  await editor.user.click(title())
  await editor.press('Selected: Title')
  const items = screen.getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Page', 'Main content', 'Title'])
  // Each is in the box of the one before it.
  expect(items[0]!.parentElement!.contains(items[1]!.parentElement)).toBe(true)
  expect(items[1]!.parentElement!.contains(items[2]!.parentElement)).toBe(true)
  await editor.user.click(items[1]!)
  expect(within(bar()).getByRole('button', { name: 'Selected: Main content' })).toBeTruthy()
  await editor.press('Selected: Main content')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Page' }))
  expect(within(bar()).queryByRole('button', { name: /^Selected/ })).toBeNull()
  expect(within(bar()).getByText('Page')).toBeTruthy()
})

test('has a menu with the name of the site, its screens and what it runs on', async () => {
  const editor = await openEditor({ editing: false })
  await editor.press('Site menu')
  const menu = within(screen.getByRole('menu'))
  expect(menu.getByText(/Signed in as/)).toBeTruthy()
  const href = (name: string) => menu.getByRole('menuitem', { name }).getAttribute('href')
  expect(href('Site settings')).toBe('/_cwa/settings')
  expect(href('My account')).toMatch(/^\/_cwa\/users\//)
  expect(href('About Troupe')).toBe('/_cwa#about')
})
