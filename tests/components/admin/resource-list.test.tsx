import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type BulkPreview,
  type UndoableChange,
  bulkNotification,
} from '#content/admin/bulk-change.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import {
  type BulkChangeInput,
  type BulkChangeOutcome,
  bulkChangeMachine,
} from '#machines/admin/bulk-change.ts'
import {
  type ResourceListRef,
  isBusy,
  resourceListMachine,
  selectBulkFailure,
  selectFailure,
} from '#machines/admin/resource-list.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { useListPageOf } from '#src/admin/hooks/use-list-page.ts'
import { ListPageScreen } from '#src/admin/resources/ResourceListScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { startApp } from '../../support/machines/app-actors.ts'
import { madeChange, resourceListEvents } from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(resourceListMachine)
afterEach(cleanup)

const resource = (iri: Iri, type: string, properties: object) => ({
  '@id': iri,
  '@type': type,
  ...properties,
  _metadata: { persisted: true },
})
const orphan = resource('/_/routes//old', 'Route', { path: '/old', name: '/old' })
const list: ResourceListPage = {
  members: [
    orphan,
    resource('/_/routes//about', 'Route', {
      path: '/about',
      page: '/_/pages/1',
      associatedResources: { page: 'about', pageTitle: 'About us' },
    }),
    resource('/_/routes//moved', 'Route', {
      path: '/moved',
      page: '/_/pages/1',
      redirect: '/_/routes//about',
      associatedResources: { redirect: '/about' },
    }),
    resource('/_/routes//news/goats', 'Route', {
      path: '/news/goats',
      pageData: '/page_data/blog_article_datas/1',
      associatedResources: { pageData: 'Goats', pageDataType: 'App\\Entity\\BlogArticleData' },
    }),
  ],
  total: 41,
  pages: 3,
  labels: {},
  title: null,
}
/** The list with rows that can be changed together. */
const selectableList: ResourceListPage = { ...list, actions: ['delete'] }
const input = { path: '/blog', search: '?sort=path', listPath: '/_cwa/routes' }

/** Links elsewhere on the page. */
const destinations = [`/blog?sort=path&search=goat`, `/blog?sort=path`]
const follow = ({ location }: { location: Location }) =>
  act(async () => screen.getByRole('link', { name: `to ${hrefOf(location)}` }).click())

/** The screen, and a button that reads the list again, which a view with the hook may have. */
function ScreenOf({ resourceListRef }: { resourceListRef: ResourceListRef }) {
  const listPage = useListPageOf(resourceListRef)
  return (
    <>
      <button type="button" onClick={listPage.reload}>
        Reload
      </button>
      <ListPageScreen title="Routes" listPage={listPage} />
    </>
  )
}

interface Opened {
  search?: string
  path?: string
  undoable?: UndoableChange | null
}

const openScreen = ({
  search = input.search,
  path = input.listPath,
  undoable = null,
}: Opened = {}) => {
  const reading = controlledPromise<ResourceListPage, { path: string; search: string }>()
  const deletion = controlledPromise<UndoableChange | null, { iri: Iri; listPath: string }>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const preview = controlledPromise<BulkPreview, BulkChangeInput>()
  const change = controlledPromise<UndoableChange | null, BulkChangeInput>()
  const undoing = controlledPromise<void, { listPath: string; change: UndoableChange }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, clock } = startApp(`/blog${search}`, { payload, inspect: coverage.inspect })
  const resourceListRef = createActor(
    resourceListMachine.provide({
      actors: {
        readList: reading.logic,
        deleteListed: deletion.logic,
        bulkChange: bulkChangeMachine.provide({
          actors: {
            previewChange: preview.logic,
            makeChange: change.logic,
            renewSession: renewal.logic,
          },
        }),
        undoChange: undoing.logic,
        renewSession: renewal.logic,
      },
    }),
    { input: { ...input, search, listPath: path, undoable }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <AppRouter>
        <p>
          {destinations.map((href) => (
            <a key={href} href={href}>
              to {href}
            </a>
          ))}
        </p>
        <ScreenOf resourceListRef={resourceListRef} />
      </AppRouter>
    </AppProvider>,
  )
  const wait = (ms: number) => act(async () => clock.increment(ms))
  return { resourceListRef, reading, deletion, preview, change, undoing, renewal, wait }
}

