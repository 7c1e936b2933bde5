import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { AuditEntry } from '#content/admin/audit-entry.ts'
import { auditExportHref, auditListOf, auditListQuery } from '#content/admin/audit-list.ts'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import type { FoundChoices } from '#content/admin/item-form.ts'
import type { ResourceListPage } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type ChoiceRequest, choiceSearchMachine } from '#machines/admin/choice-search.ts'
import { resourceListMachine } from '#machines/admin/resource-list.ts'
import { AuditWithActor } from '#src/admin/audit/AuditScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'

afterEach(cleanup)

const entry = (id: string, about: Partial<AuditEntry>): AuditEntry => ({
  '@id': `/_/audit_entries/${id}`,
  '@type': 'AuditEntry',
  action: 'updated',
  resource: '/component/titles/1',
  resourceType: 'Title',
  names: {},
  user: '/users/ada',
  username: 'Ada',
  place: '192.0.2.1',
  changes: [],
  createdAt: '2026-08-01T12:00:00.000+00:00',
  _metadata: { persisted: true },
  ...about,
})
const change = { property: 'subTitle', before: 'One', after: null, isHidden: false }
const scheduled = {
  property: 'publishedAt',
  before: null,
  after: '2026-08-02T12:00:00.000Z',
  isHidden: false,
}
const hidden = { property: 'password', before: null, after: null, isHidden: true }
const moved = {
  property: 'layout',
  before: '/_/layouts/1',
  after: '["/_/layouts/2","/_/layouts/3"]',
  isHidden: false,
}
const names = { '/component/titles/1': 'Curtain', '/_/layouts/1': 'main', '/_/layouts/2': 'wide' }
const list = auditListOf(
  {
    members: [
      entry('1', { changes: [change, moved], names }),
      entry('2', { resourceType: 'User', resource: '/users/bea', changes: [change, hidden] }),
      entry('3', {
        action: 'published',
        resource: '/_/component_groups/1',
        resourceType: 'ComponentGroup',
        user: null,
        username: null,
        place: 'server',
        changes: [
          { property: 'reference', before: null, after: 'main_/_/pages/1', isHidden: false },
          scheduled,
        ],
      }),
      entry('4', {
        action: 'imported',
        resource: null,
        resourceType: null,
        user: null,
        username: null,
        place: 'command line',
      }),
      entry('5', { action: 'created', user: null, username: null, place: 'constructor' }),
    ],
    total: 45,
  },
  { Title: 'Headline' },
)

/** Opens the screen at the address of a page, so that nothing else is shown. */
const openScreen = (query = '') => {
  const reading = controlledPromise<ResourceListPage, { path: string; search: string }>()
  const deletion = controlledPromise<UndoableChange | null, { iri: Iri; listPath: string }>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const search = controlledPromise<FoundChoices, ChoiceRequest>()
  const machine = choiceSearchMachine.provide({ actors: { searchChoices: search.logic } })
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, clock } = startApp(`/blog${query}`, { payload })
  const auditListRef = createActor(
    resourceListMachine.provide({
      actors: {
        readList: reading.logic,
        deleteListed: deletion.logic,
        renewSession: renewal.logic,
      },
    }),
    { input: { path: '/blog', search: query, listPath: '/_cwa/audit' }, parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <SiteConfigProvider value={defaultSiteConfig}>
        <AppRouter>
          <AuditWithActor
            title="Audit log"
            auditListRef={auditListRef}
            choices={{ user: machine, resource: machine }}
          />
        </AppRouter>
      </SiteConfigProvider>
    </AppProvider>,
  )
  const answer = (output: ResourceListPage) =>
    act(async () => reading.settle({ type: 'xstate.done.actor.readList', output } as never))
  const refuse = (error: Failure) =>
    act(async () => reading.settle({ type: 'xstate.error.actor.readList', error } as never))
  /** Types into a field that searches, and answers what it searches then. */
  const find = async (label: string, words: string, output: FoundChoices) => {
    await act(async () => fill(label, words))
    await act(async () => clock.increment(250))
    await act(async () => search.settle({ type: 'xstate.done.actor.searchChoices', output }))
  }
  return { answer, refuse, find, lastSearch: () => reading.calls.at(-1)?.input.search }
}

