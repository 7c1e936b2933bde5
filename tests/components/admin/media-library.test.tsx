import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { MediaFileList } from '#content/pictures/media-library.ts'
import { isBusy, mediaLibraryMachine, selectFailure } from '#machines/admin/media-library.ts'
import { MediaLibraryWithActor } from '#src/admin/media/MediaLibraryScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { mediaFile } from '../../support/content/media-file.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { openEditor } from '../../support/editor.tsx'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

// Loaded up front, as once the dialog has been open.
await import('#src/editor/pictures/LibraryDialog.tsx')

const coverage = cover(mediaLibraryMachine)
afterEach(cleanup)

const list: MediaFileList = {
  files: [mediaFile('goat.png'), mediaFile('barn.svg', { useCount: 2 })],
  total: 81,
  pages: 3,
  tags: [
    { tag: 'animal', fileCount: 2 },
    { tag: 'blue sky', fileCount: 1 },
  ],
}
const input = { path: '/blog', search: '' }

/** Links elsewhere on the page. */
const destinations = ['/blog?search=goat', '/blog']
const follow = ({ location }: { location: Location }) =>
  act(async () => screen.getByRole('link', { name: `to ${hrefOf(location)}` }).click())

const openScreen = ({ search = input.search } = {}) => {
  const reading = controlledPromise<MediaFileList, { search: string }>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp(`/blog${search}`, { payload, inspect: coverage.inspect })
  const actors = { readMediaFiles: reading.logic, renewSession: renewal.logic }
  const mediaLibraryRef = createActor(mediaLibraryMachine.provide({ actors }), {
    input: { ...input, search },
    parent: appRef,
  }).start()
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
        <MediaLibraryWithActor title="Media library" mediaLibraryRef={mediaLibraryRef} />
      </AppRouter>
    </AppProvider>,
  )
  return { mediaLibraryRef, reading, renewal }
}

type OpenScreen = ReturnType<typeof openScreen>