type OpenScreen = ReturnType<typeof openScreen>

const paths = coveringPaths(
  pathsOf(resourceListMachine, {
    input,
    events: [
      { type: 'location.committed', location: locationOf(destinations[0]!) },
      { type: 'location.committed', location: locationOf(destinations[1]!) },
      ...resourceListEvents(orphan['@id'], selectableList),
    ],
    distinguishBy: ({
      search,
      list: read,
      selection,
      undoable: kept,
      bulkFailure,
      deleted,
      failure,
    }) => [
      selection.selected.length > 0,
      kept !== null,
      bulkFailure !== null,
      search,
      read !== null,
      deleted,
      failure !== null,
    ],
  }),
)

const press = (name: string | RegExp, within_ = screen.getByRole('main')) =>
  fireEvent.click(within(within_).getByRole('button', { name }))
const question = () => screen.getByRole('alertdialog', { name: 'Delete “/old”?' })

const gestures: Record<string, (opened: OpenScreen, event: never) => unknown> = {
  'location.committed': (_, event: { location: Location }) => follow(event),
  'retry.requested': () => press('Try again'),
  'reload.requested': () => press('Reload', document.body),
  'deletion.requested': () =>
    press('Delete', screen.getByText('Leads nowhere').closest<HTMLElement>('li')!),
  'deletion.confirmed': () => press('Delete', question()),
  'deletion.canceled': () => press('Cancel', question()),
  'row.selected': () => fireEvent.click(screen.getByRole('checkbox', { name: 'Select /old' })),
  'rows.selected': () => fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' })),
  'selection.cleared': () =>
    fireEvent.keyDown(screen.getByRole('link', { name: '/about' }), { key: 'Escape' }),
  'bulk.requested': () => press('Delete', bar()),
  'undo.requested': () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }),
  // Notifications are shown by the editor, which this screen is without.
  'notification.accepted': (
    { resourceListRef },
    event: EmittedBy<'notifications'> & { type: 'notification.accepted' },
  ) => act(async () => resourceListRef.send(event)),
  'xstate.done.actor.bulkChange': (opened, event: { output: BulkChangeOutcome }) =>
    endBulkChange(opened, event.output),
}
const bar = () => screen.getByRole('checkbox', { name: 'Select all' }).closest('div')!

/** Ends a change of several rows as its outcome says. */
const endBulkChange = async (
  { preview, change }: OpenScreen,
  { isChanged, undoable: output, failure }: BulkChangeOutcome,
) => {
  const type = 'xstate.done.actor.previewChange'
  if (failure) return act(async () => preview.settle({ type, error: failure } as never))
  await act(async () =>
    preview.settle({ type, output: { consequences: [], layouts: [], isUndoable: true } } as never),
  )
  const dialog = screen.getByRole('alertdialog')
  await act(async () => press(isChanged ? /^Delete \d/ : 'Cancel', dialog))
  if (isChanged) await act(async () => change.settle({ type, output } as never))
}
const effectOf = ({ reading, deletion, undoing, renewal }: OpenScreen, type: string) => {
  if (type.endsWith('undoChange')) return undoing
  if (type.endsWith('readList')) return reading
  return type.endsWith('deleteListed') ? deletion : renewal
}

test.each(namedPaths(paths))('%s', async (_, { events: steps, next }) => {
  const opened = openScreen()
  for (const event of steps) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(opened, event as never)
    else await act(async () => effectOf(opened, event.type).settle(event as Answer as never))
  }
  expect(opened.resourceListRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    [selectFailure(next), selectBulkFailure(next)].flatMap((failure) => failure?.message ?? []),
  )
  expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming'))
})

