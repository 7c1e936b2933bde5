/** The page, the data of a page and the layout: selected as a whole, with their settings. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Resource } from '#content/model/resource.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import {
  type OpenEditor,
  manager,
  openEditor,
  queryManager,
  selectLink,
  title,
  typeInto,
} from '../../support/editor.tsx'

afterEach(cleanup)

const breadcrumb = () => within(screen.getByRole('navigation', { name: 'Selection' }))
const path = () =>
  breadcrumb()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const tabs = () =>
  within(manager())
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)
const control = (name: string) => within(manager()).getByLabelText<HTMLInputElement>(name)
const pageArea = () => within(document.querySelector<HTMLElement>('[data-area="page"]')!)
const textOnPage = () => pageArea().getByRole('textbox', { name: 'Page title' })
const savedBy = ({ puppets }: OpenEditor) => puppets.field.calls.map(({ input }) => input)

const articleType = 'BlogArticleData'

/** A page that is rendered with this template, and with data of its own if that has a type. */
const payloadOf = (uiComponent: string, dataType?: string): PagePayload => {
  const payload = pagePayload([component('HtmlContent', 'one', { html: '<p>Words</p>' })])
  const data: Resource = {
    '@id': '/page_data/articles/1',
    '@type': dataType ?? '',
    page: payload.page!.page!,
    title: 'An article',
    _metadata: { persisted: true },
  }
  const entries = payload.entries.map(({ resource }) => ({
    resource: resource['@type'] === 'Page' ? { ...resource, uiComponent } : resource,
  }))
  return {
    ...payload,
    page: { ...payload.page!, ...(dataType && { pageData: '/page_data/articles/1' }) },
    entries: [...entries, ...(dataType ? [{ resource: data }] : [])],
  }
}

/** A page with an address. */
const publishedPage = (): PagePayload => {
  const payload = pagePayload([component('Title', 'one', { title: 'Welcome' })])
  return {
    ...payload,
    entries: payload.entries.map(({ resource }) => ({
      resource:
        resource['@type'] === 'Page' ? { ...resource, route: payload.page!.root } : resource,
    })),
  }
}

test('the page is the outermost part of a selection, and has its title, description and styles', async () => {
  const editor = await openEditor({ payload: publishedPage() })
  await editor.user.click(title())
  expect(path()).toEqual(['Page', 'Main content', 'Title'])
  await editor.user.click(breadcrumb().getByRole('button', { name: 'Page' }))
  expect(path()).toEqual(['Page'])
  expect(manager().contains(document.activeElement)).toBe(true)
  expect(tabs()).toEqual(['Settings', 'Info'])
  expect(control('Page title').value).toBe('A page')
  expect(manager().textContent).toContain('Visitors see changes at once.')
  expect(within(manager()).queryByRole('button', { name: 'Delete' })).toBeNull()

  fireEvent.change(control('Description for search engines'), { target: { value: 'Plays' } })
  await editor.wait(250)
  await editor.user.selectOptions(control('Style'), 'Big Text')
  expect(savedBy(editor)).toMatchObject([
    { kind: 'set', iri: '/_/pages/_', property: 'metaDescription', value: 'Plays' },
    { kind: 'set', iri: '/_/pages/_', property: 'uiClassNames', value: ['big-text'] },
  ])
})

test('the layout is selected in the same way, and says that other pages share it', async () => {
  const editor = await openEditor({ readPageCount: () => Promise.resolve(10) })
  await selectLink(editor)
  expect(path()[0]).toBe('Layout')
  await editor.user.click(breadcrumb().getByRole('button', { name: 'Layout' }))
  expect(await within(manager()).findByText(/A change here is seen on 10 pages/)).toBeTruthy()
  await editor.user.selectOptions(control('Style'), 'Blue Background')
  expect(savedBy(editor)).toMatchObject([
    { iri: '/_/layouts/main', property: 'uiClassNames', value: ['blue-background'] },
  ])
})

test('a page without an address says nothing of visitors, who cannot open it', async () => {
  const { press } = await openEditor({ payload: payloadOf('NestedSubPageTemplate') })
  await press('Page settings')
  expect(manager().textContent).not.toContain('Visitors')
})

test('without a selection the settings of the page are a button away', async () => {
  const { press } = await openEditor()
  expect(queryManager()).toBeNull()
  await press('Page settings')
  expect(path()).toEqual(['Page'])
  expect(document.activeElement).toBe(manager())
})

test('the outline selects the page', async () => {
  const { user, press } = await openEditor()
  await press('Outline')
  await user.click(screen.getByRole('treeitem', { name: 'A page' }))
  expect(path()).toEqual(['Page'])
  expect(screen.getByRole('treeitem', { name: 'A page' }).getAttribute('aria-selected')).toBe(
    'true',
  )
})

test.each([
  ['an article', payloadOf('BlogArticleTemplate', articleType), '/page_data/articles/1'],
  ['a page that shows its own', payloadOf('NestedSubPageTemplate'), '/_/pages/_'],
])('the title of %s is typed where it stands', async (_, payload, iri) => {
  const editor = await openEditor({ payload })
  const before = textOnPage().textContent
  await editor.user.click(textOnPage())
  expect(path()).toEqual(['Page'])
  expect(control('Page title').value).toBe(before)
  typeInto(textOnPage(), 'Another name')
  expect(control('Page title').value).toBe('Another name')
  await editor.wait(250)
  expect(savedBy(editor)).toMatchObject([
    { kind: 'set', iri, property: 'title', value: 'Another name', stored: before },
  ])
})

test('outside of edit mode a title is a plain heading', async () => {
  const { press } = await openEditor({ payload: payloadOf('BlogArticleTemplate', articleType) })
  expect(textOnPage().textContent).toBe('An article')
  await press('Done')
  expect(pageArea().queryByRole('textbox')).toBeNull()
  expect(pageArea().getByRole('heading', { name: 'An article' }).innerHTML).toBe('An article')
})

test('a title that is typed in the panel is seen on the page, and an empty one can be typed into', async () => {
  const editor = await openEditor({ payload: payloadOf('BlogArticleTemplate', articleType) })
  await editor.press('Page settings')
  fireEvent.change(control('Page title'), { target: { value: 'From the panel' } })
  expect(textOnPage().textContent).toBe('From the panel')
  fireEvent.change(control('Page title'), { target: { value: '' } })
  expect(textOnPage().textContent).toBe('')
  await editor.wait(250)
  expect(savedBy(editor)).toEqual([])
  expect(manager().textContent).toContain('Give the page a title.')
  fireEvent.blur(control('Page title'))
  expect(textOnPage().textContent).not.toBe('')
})