const rows = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.closest('li')!)
/** Says how many entries there are, after the searches of the filters. */
const summary = () => screen.getAllByRole('status').at(-1)!.textContent
const control = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const fill = (label: string, value: string) =>
  fireEvent.change(control(label), { target: { value } })
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('says who has changed what, from where, and what it was before', async () => {
  await openScreen().answer(list)
  expect(summary()).toBe('45 entries')
  const about = rows().map(
    (row) => within(row).getByRole('heading').parentElement!.nextSibling!.textContent,
  )
  expect(about).toEqual([
    'Adafrom 192.0.2.1All changes of it',
    'Adafrom 192.0.2.1All changes of it',
    'The server, by itselfAll changes of it',
    'The command line',
    'A visitorfrom constructorAll changes of it',
  ])
  const titles = rows().map((row) => within(row).getByRole('heading').textContent)
  expect(titles).toEqual([
    'Headline “Curtain”',
    'User',
    'Section “main”',
    'The whole site',
    'Headline',
  ])
  const [first, second, third] = rows()
  expect(within(first!).getByText('Changed').dataset['tone']).toBe('updated')
  const details = (row: HTMLElement) =>
    within(row)
      .getAllByRole('group')
      .map(({ textContent }) => textContent)
  expect(details(first!)).toEqual([
    'Changed: Sub title, LayoutSub titleBeforeOneAfternothingLayoutBeforemainAfterwide, something without a name',
    'Details for developersTitle/component/titles/1layoutBefore/_/layouts/1After["/_/layouts/2","/_/layouts/3"]',
  ])
  expect(details(second!)[0]).toMatch(
    /^Changed: Sub title, Password.*PasswordChanged\. Private values are not logged\.$/,
  )
  expect(details(third!)[0]).toMatch(/PublicationBeforenothingAfterAug(ust)? 2, 2026/)
})

test('leads from an entry to all of its user, and of what was changed', async () => {
  await openScreen('?action=updated&page=2').answer(list)
  const [first] = rows()
  const href = (name: string) => within(first!).getByRole('link', { name }).getAttribute('href')
  expect(href('Ada')).toBe('/blog?action=updated&user=%2Fusers%2Fada')
  expect(href('All changes of it')).toBe('/blog?action=updated&resource=%2Fcomponent%2Ftitles%2F1')
})

test('is filtered by the URL, from the first page on, and shows all again', async () => {
  const opened = openScreen('?user=Ada&page=2')
  await opened.answer(list)
  fill('Action', 'deleted')
  fill('From', '2026-08-01')
  control('Action').focus()
  await press('Filter')
  expect(document.activeElement).toBe(control('Action'))
  expect(opened.lastSearch()).toBe('?user=Ada&action=deleted&from=2026-08-01')
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    auditExportHref('?user=Ada&action=deleted&from=2026-08-01'),
  )
  screen.getByRole('button', { name: 'Show all' }).focus()
  await press('Show all')
  expect(document.activeElement).toBe(control('User'))
  expect(opened.lastSearch()).toBe('')
  expect(control('User').value).toBe('Any')
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test.each([
  ['User', '?user=%2Fusers%2Fada', 'Ada'],
  ['User', '?user=Bea', 'Bea'],
  ['What was changed', '?resource=%2Fcomponent%2Ftitles%2F1', 'Headline “Curtain”'],
  ['What was changed', '?resource=%2F_%2Fpages%2F9', '/_/pages/9'],
])('names by what it is filtered: %s at %s', async (label, search, name) => {
  await openScreen(search).answer(list)
  expect(control(label).value).toBe(name)
})

test('is filtered by what is found by its name, and keeps what else is entered', async () => {
  const opened = openScreen()
  await opened.answer(list)
  fill('From', '2026-08-01')
  await opened.find('What was changed', 'home', {
    options: [{ value: '/_/pages/9', label: 'home – Page' }],
    total: 1,
  })
  await act(async () => fireEvent.click(screen.getByRole('option', { name: 'home – Page' })))
  expect(opened.lastSearch()).toBe('?from=2026-08-01&resource=%2F_%2Fpages%2F9')
  expect(control('What was changed').value).toBe('home – Page')
})

test.each([
  ['', 0, /^Nothing has been changed yet\./],
  ['?user=Ada', 0, /^Nothing was found\./],
  ['', 1, /^1 entry$/],
  ['', 10_000, /^More than 10,000 entries/],
])('says how many there are at "%s": %d', async (search, total, words) => {
  await openScreen(search).answer({ ...list, members: [], total })
  expect(summary()).toMatch(words)
})

test('says that it could not be read, and reads it again', async () => {
  const opened = openScreen()
  await opened.refuse(new Failure('offline'))
  expect(screen.getByRole('alert').textContent).toBe(new Failure('offline').message)
  await press('Try again')
  await opened.answer(list)
  expect(rows()).toHaveLength(5)
})

test('asks for whole days in the time zone of the reader, and for nothing that is no filter', () => {
  const { from, to, ...rest } = auditListQuery(
    '?from=2026-08-01&to=2026-08-02&user=+&action=x&page=3',
  )
  expect(rest).toEqual({ page: '3', perPage: '20' })
  expect([from, to]).toEqual(
    [new Date(2026, 7, 1), new Date(2026, 7, 3)].map((day) => day.toISOString()),
  )
  expect(auditListQuery('?from=yesterday&to=2026-8-1')).toEqual({ page: '1', perPage: '20' })
})