const read = async (opened: OpenScreen, output = list) =>
  act(async () => opened.reading.settle({ type: 'xstate.done.actor.readList', output } as never))

test('says what each route leads to, and leads to the screen of its page', async () => {
  await read(openScreen())
  expect(screen.getByRole('status').textContent).toBe('1–20 of 41 routes')
  const rows = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(rows.slice(0, 4).map((row) => row.textContent)).toEqual([
    '/oldLeads nowhereNo pageDelete',
    '/aboutAbout usPageOpen page',
    '/movedLeads to /aboutRedirectOpen page',
    '/news/goatsGoatsPage dataOpen page',
  ])
  const hrefOfLink = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOfLink('/about')).toBe('/_cwa/pages/%2F_%2Fpages%2F1?sort=path#routes')
  expect(hrefOfLink('/news/goats')).toBe(
    '/_cwa/data/blogArticleData/%2Fpage_data%2Fblog_article_datas%2F1?sort=path#routes',
  )
  expect(hrefOfLink('Page 3')).toBe('/blog?sort=path&page=3')
})

test('the arrow keys move between the names', async () => {
  await read(openScreen())
  const name = (words: string) => screen.getByRole('link', { name: words })
  name('/about').focus()
  fireEvent.keyDown(name('/about'), { key: 'End' })
  expect(document.activeElement).toBe(name('/news/goats'))
})

test('is searched, sorted and cut into pages by the URL, from the first page on', async () => {
  const opened = openScreen({ search: '?page=2' })
  await read(opened)
  const lastSearch = () => opened.reading.calls.at(-1)?.input.search
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: ' go ' } })
  await act(async () => press('Search'))
  expect(lastSearch()).toBe('?search=go')
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: '-path' } })
  await act(async () => {})
  expect(lastSearch()).toBe('?search=go&sort=-path')
  fireEvent.change(screen.getByLabelText('Rows'), { target: { value: '50' } })
  await act(async () => {})
  expect(lastSearch()).toBe('?search=go&sort=-path&perPage=50')
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: '-createdAt' } })
  await act(async () => {})
  expect(lastSearch()).toBe('?search=go&perPage=50')
})

test.each([
  [3, 'Go to the last page, 3', '/blog?sort=path&page=3'],
  [1, 'Go to the list', '/blog?sort=path'],
])(
  'says that there is no such page of %i, and leads to the last one',
  async (pages, link, href) => {
    const opened = openScreen({ search: '?sort=path&page=999' })
    await read(opened, { ...list, members: [], pages })
    expect(screen.getByText(/There is no page 999 of this list/)).toBeDefined()
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href)
  },
)

test('accounts that cannot sign in say why', async () => {
  const opened = openScreen({ search: '', path: '/_cwa/users' })
  const account = (id: number, about: object) => resource(`/users/${id}`, 'User', about)
  const members = [
    account(1, { username: 'ada', enabled: true, emailAddressVerified: false }),
    account(2, { username: 'eve', enabled: false, emailAddressVerified: false }),
    account(3, { username: 'grace', enabled: true, emailAddressVerified: true }),
  ]
  await read(opened, { ...list, members, total: 3, pages: 1 })
  const rows = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(rows.map((row) => /Not confirmed|Disabled/.exec(row.textContent)?.[0])).toEqual([
    'Not confirmed',
    'Disabled',
    undefined,
  ])
})

test('is searched once typing pauses, and keeps what is typed on', async () => {
  const opened = openScreen({ search: '?page=2' })
  await read(opened)
  const { calls } = opened.reading
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  const type = (value: string) => act(async () => fireEvent.change(box(), { target: { value } }))
  await type('g')
  await opened.wait(249)
  await type('go ')
  await opened.wait(249)
  expect(calls).toHaveLength(1)
  await opened.wait(1)
  expect(calls.at(-1)?.input.search).toBe('?search=go')
  expect(box().value).toBe('go ')
  await type('')
  await opened.wait(250)
  expect(calls.at(-1)?.input.search).toBe('')
})