const paths = coveringPaths(
  pathsOf(mediaLibraryMachine, {
    input,
    events: [
      { type: 'location.committed', location: locationOf(destinations[0]!) },
      { type: 'location.committed', location: locationOf(destinations[1]!) },
      { type: 'retry.requested' },
      { type: 'xstate.done.actor.readMediaFiles', output: list },
      { type: 'xstate.error.actor.readMediaFiles', error: new Failure('offline') },
      { type: 'xstate.error.actor.readMediaFiles', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.renewSession', output: 'renewed' },
      { type: 'xstate.done.actor.renewSession', output: 'declined' },
      { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
    ],
    distinguishBy: ({ search, list: read, failure }) => [search, read !== null, failure !== null],
  }),
)

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const gestures: Record<string, (event: never) => unknown> = {
  'location.committed': follow,
  'retry.requested': () => press('Try again'),
}

test.each(namedPaths(paths))('%s', async (_, { events: steps, next }) => {
  const { mediaLibraryRef, reading, renewal } = openScreen()
  for (const event of steps) {
    const gesture = gestures[event.type]
    const effect = event.type.endsWith('renewSession') ? renewal : reading
    if (gesture) await gesture(event as never)
    else await act(async () => effect.settle(event as Answer as never))
  }
  expect(mediaLibraryRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
})

const read = async ({ reading }: OpenScreen, output = list) =>
  act(async () => reading.settle({ type: 'xstate.done.actor.readMediaFiles', output } as never))

test('shows the smallest picture that is sharp in a tile, and what each file is', async () => {
  await read(openScreen())
  expect(screen.getByRole('status').textContent).toBe('81 files')
  const [goat, barn] = within(screen.getByRole('main')).getAllByRole('listitem')
  const picture = goat!.querySelector('img')!
  expect(picture.src).toMatch(/thumbnail$/)
  expect([picture.width, picture.height, picture.loading]).toEqual([500, 250, 'lazy'])
  expect(goat!.textContent).toBe('goat.png98 KB, not used')
  expect(barn!.textContent).toBe('barn.svg98 KB, used 2 times')
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/blog?page=3')
})

test('searches and filters by the URL, from the first page on', async () => {
  const opened = openScreen({ search: '?page=2&tag=gone' })
  await read(opened)
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' })
  expect(filter.value).toBe('gone')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), {
    target: { value: ' goat ' },
  })
  await act(async () => press('Search'))
  await read(opened)
  expect(opened.reading.calls.at(-1)?.input).toEqual({ search: '?tag=gone&search=goat' })
  await act(async () => fireEvent.change(filter, { target: { value: 'blue sky' } }))
  expect(opened.reading.calls.at(-1)?.input).toEqual({ search: '?tag=blue+sky&search=goat' })
})

test('dims what is listed, and keeps it, while another query is read', async () => {
  const opened = openScreen()
  await read(opened)
  await follow({ location: locationOf('/blog?search=goat') })
  expect(within(screen.getByRole('main')).getAllByRole('listitem').length).toBeGreaterThan(1)
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
})

test('keeps what is listed below the reason why another list cannot be read', async () => {
  const opened = openScreen()
  await read(opened)
  await follow({ location: locationOf('/blog?search=goat') })
  const error = new Failure('offline')
  await act(async () =>
    opened.reading.settle({ type: 'xstate.error.actor.readMediaFiles', error } as never),
  )
  const reason = screen.getByRole('alert')
  expect(reason.textContent).toBe(error.message)
  const [first] = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(reason.compareDocumentPosition(first!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test.each([
  ['', 'No files yet. Every picture that is uploaded or added to a page appears here.'],
  ['?search=goat', 'Nothing was found. Try fewer words, or another tag.'],
])('says that the list of %j is empty', async (search, words) => {
  await read(openScreen({ search }), { files: [], total: 0, pages: 0, tags: [] })
  expect(screen.getByRole('status').textContent).toBe(words)
})

/** Opens the library at the place of a missing picture. */
const openPicker = async (lists: () => Promise<MediaFileList>) => {
  const queries: Readonly<Record<string, string>>[] = []
  const resources = {
    list: async (_: Iri, { query = {} }: { query?: Readonly<Record<string, string>> }) => {
      queries.push(query)
      const { files, total } = await lists()
      return { members: [...files], total, hasNext: false }
    },
  }
  const editor = await openEditor({
    payload: pagePayload([component('Image', 'empty', {})]),
    inspect: coverage.inspect,
    controlsChangeRuns: true,
    resources,
    client: {
      get: async () => ({ body: { tags: list.tags }, etag: undefined }),
      send: () => Promise.reject(new Failure('unexpected')),
    },
  })
  const main = within(screen.getByRole('main'))
  await editor.user.click(main.getByRole('button', { name: 'From the library…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Media library' }))
  return { ...editor, dialog, queries }
}

test('a dialog lists the library, searched and by tag and page, and chooses a file with its text', async () => {
  const described = mediaFile('goat.png', { alternativeTexts: { de: 'Ziege', en: 'A goat' } })
  document.documentElement.lang = 'en-GB'
  const { dialog, user, queries, puppets } = await openPicker(async () => ({
    ...list,
    files: [described, mediaFile('barn.svg')],
  }))
  expect(await dialog.findByText('81 files')).toBeTruthy()
  await user.type(dialog.getByRole('searchbox', { name: 'Search' }), 'goat{Enter}')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Tag' }), 'animal')
  await user.click(await dialog.findByRole('button', { name: 'Next' }))
  expect(dialog.getByText('Page 2 of 3')).toBeTruthy()
  expect(queries.map(({ perPage: _, ...query }) => query)).toEqual([
    {},
    { search: 'goat' },
    { search: 'goat', 'tags[]': 'animal' },
    { search: 'goat', 'tags[]': 'animal', page: '2' },
  ])

  dialog.getByRole('searchbox', { name: 'Search' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('goat.png')
  expect(dialog.getByRole('img', { name: 'A goat' })).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  const intents = () =>
    puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)
  expect(intents()).toMatchObject([{ kind: 'set', property: 'file', value: described['@id'] }])
  const shown = within(screen.getByRole('main')).getByRole('img', { name: 'A goat' })
  expect(shown.getAttribute('srcset')).toContain(`${described['@id']}/download/file/thumbnail`)
})

test('a dialog says why nothing is listed, and tries again', async () => {
  let isOffline = true
  const { dialog, user } = await openPicker(async () => {
    if (isOffline) throw new Failure('offline')
    return { ...list, files: [], total: 0 }
  })
  expect((await dialog.findByRole('alert')).textContent).toContain('offline')
  isOffline = false
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText(/^No files yet/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('is read again once a file was uploaded', async () => {
  const opened = openScreen()
  await read(opened)
  act(() => opened.mediaLibraryRef.send({ type: 'file.uploaded' }))
  expect(screen.getByText('Loading…')).toBeTruthy()
  await read(opened, { ...list, total: 82 })
  expect(screen.getByText('82 files')).toBeTruthy()
})

coverage.expectAll({
  'mediaLibrary file.uploaded':
    'Emitted by uploadQueue, which the editor starts; the browser tests upload files.',
})
