import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { MediaFileList } from '#content/pictures/media-library.ts'
import { isBusy, mediaLibraryMachine, selectFailure } from '#machines/admin/media-library.ts'
import { MediaLibraryWithActor } from '#src/admin/media/MediaLibraryScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { mediaFile } from '../../support/content/media-file.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type Answer,
  controlledPromise,
  coveringPaths,
  namedPaths,
  pathsOf,
} from '../../support/machines/paths.ts'

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
  const [goat, barn] = screen.getAllByRole('listitem')
  const picture = goat!.querySelector('img')!
  expect(picture.src).toMatch(/thumbnail$/)
  expect([picture.width, picture.height, picture.loading]).toEqual([500, 250, 'lazy'])
  expect(goat!.textContent).toBe('goat.png100KB, not used')
  expect(barn!.textContent).toBe('barn.svg100KB, used 2 times')
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
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
})

test.each([
  ['', 'No files yet. Every picture that is added to a page appears here.'],
  ['?search=goat', 'Nothing was found. Try fewer words, or another tag.'],
])('says that the list of %j is empty', async (search, words) => {
  await read(openScreen({ search }), { files: [], total: 0, pages: 0, tags: [] })
  expect(screen.getByRole('status').textContent).toBe(words)
})

coverage.expectAll()
