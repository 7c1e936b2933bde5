/** The fields of a collection in the panel, in people's words. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import editor from '#site/components/Collection/editor.tsx'
import { component } from '../../support/content/page-payload.ts'

afterEach(cleanup)

const openTab = (values: Record<string, unknown> = {}) => {
  const change = vi.fn()
  const flush = vi.fn()
  render(
    <editor.Tab
      resource={component('Collection', 'one', values)}
      errors={{}}
      change={change}
      flush={flush}
    />,
  )
  return { change, flush, user: userEvent.setup() }
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const labels = (name: string) =>
  within(select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const words = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Only with these words' })
const mapping = (...variables: string[]) => ({
  collection: {
    totalItems: 0,
    member: [],
    search: { mapping: variables.map((variable) => ({ variable })) },
  },
})

test('offers the lists of pages, their order, and how many are shown', async () => {
  const { change, user } = openTab({ resourceIri: '/page_data/blog_article_datas', perPage: 5 })
  expect(labels('What is listed')).toEqual(['None', 'Blog Articles', 'Topics'])
  expect(labels('Sort by')).toEqual([
    'Newest first',
    'Oldest first',
    'Title, A to Z',
    'Title, Z to A',
  ])
  expect(select('Sort by').value).toBe('createdAt desc')
  await user.selectOptions(select('What is listed'), 'Topics')
  expect(change).toHaveBeenLastCalledWith('resourceIri', '/page_data/nested_page_datas', {
    isChoice: true,
    isRequired: true,
  })
  const count = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Entries on a page' })
  expect([count.value, count.min, count.max]).toEqual(['5', '1', '100'])
})

test('a chosen order and typed words change their own parameters only', async () => {
  const { change, flush, user } = openTab({
    defaultQueryParameters: { order: { title: 'desc' }, published: 'true' },
  })
  expect(select('Sort by').selectedOptions[0]?.textContent).toBe('Title, Z to A')
  await user.selectOptions(select('Sort by'), 'Oldest first')
  expect(change).toHaveBeenLastCalledWith(
    'defaultQueryParameters',
    { order: { createdAt: 'asc' }, published: 'true' },
    { isChoice: true },
  )
  fireEvent.change(words(), { target: { value: 'goat' } })
  expect(change).toHaveBeenLastCalledWith('defaultQueryParameters', {
    order: { title: 'desc' },
    published: 'true',
    title: 'goat',
  })
  fireEvent.blur(words())
  expect(flush).toHaveBeenCalled()
})

test('emptied words leave no parameters behind', () => {
  const { change } = openTab({ defaultQueryParameters: { title: 'goat' } })
  expect(words().value).toBe('goat')
  fireEvent.change(words(), { target: { value: '' } })
  expect(change).toHaveBeenLastCalledWith('defaultQueryParameters', null)
})

test('offers the parameters of the list that is shown', () => {
  openTab(mapping('order[path]', 'path', 'isTemplate[]'))
  expect(labels('Sort by')).toEqual(['Path, A to Z', 'Path, Z to A'])
  expect(screen.getByText('In the path. A visitor’s own search replaces them.')).toBeTruthy()
})

test('a list that cannot be searched has no field for words', () => {
  openTab(mapping('order[createdAt]'))
  expect(screen.queryByRole('textbox')).toBeNull()
})