test('shows all again where nothing was found, and keeps the focus', async () => {
  const opened = openScreen({ search: '?isTemplate=true&search=nowhere', path: '/_cwa/pages' })
  await read(opened, { ...list, members: [], total: 0 })
  expect(screen.getByRole('status').textContent).toMatch(/^Nothing was found\./)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  press('Show all')
  await act(async () => {})
  expect(opened.reading.calls.at(-1)?.input.search).toBe('')
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test.each([
  ['?page=2', '21–40 of 41 routes'],
  ['?page=3', '41–41 of 41 routes'],
  ['?page=9', '41 routes'],
  ['?perPage=50', '41 routes'],
  ['?perPage=200', '1–200 of 768 routes'],
  ['?perPage=300&page=2', '501–768 of 768 routes'],
  ['?perPage=900', '1–500 of 768 routes, at most 500 on a page'],
])('says which rows %s shows', async (search, words) => {
  const total = /=\d00/.test(search) ? 768 : 41
  await read(openScreen({ search }), { ...list, total })
  expect(screen.getByRole('status').textContent).toBe(words)
})

const page = (id: string, properties: object) => resource(`/_/pages/${id}`, 'Page', properties)

test('pages are filtered by their type, and leads to the screen that adds one', async () => {
  const opened = openScreen({ search: '', path: '/_cwa/pages' })
  const members = [
    page('1', { reference: 'home', title: 'Welcome', uiComponent: 'Primary', isTemplate: false }),
    page('2', { reference: 'article', uiComponent: 'Other', isTemplate: true }),
  ]
  await read(opened, { ...list, members, total: 1, labels: { Primary: 'Primary page' } })
  expect(screen.getByRole('status').textContent).toBe('1 page')
  const rows = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(rows.slice(0, 2).map((row) => row.textContent)).toEqual([
    'homeWelcomePrimary pagePageOpen page',
    'articleOtherTemplateOpen page',
  ])
  expect(screen.getByRole('link', { name: 'Add' }).getAttribute('href')).toBe('/_cwa/pages/add')
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'true' } })
  await act(async () => {})
  expect(opened.reading.calls.at(-1)?.input.search).toBe('?isTemplate=true')
})

test.each([
  ['/_cwa/pages', '', 'There are no pages yet. Add the first one.'],
  ['/_cwa/pages', '?isTemplate=true', 'Nothing was found. Try fewer words, or show all.'],
  ['/_cwa/users', '?search=goat', 'Nothing was found. Try fewer words, or show all.'],
  ['/_cwa/data/blogArticleData', '', 'There are none yet. Add the first one.'],
])('says what to do where %s%s is empty', async (path, search, words) => {
  await read(openScreen({ path, search }), { ...list, members: [], total: 0, pages: 0 })
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('what was undone before the list was ever read is told above its rows if that fails', async () => {
  const opened = openScreen({ undoable: madeChange })
  const { label: heading } = madeChange
  await act(async () =>
    opened.resourceListRef.send({ type: 'notification.accepted', key: bulkNotification, heading }),
  )
  const error = failureFromStatus(422, { message: 'It was changed since then.' })
  const type = 'xstate.error.actor.undoChange'
  await act(async () => opened.undoing.settle({ type, error } as never))
  expect(screen.getByText('Loading…')).toBeTruthy()
  await read(opened)
  expect(screen.getByRole('alert').textContent).toBe('It was changed since then.')
  expect(within(screen.getByRole('main')).getAllByRole('listitem').length).toBeGreaterThan(0)
})

const withoutEditor = 'The editor shows notifications, which this screen is without.'
coverage.expectAll({
  'resourceList.reading notification.accepted': withoutEditor,
  'resourceList.ready notification.accepted': withoutEditor,
  'resourceList.failed notification.accepted': withoutEditor,
})
