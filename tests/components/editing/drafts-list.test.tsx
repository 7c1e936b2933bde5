import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Component, Resource } from '#content/model/resource.ts'
import { draftsListMachine } from '#machines/editing/drafts-list.ts'
import { component } from '../../support/content/page-payload.ts'
import {
  type OpenEditor,
  changeLayout,
  changeTitle,
  findSession,
  isUnavailable,
  openDrafts,
  openEditor,
  publishListed,
  sampleDraft,
  settleRun,
  signInAgain,
  leaveText,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(draftsListMachine)
afterEach(cleanup)

const { '@id': draftIri } = sampleDraft
const unpublished = { persisted: true, publishable: { published: false } }
/** A new text on another page. */
const elsewhere: Component = {
  ...component('HtmlContent', 'elsewhere', { html: '<p>Far away</p>', publishedAt: null }),
  componentPositions: ['/_/component_positions/elsewhere'],
  _metadata: unpublished,
}
const surroundings: Resource[] = [
  {
    '@id': '/_/component_positions/elsewhere',
    '@type': 'ComponentPosition',
    componentGroup: '/_/component_groups/elsewhere',
    sortValue: 0,
    _metadata: { persisted: true },
  },
  {
    '@id': '/_/component_groups/elsewhere',
    '@type': 'ComponentGroup',
    reference: 'primary_/_/pages/elsewhere',
    location: '/_/pages/elsewhere',
    componentPositions: ['/_/component_positions/elsewhere'],
    _metadata: { persisted: true },
  },
  {
    '@id': '/_/pages/elsewhere',
    '@type': 'Page',
    title: 'Far page',
    route: '/_/routes//far',
    _metadata: { persisted: true },
  },
]

/** The lists of a site with a draft on this page and, on the second page of the list of texts, one elsewhere. */
const siteLists = () => {
  const state = { isOffline: false, isSignedOut: false }
  /** The requests for resources around the listed drafts, in order. */
  const read: string[] = []
  const known = new Map<Iri, Resource>(
    [sampleDraft, elsewhere, ...surroundings].map((each) => [each['@id'], each]),
  )
  return {
    state,
    read,
    resources: {
      list: async (endpoint: Iri, { page = 1 }: { page?: number }) => {
        if (state.isOffline) throw new Failure('offline')
        if (state.isSignedOut) throw failureFromStatus(401)
        const live = component('Title', 'live', { title: 'Live' })
        const lists: Record<string, Resource[][]> = {
          '/component/titles': [[sampleDraft, live]],
          '/component/html_contents': [[], [elsewhere]],
        }
        const pages = lists[endpoint] ?? []
        return { members: pages[page - 1] ?? [], total: 2, hasNext: page < pages.length }
      },
      read: async (request: string) => {
        read.push(request)
        const resource = known.get(request.split('?')[0]!)
        if (!resource) throw new Failure('notFound')
        return { resource }
      },
    },
  }
}

const open = async (options: Parameters<typeof openEditor>[0] = {}) => {
  const editor = await openEditor({
    controlsChangeRuns: true,
    inspect: coverage.inspect,
    ...options,
  })
  await openDrafts(editor)
  return editor
}

const openSite = async () => {
  const site = siteLists()
  const editor = await open({ resources: site.resources })
  await showSite(editor)
  return { ...editor, ...site }
}
const showSite = ({ user }: OpenEditor) =>
  user.click(screen.getByRole('tab', { name: 'Whole site' }))
const dialog = () => screen.queryByRole('dialog', { name: 'Changes' })
const rows = () =>
  within(dialog()!)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li')!)
const row = (name: string) => rows().find((each) => within(each).queryByRole('heading', { name }))!
const labels = () => rows().map((each) => within(each).getByRole('heading').textContent)
const coda = 'Title “Coda, rewritten”'
const far = 'Body Text “Far away”'
const jobs = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) =>
    job.kind === 'apply' ? job.intent : job.kind,
  )

