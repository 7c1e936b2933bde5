import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { maxRenderedRows, type ResourceListPage } from '#content/admin/resource-lists.ts'
import { type ResourceListRef, resourceListMachine } from '#machines/admin/resource-list.ts'
import { useListPageOf } from '#src/admin/hooks/use-list-page.ts'
import { ListPageScreen } from '#src/admin/resources/ResourceListScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'

// Nothing has a height here.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const nameOf = (number: number) => (number === 450 ? 'Zebra' : `Page ${number}`)

const listOf = (length: number): ResourceListPage => ({
  members: Array.from({ length }, (_, index) => ({
    '@id': `/_/pages/${index + 1}`,
    '@type': 'Page',
    reference: nameOf(index + 1),
    _metadata: { persisted: true },
  })),
  total: length,
  pages: 1,
  labels: {},
  title: null,
  actions: ['delete'],
})

function ScreenOf({ resourceListRef }: { resourceListRef: ResourceListRef }) {
  return <ListPageScreen title="Pages" listPage={useListPageOf(resourceListRef)} />
}

const open = async (length: number) => {
  const reading = controlledPromise<ResourceListPage, { path: string; search: string }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp('/blog', { payload })
  const resourceListRef = createActor(
    resourceListMachine.provide({ actors: { readList: reading.logic } }),
    { input: { path: '/blog', search: '?perPage=500', listPath: '/_cwa/pages' }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <AppRouter>
        <ScreenOf resourceListRef={resourceListRef} />
      </AppRouter>
    </AppProvider>,
  )
  const output = listOf(length)
  const type = 'xstate.done.actor.readList'
  await act(async () => reading.settle({ type, output } as never))
}

const main = () => within(screen.getByRole('main'))
const link = (number: number) => main().getByRole('link', { name: nameOf(number) })
const press = (key: string, options = {}) =>
  act(async () => fireEvent.keyDown(document.activeElement!, { key, ...options }))

test(`has all rows in the document up to ${maxRenderedRows}`, async () => {
  await open(maxRenderedRows)
  expect(main().queryByRole('table')).toBeNull()
  expect(link(maxRenderedRows)).toBeDefined()
})

test('has those near what is shown in the document, and tells where they are among all', async () => {
  await open(500)
  const table = main().getByRole('table', { name: 'pages' })
  expect(table.getAttribute('aria-rowcount')).toBe('500')
  const rows = within(table).getAllByRole('row')
  expect(rows.length).toBeLessThan(60)
  expect(rows[4]!.getAttribute('aria-rowindex')).toBe('5')
  expect(within(rows[4]!).getAllByRole('cell')[1]!.textContent).toBe('Page 5')
})

test('is walked by the keys to rows that are not in the document', async () => {
  await open(500)
  link(1).focus()
  await press('ArrowDown')
  expect(document.activeElement).toBe(link(2))
  await press('End')
  expect(document.activeElement).toBe(link(500))
  await press('ArrowUp')
  expect(document.activeElement).toBe(link(499))
  await press('z')
  expect(document.activeElement).toBe(link(450))
  const row = document.activeElement!.closest('[role="row"]')!
  expect(row.getAttribute('aria-rowindex')).toBe('450')
  await press('Home')
  expect(document.activeElement).toBe(link(1))
})

test('gives the focus to the row of the item that was left, which is not in the document yet', async () => {
  document.documentElement.setAttribute('data-row-to-focus', '/_/pages/300')
  await open(500)
  expect(document.activeElement).toBe(link(300))
  expect(document.documentElement.hasAttribute('data-row-to-focus')).toBe(false)
})

test('leaves the focus where it was moved while the rows were loading', async () => {
  document.documentElement.setAttribute('data-row-to-focus', '/_/pages/300')
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  await open(500)
  expect(document.activeElement).toBe(button)
  button.remove()
})

test('selects rows by the keys, and says how many can be changed at once', async () => {
  await open(500)
  link(1).focus()
  await press(' ')
  await press('ArrowDown', { shiftKey: true })
  expect(main().getByText('2 selected')).toBeDefined()
  expect(document.activeElement).toBe(link(2))
  await act(async () => fireEvent.click(main().getByRole('checkbox', { name: 'Select all' })))
  expect(main().getByText('500 selected. At most 100 can be changed at once.')).toBeDefined()
  const remove = main().getByRole('button', { name: 'Delete' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  await press('Escape')
  expect(main().queryByText(/selected/)).toBeNull()
})
