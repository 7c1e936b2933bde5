import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { hrefOf } from '#content/navigation/location.ts'
import { useItemPage } from '#src/admin/hooks/use-item-page.ts'
import { openEditor } from '../../support/editor.tsx'

// The code that a screen loads when it is opened may take longer than a query waits.
await Promise.all([
  import('#src/admin/demos/DataListDemo.tsx'),
  import('#src/admin/demos/DataTypeDemo.tsx'),
  import('#src/admin/demos/DynamicPageLoaderDemo.tsx'),
  import('#src/admin/demos/ItemPageDemo.tsx'),
  import('#src/admin/demos/ListPageDemo.tsx'),
])

afterEach(cleanup)

const resource = (iri: string, type: string, properties: object): Resource => ({
  '@id': iri,
  '@type': type,
  ...properties,
  _metadata: { persisted: true },
})
const layout = resource('/_/layouts/1', 'Layout', { reference: 'main', uiComponent: 'CwaLayoutX' })
const metadata = (name: string) =>
  resource(`/_/page_data_metadatas/${name}`, 'PageDataMetadata', {
    resourceClass: `App\\Entity\\${name}`,
  })
const lists: Readonly<Record<string, readonly Resource[]>> = {
  '/_/page_data_metadatas': ['AbstractPageData', 'BlogArticleData', 'GoatData'].map(metadata),
  '/_/pages': [resource('/_/pages/2', 'Page', { reference: 'article', isTemplate: true })],
  '/_/layouts': [layout],
  '/_/routes': [],
}

interface Request {
  endpoint: string
  query: Readonly<Record<string, string>>
}

const links = () =>
  within(screen.getByRole('list', { name: 'Links' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

/** Opens the screen of a hook. `fail` says which requests are refused. */
const openDemo = async (path: string, fail = (_: number) => false) => {
  const requests: Request[] = []
  const sent: unknown[] = []
  const editor = await openEditor({
    path,
    editing: false,
    client: { get: async () => ({ body: {} }) } as never,
    resources: {
      list: async (endpoint, { query = {} }) => {
        requests.push({ endpoint, query })
        if (fail(requests.length)) throw new Failure('offline')
        const members = [...lists[endpoint]!]
        return { members, total: members.length, hasNext: false }
      },
      read: async () => ({ resource: layout, etag: '"1"' }) as never,
      send: async (step) => {
        sent.push(step)
        return { resource: { ...layout, reference: 'wide' }, etag: '"2"' } as never
      },
    },
  })
  await screen.findByRole('region', { name: 'Returned' })
  await editor.happen(async () => {})
  return { ...editor, requests, sent }
}

const returned = () => screen.getByRole('region', { name: 'Returned' })
const status = () => within(returned()).getByRole('status').textContent
const value = (name: string): unknown => {
  const term = within(returned())
    .getAllByRole('term')
    .find(({ textContent }) => textContent === name)
  return JSON.parse(term!.nextElementSibling!.textContent!)
}

test('useDataList returns the types of the metadata, without the base of all', async () => {
  await openDemo('/_cwa/useDataList')
  expect(value('types')).toEqual([
    {
      key: 'blogArticleData',
      name: 'Blog Articles',
      resourceClass: 'App\\Entity\\BlogArticleData',
      href: '/_cwa/data/blogArticleData',
    },
    {
      key: 'goatData',
      name: 'goatData',
      resourceClass: 'App\\Entity\\GoatData',
      href: '/_cwa/data/goatData',
    },
  ])
  expect(status()).toBe('Read')
  expect(links()).toEqual([
    ['Blog Articles', '/_cwa/data/blogArticleData'],
    ['goatData', '/_cwa/data/goatData'],
  ])
})

test('useDataType returns the type of a key, and a name for an unknown one', async () => {
  const { user, location } = await openDemo('/_cwa/useDataType?type=blogArticleData')
  expect([value('name'), value('isKnown')]).toEqual(['Blog Articles', true])
  const field = screen.getByRole('textbox', { name: 'Key of the type' })
  await user.clear(field)
  await user.type(field, 'wildGoat')
  expect(hrefOf(location())).toBe('/_cwa/useDataType?type=wildGoat')
  expect([value('name'), value('isKnown'), value('resourceClass')]).toEqual([
    'Wild goat',
    false,
    null,
  ])
})

test('useListPage returns rows whose links keep the query, and reads the list in the query string', async () => {
  const { user, requests, press, location } = await openDemo(
    '/_cwa/useListPage?list=%2F_cwa%2Flayouts&sort=reference',
  )
  expect(requests.at(-1)).toMatchObject({
    endpoint: '/_/layouts',
    query: { 'order[reference]': 'asc' },
  })
  expect(value('summary')).toBe('1 layout')
  expect(value('addHref')).toBe('/_cwa/layouts/add')
  expect(value('hrefs')).toEqual([
    '/_cwa/layouts/%2F_%2Flayouts%2F1?list=%2F_cwa%2Flayouts&sort=reference',
  ])
  expect(links()).toEqual([
    ['Add', '/_cwa/layouts/add'],
    ['main', '/_cwa/layouts/%2F_%2Flayouts%2F1?list=%2F_cwa%2Flayouts&sort=reference'],
  ])
  await press('reload')
  expect(requests).toHaveLength(2)
  await user.selectOptions(screen.getByLabelText('List'), 'Routes')
  expect(hrefOf(location())).toBe('/_cwa/useListPage?list=%2F_cwa%2Froutes')
  expect(status()).toBe('Nothing was found.')
})

test('a list that could not be read says why, and is read again', async () => {
  const { press, requests } = await openDemo('/_cwa/useDynamicPageLoader', (count) => count === 1)
  expect(screen.getByRole('alert').textContent).toBe(new Failure('offline').message)
  expect(value('templates')).toBeNull()
  await press('load')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(value('templates')).toEqual([{ value: '/_/pages/2', label: 'article' }])
  expect(requests[1]).toMatchObject({ endpoint: '/_/pages', query: { isTemplate: 'true' } })
})

test('useItemPage begins a new item, and reads, changes and saves another one', async () => {
  const { user, press, sent } = await openDemo('/_cwa/useItemPage')
  expect([value('isNew'), value('name')]).toEqual([true, ''])
  await user.selectOptions(screen.getByLabelText('Item'), 'main')
  await screen.findByLabelText('Name')
  expect([value('isNew'), value('name')]).toEqual([false, 'main'])
  await user.clear(screen.getByLabelText('Name'))
  await press('save')
  expect(value('errors')).toHaveProperty('reference')
  await user.type(screen.getByLabelText('Name'), 'wide')
  expect(value('isChanged')).toBe(true)
  await press('save')
  expect(sent).toEqual([
    { method: 'PATCH', iri: '/_/layouts/1', body: { reference: 'wide' }, ifMatch: '"1"' },
  ])
  expect([value('name'), value('isSaved'), value('isChanged')]).toEqual(['wide', true, false])
})

test('useItemPage throws for the path of no item', () => {
  const Misused = () => useItemPage('/_cwa/routes').name
  expect(() => render(<Misused />)).toThrow('useItemPage needs the path of an item')
})
