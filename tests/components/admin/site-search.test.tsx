import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type SearchOption, siteCommands } from '#content/admin/site-commands.ts'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { hrefOf } from '#content/navigation/location.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { searchDialogMachine } from '#machines/admin/search-dialog.ts'
import {
  type SearchAnswer,
  type SiteSearchRequest,
  canRetry,
  selectSummary,
  siteSearchMachine,
} from '#machines/admin/site-search.ts'
import type { SettledEdits } from '#machines/editing/changes/wait-until-idle.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { SiteSearchWithActor } from '#src/admin/search/SiteSearch.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { bodyText, openEditor, title } from '../../support/editor.tsx'
import { cover, inspectAll } from '../../support/machines/coverage.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(siteSearchMachine)
const dialogCoverage = cover(searchDialogMachine)
const inspect = inspectAll(coverage, dialogCoverage)
afterEach(cleanup)

const dialog = () => screen.queryByRole('dialog', { name: 'Search' })
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search the site' })
const status = () => within(dialog()!).getByRole('status').textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
const groups = () =>
  within(dialog()!)
    .queryAllByRole('group')
    .map((group) => group.getAttribute('aria-label'))

const about: SearchOption = {
  id: 'pages-1',
  label: 'about',
  detail: 'About us',
  target: { href: '/about' },
  adminHref: '/_cwa/pages/1',
}
const offline = new Failure('offline')
const commands = siteCommands({ user: admin, canEdit: true, isEditing: false })
const input = { commands, groups: ['pages', 'routes'] as const }

const openSearch = async (failure?: Error) => {
  const editor = await openEditor({ editing: false, inspect })
  const searching = controlledCallback<SearchAnswer, SiteSearchRequest>(failure)
  const siteSearchRef = createActor(
    siteSearchMachine.provide({ actors: { searchSite: searching.logic } }),
    { input, parent: editor.appRef },
  ).start()
  render(
    <AppProvider value={editor.appRef}>
      <SiteSearchWithActor siteSearchRef={siteSearchRef} onOpen={() => {}} onClose={() => {}} />
    </AppProvider>,
  )
  return { ...editor, searching, siteSearchRef }
}
type OpenSearch = Awaited<ReturnType<typeof openSearch>>

const enter = (query: string) => fireEvent.change(field(), { target: { value: query } })
const answer = ({ searching }: OpenSearch, event: SearchAnswer) =>
  act(async () => searching.send(event))

const gestures: Record<string, (opened: OpenSearch, event: never) => unknown> = {
  'query.changed': (_, { query }: { query: string }) => enter(query),
  'option.moved': () => fireEvent.keyDown(field(), { key: 'End' }),
  'retry.requested': ({ press }) => press('Try again'),
  'xstate.after.debounce.siteSearch.debouncing': ({ wait }) => wait(250),
  'group.found': answer,
  'group.failed': answer,
}

const paths = coveringPaths(
  pathsOf(siteSearchMachine, {
    input,
    events: [
      { type: 'query.changed', query: 'about' },
      { type: 'query.changed', query: 'a' },
      { type: 'option.moved', to: 'last' },
      { type: 'retry.requested' },
      { type: 'group.found', group: 'pages', options: [about] },
      { type: 'group.found', group: 'routes', options: [] },
      { type: 'group.failed', group: 'routes', error: offline },
    ],
    distinguishBy: ({ found }) => [found.pages?.status, found.routes?.status],
  }),
)

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = await openSearch()
  for (const event of events) await gestures[event.type]!(opened, event as never)
  const { value, context } = opened.siteSearchRef.getSnapshot()
  expect(value).toEqual(next.value)
  expect(context).toEqual(next.context)
  expect(status()).toBe(selectSummary(next))
  const retry = screen.queryByRole('button', { name: 'Try again' })
  expect(retry !== null && !retry.hasAttribute('aria-disabled')).toBe(canRetry(next))
})

test('says that nothing could be searched, and still finds what needs no request', async () => {
  const { wait } = await openSearch(offline)
  enter('sign out')
  await wait(250)
  expect(screen.getByRole('alert').textContent).toBe(
    `The content of the site could not be searched: ${offline.message}Try again`,
  )
  expect(active()!.textContent).toContain('Sign out')
})

const resource = (iri: string, type: string, properties: object): Resource => ({
  '@id': iri,
  '@type': type,
  ...properties,
  _metadata: { persisted: true },
})
const lists: Readonly<Record<string, readonly Resource[]>> = {
  '/_/pages': [
    resource('/_/pages/1', 'Page', {
      reference: 'about',
      title: 'About us',
      route: '/_/routes//about',
    }),
  ],
  '/page_data/blog_article_datas': [
    resource('/page_data/blog_article_datas/1', 'BlogArticleData', { title: 'About goats' }),
  ],
  '/_/routes': [],
  '/_/layouts': [resource('/_/layouts/1', 'Layout', { reference: 'about layout' })],
}

