/** The layout of a page and the template of data, of which there may be more than the API lists at once. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import { openEditor } from '../../support/editor.tsx'

// The code that a screen loads when it is opened may take longer than a query waits.
await import('#src/admin/resources/ResourceItemScreen.tsx')

afterEach(cleanup)

const resource = (iri: string, type: string, properties: object): Resource => ({
  '@id': iri,
  '@type': type,
  componentGroups: [],
  ...properties,
  _metadata: { persisted: true },
})
const layout = (name: string) => resource(`/_/layouts/${name}`, 'Layout', { reference: name })
const template = (name: string) =>
  resource(`/_/pages/${name}`, 'Page', { reference: name, isTemplate: true })
const pages = [
  resource('/_/pages/1', 'Page', {
    reference: 'home',
    layout: '/_/layouts/zebra',
    uiComponent: 'PrimaryPage',
  }),
  resource('/_/pages/2', 'Page', { reference: 'news', layout: '/_/layouts/zebra' }),
  resource('/_/pages/3', 'Page', { reference: 'past', layout: '/_/layouts/aardvark' }),
]
const articles = [
  resource('/page_data/blog_article_datas/1', 'BlogArticleData', { page: '/_/pages/yak' }),
]
const stored = [...pages, ...articles, layout('zebra'), template('yak')]

type Query = Readonly<Record<string, string>>

/** Returns what the API lists. Of what has a name it lists the first one; the others are found by their names. */
const listed = (endpoint: string, query: Query): readonly Resource[] => {
  if (endpoint === '/_/layouts')
    return query['reference'] ? [layout(query['reference'])] : [layout('aardvark')]
  if (endpoint !== '/_/pages') return articles
  if (query['isTemplate'] !== 'true') return pages
  return [template(query['reference'] ?? 'ant')]
}

const openScreen = async (path: string, total: number) => {
  const sent: unknown[] = []
  const searched: Query[] = []
  const entryPoint = { blogArticleData: '/page_data/blog_article_datas' }
  const editor = await openEditor({
    editing: false,
    client: { get: async () => ({ body: entryPoint }) } as never,
    resources: {
      list: async (endpoint, { query = {} }) => {
        if (query['reference']) searched.push(query)
        return { members: [...listed(endpoint, query)], total, hasNext: false }
      },
      read: async (iri) => ({ resource: stored.find((one) => one['@id'] === iri)!, etag: '"1"' }),
      send: async (step) => {
        sent.push(step.body)
        return { resource: pages[0]!, etag: '"2"' } as never
      },
    },
  })
  await editor.pop(path)
  await screen.findByRole('button', { name: /^(Save|Add Now)$/ })
  const find = async (words: string) => {
    await act(async () => fireEvent.change(field(), { target: { value: words } }))
    await editor.wait(250)
    return screen.findByRole('option', { name: words })
  }
  return { ...editor, sent, searched, find }
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^(Layout|Template)/ })
const shown = () =>
  field().tagName === 'SELECT'
    ? (field() as unknown as HTMLSelectElement).selectedOptions[0]?.text
    : field().value

test('is a plain list where the API lists all, the most used one first', async () => {
  await openScreen('/_cwa/pages/add', 1)
  expect([field().tagName, shown()]).toEqual(['SELECT', 'aardvark'])
})

test.each([
  ['a new page', '/_cwa/pages/add', 'zebra'],
  ['a page', '/_cwa/pages/%2F_%2Fpages%2F1', 'zebra'],
  ['new data', '/_cwa/data/blogArticleData/add', 'yak'],
])(
  '%s begins with the one that it has, or that most have, though it is not listed',
  async (_, path, name) => {
    await openScreen(path, 150)
    expect([field().tagName, shown()]).toEqual(['INPUT', name])
    expect(field().getAttribute('aria-required')).toBe('true')
  },
)

test('is searched where there are more, and cannot be left without one', async () => {
  const { user, find, searched, sent, press } = await openScreen(
    '/_cwa/pages/%2F_%2Fpages%2F1',
    150,
  )
  await user.click(await find('bear'))
  expect(searched).toEqual([expect.objectContaining({ reference: 'bear', uiComponent: 'bear' })])
  expect(shown()).toBe('bear')
  await act(async () => fireEvent.change(field(), { target: { value: '' } }))
  await act(async () => fireEvent.blur(field()))
  expect(shown()).toBe('bear')
  await press('Save')
  await expect.poll(() => sent).toEqual([{ layout: '/_/layouts/bear' }])
})

test('finds only templates for data', async () => {
  const { user, find, searched } = await openScreen('/_cwa/data/blogArticleData/add', 150)
  await user.click(await find('bee'))
  expect(searched).toEqual([expect.objectContaining({ reference: 'bee', isTemplate: 'true' })])
  expect(shown()).toBe('bee')
})