test('lists the drafts of the page with the words that have changed', async () => {
  await open()
  expect(labels()).toEqual([coda])
  expect(screen.getByRole('tab', { name: 'This page (1)' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  const text = row(coda)
  expect(within(text).getByText('Changed')).toBeTruthy()
  expect(within(text).getByText('On this page')).toBeTruthy()
  expect(text.querySelector('ins')?.textContent).toBe('Added: , rewritten')
  expect(text.querySelector('del')).toBeNull()
})

test('Show selects a draft on the page, closes the list and focuses the panel', async () => {
  const { press } = await open()
  await press('Show')
  expect(dialog()).toBeNull()
  const selected = document.querySelector('[data-area="page"] [aria-current="true"]')
  expect(selected?.getAttribute('data-iri')).toBe(draftIri)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Resource manager')
})

test('is closed by its button, which leaves the focus in the bar, and opened by the site menu, too', async () => {
  const { press, user } = await open()
  await press('Close')
  expect(dialog()).toBeNull()
  expect(document.activeElement?.closest('[data-editor-bar]')).not.toBeNull()
  await press('Site menu')
  await user.click(screen.getByRole('menuitem', { name: 'Review changes…' }))
  expect(dialog()).not.toBeNull()
})

test('publishes one, which leaves the list and says so', async () => {
  const editor = await open()
  await editor.user.click(within(row(coda)).getByRole('button', { name: 'Publish' }))
  expect(jobs(editor)).toEqual([{ kind: 'publishAll', iris: [draftIri] }])
  const live: Iri = sampleDraft.publishedResource!
  await editor.happen(() => editor.cache.remove([draftIri]))
  await settleRun(editor, { replacements: [{ from: draftIri, to: live }] })
  expect(within(dialog()!).getByRole('status').textContent).toBe('Published.')
  expect(screen.getByText('Everything on this page is published.')).toBeTruthy()
  // The focus stays in the dialog.
  expect(dialog()!.contains(document.activeElement)).toBe(true)
})

test('lists the drafts of the whole site, with the pages that they are on', async () => {
  await openSite()
  await expect.poll(labels).toEqual([far, coda])
  const text = row(far)
  expect(within(text).getByText('New')).toBeTruthy()
  expect(within(text).queryByRole('button', { name: 'Show' })).toBeNull()
  const link = within(text).getByRole('link', { name: 'Open page “Far page”' })
  expect(link.getAttribute('href')).toBe('/far')
  expect(text.querySelector('ins')?.textContent).toBe('Added: Far away')
})

test('publishes all that are selected as one change', async () => {
  const editor = await openSite()
  await expect.poll(labels).toEqual([far, coda])
  const publish = () => screen.getByRole('button', { name: /^Publish (\d )?selected$/ })
  expect(isUnavailable(publish())).toBe(true)
  await editor.user.click(screen.getByRole('checkbox', { name: far }))
  expect(publish().textContent).toBe('Publish 1 selected')
  await editor.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(publish().textContent).toBe('Publish 2 selected')
  await editor.user.click(publish())
  expect(jobs(editor)).toEqual([{ kind: 'publishAll', iris: [elsewhere['@id'], draftIri] }])
  await settleRun(editor, {})
  expect(within(dialog()!).getByRole('status').textContent).toBe('Published 2 components.')
})

test('names the component that is not ready', async () => {
  const editor = await openSite()
  await expect.poll(labels).toEqual([far, coda])
  await editor.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await editor.press('Publish 2 selected')
  const violations = [{ iri: draftIri, propertyPath: 'title', message: 'Enter a title.' }]
  await settleRun(editor, { failure: new Failure('invalid', { violations }) })
  expect(within(dialog()!).getByRole('alert').textContent).toBe(`${coda}, Title: Enter a title.`)
  expect(labels()).toEqual([far, coda])
})

test('discards a draft after a confirmation', async () => {
  const editor = await open()
  await editor.press('Discard')
  await editor.press('Ok')
  expect(jobs(editor)).toEqual([{ kind: 'delete', iri: draftIri, isDraft: true }])
  await settleRun(editor, {})
  expect(within(dialog()!).getByRole('status').textContent).toBe('Discarded. Undo brings it back.')
})

test('says that the site could not be read, and reads it again', async () => {
  const { resources, state } = siteLists()
  const editor = await open({ resources })
  state.isOffline = true
  await showSite(editor)
  await screen.findByText(/You seem to be offline/)
  state.isOffline = false
  await editor.press('Try again')
  await expect.poll(labels).toEqual([far, coda])
  await editor.user.click(screen.getByRole('tab', { name: 'This page (1)' }))
  expect(labels()).toEqual([coda])
})

test('asks for the password where the session has ended, and reads the site once that is renewed', async () => {
  const { resources, state } = siteLists()
  const editor = await open({ resources })
  state.isSignedOut = true
  await showSite(editor)
  expect(await screen.findByText('Looking for changes…')).toBeTruthy()
  state.isSignedOut = false
  await signInAgain(editor)
  await expect.poll(labels).toEqual([far, coda])
})

test.each([
  { type: 'xstate.done.actor.renewSession', output: 'declined' },
  { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
] as const)('says that the site could not be read without a session: $type', async (answer) => {
  const { resources, state } = siteLists()
  const editor = await open({ resources, controlsRenewal: true })
  state.isSignedOut = true
  await showSite(editor)
  await editor.happen(() => editor.puppets.renewSession.settle(answer))
  await editor.press('Try again')
  expect(editor.puppets.renewSession.calls.at(-1)?.input).toEqual({ isBackground: false })
})

test('asks for the password once only where the session is refused all the same', async () => {
  const { resources, state } = siteLists()
  const editor = await open({ resources, controlsRenewal: true })
  state.isSignedOut = true
  await showSite(editor)
  await editor.happen(() =>
    editor.puppets.renewSession.settle({
      type: 'xstate.done.actor.renewSession',
      output: 'renewed',
    }),
  )
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('reads nothing as a visitor, who is shown no draft', async () => {
  const { resources, read } = siteLists()
  const editor = await open({
    resources: {
      ...resources,
      read: (request) => {
        editor.sessionRenewalRef.send({ type: 'renewal.requested', isBackground: false })
        return resources.read(request)
      },
    },
  })
  await showSite(editor)
  await findSession(editor, null)
  await leaveText(editor)
  expect(new Set(read)).toEqual(new Set([draftIri, elsewhere['@id']]))
})

test('reads no more than enough, until more is asked for', async () => {
  const draftOf = (name: string): Component => ({
    ...component('Title', name, { title: name, publishedAt: null }),
    _metadata: unpublished,
  })
  const pages = [Array.from({ length: 50 }, (_, at) => draftOf(`many-${at}`)), [draftOf('last')]]
  const drafts = pages.flat()
  const editor = await open({
    resources: {
      list: async (endpoint, { page = 1 }) =>
        endpoint === '/component/titles'
          ? { members: pages[page - 1]!, total: 51, hasNext: page === 1 }
          : { members: [], total: 0, hasNext: false },
      read: async (request) => {
        const resource = drafts.find((draft) => draft['@id'] === request)
        if (!resource) throw new Failure('notFound')
        return { resource }
      },
    },
  })
  await showSite(editor)
  await expect.poll(() => rows().length).toBe(50)
  await editor.press('Show more')
  await expect.poll(() => rows().length).toBe(51)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('closes when an edit cannot be saved first, which it would cover', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await changeTitle(editor, 'Refused')
  await settleRun(editor, { failure: new Failure('invalid') })
  await publishListed(editor)
  await expect.poll(dialog).toBeNull()
  expect(
    jobs(editor).filter((job) => typeof job === 'object' && job.kind === 'publishAll'),
  ).toEqual([])
})

test('closes when the page of a draft is opened', async () => {
  const { user } = await openSite()
  await user.click(await screen.findByRole('link', { name: 'Open page “Far page”' }))
  await expect.poll(dialog).toBeNull()
})

test('a draft of the layout says on how many pages it is seen', async () => {
  const editor = await openEditor({
    inspect: coverage.inspect,
    readPageCount: () => Promise.resolve(10),
  })
  await openDrafts(editor)
  await changeLayout(editor)
  expect(await screen.findByText('In the layout, seen on 10 pages')).toBeTruthy()
})

coverage.expectAll()