/** Opens the editor with an API that finds something, and whose list of routes is out of order. */
const openWithApi = async ({
  editing = false,
  hasNext = false,
  controlsIdle = false,
  files = [] as readonly Resource[],
} = {}) => {
  const searched: string[] = []
  const editor = await openEditor({
    editing,
    controlsIdle,
    inspect,
    client: {
      get: async () => ({
        body: { blogArticleData: '/page_data/blog_article_datas', user: '/users' },
      }),
    } as never,
    resources: {
      list: async (endpoint, { query = {} }) => {
        searched.push(endpoint)
        expect(query).toMatchObject({ perPage: '6', partial: 'true' })
        if (endpoint === '/_/routes') throw new Failure('unexpected')
        if (endpoint === mediaObjectsEndpoint)
          return { members: [...files], total: files.length, hasNext: false }
        return { members: [...lists[endpoint]!], total: 1, hasNext }
      },
    },
  })
  // The code that the dialog loads when it opens may take longer than a query waits.
  await import('#src/admin/search/SiteSearch.tsx')
  const search = async (query: string) => {
    await editor.user.keyboard('{Control>}k{/Control}')
    await editor.user.type(await screen.findByRole('combobox', { name: 'Search the site' }), query)
    await editor.wait(250)
  }
  return { ...editor, searched, search }
}

test('lists what is found in groups, side by side, and says which could not be searched', async () => {
  const file = resource('/_/media_objects/1', 'MediaObject', { name: 'about.png', tags: ['goats'] })
  const { search, searched } = await openWithApi({ files: [file] })
  await search('about')
  await waitFor(() => expect(searched).toHaveLength(5))
  expect(searched.toSorted()).toEqual([
    '/_/layouts',
    '/_/media_objects',
    '/_/pages',
    '/_/routes',
    '/page_data/blog_article_datas',
  ])
  await waitFor(() => expect(status()).toBe('4 results'))
  expect(groups()).toEqual(['Pages', 'Data', 'Layouts', 'Media'])
  expect(options()).toEqual([
    'aboutAbout us',
    'About goatsBlog Articles',
    'about layout',
    'about.pnggoats',
  ])
  expect(screen.getByRole('alert').textContent).toMatch(/^Routes could not be searched/)
})

test('the keys reach the options while the field keeps the focus, and Enter opens the active one', async () => {
  const { search, user, location } = await openWithApi()
  await search('about')
  const reached: (string | null | undefined)[] = []
  for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
    await user.keyboard(`{${key}}`)
    reached.push(active()?.textContent)
  }
  expect(reached).toEqual([
    'About goatsBlog Articles',
    'about layout',
    'aboutAbout us',
    'about layout',
    'aboutAbout us',
  ])
  expect(document.activeElement).toBe(field())
  await user.keyboard('{Enter}')
  expect(dialog()).toBeNull()
  expect(hrefOf(location())).toBe('/about')
})

test.each([
  ['{Shift>}{Enter}{/Shift}', '/_cwa/pages/%2F_%2Fpages%2F1'],
  ['{End}{Enter}', '/_cwa/layouts/%2F_%2Flayouts%2F1'],
  ['{ArrowUp}{ArrowUp}{Enter}', '/_cwa/%2Fpage_data%2Fblog_article_datas%2F1'],
])('%s opens %s', async (keys, href) => {
  const { search, user, location } = await openWithApi()
  await search('about')
  await user.keyboard(keys)
  expect(hrefOf(location())).toBe(href)
})

test('a list with more results leads to all of them', async () => {
  const { search, user, location } = await openWithApi({ hasNext: true })
  await search('about')
  await user.click(screen.getByRole('option', { name: 'Show all pages found' }))
  expect(hrefOf(location())).toBe('/_cwa/pages?search=about')
})

test('opens from a line of text, to which Escape returns, but not where keys link words', async () => {
  const { search, user } = await openWithApi({ editing: true })
  await user.click(title())
  await search('x')
  expect(status()).toMatch(/Type one more character/)
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  await user.click(bodyText())
  await user.keyboard('{Control>}k{/Control}')
  expect(dialog()).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Link address' })).toBeTruthy()
})

test('the keys are not taken from another dialog', async () => {
  const { user } = await openWithApi()
  await user.keyboard('?{Control>}k{/Control}')
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  expect(dialog()).toBeNull()
})

test('while editing, a result is opened once all edits are saved, as by a link of the menu', async () => {
  const opened = await openWithApi({ editing: true, controlsIdle: true })
  const { search, user, puppets, happen, location } = opened
  await search('about')
  await user.keyboard('{End}{Enter}')
  expect(dialog()).toBeNull()
  expect(location().path).toBe('/')
  const output: SettledEdits = { isSaved: true, isOffline: false, edits: [] }
  await happen(() =>
    puppets.waitUntilIdle.settle({ type: 'xstate.done.actor.waitUntilIdle', output }),
  )
  expect(location().path).toBe('/_cwa/layouts/%2F_%2Flayouts%2F1')
})

test.each([
  ['edit this', () => screen.getByRole('button', { name: 'Done' })],
  ['shortcuts', () => screen.getByRole('dialog', { name: 'Keyboard shortcuts' })],
])('“%s” is done without a request', async (query, outcome) => {
  const { search, user } = await openWithApi()
  await search(query)
  await user.keyboard('{Home}{Enter}')
  expect(dialog()).toBeNull()
  expect(outcome()).toBeTruthy()
})

test('“finish” ends editing, “review” lists the changes, and “sign out” ends the session', async () => {
  const { search, user, effects } = await openWithApi({ editing: true })
  await search('review')
  await user.keyboard('{Enter}')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Changes' })).getByRole('button', {
      name: 'Close',
    }),
  )
  await search('finish')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  await search('sign out')
  await user.keyboard('{Enter}')
  expect(effects.signOut.calls).toHaveLength(1)
})

test('the site menu opens it', async () => {
  const { user, press } = await openWithApi()
  await press('Site menu')
  await user.click(screen.getByRole('menuitem', { name: /^Search…/ }))
  expect(await screen.findByRole('combobox', { name: 'Search the site' })).toBeTruthy()
})

coverage.expectAll()
dialogCoverage.expectAll()
