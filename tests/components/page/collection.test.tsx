import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type CollectionRequest,
  collectionMachine,
  isBusy,
  selectFailure,
} from '#machines/page/collection.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { CollectionWithActor } from '#src/views/collection/CollectionView.tsx'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(collectionMachine)
afterEach(cleanup)

const input = {
  iri: '/component/collections/1',
  path: '/blog',
  search: '?page=2',
  settings: '',
}
const member = (title: string): Resource => ({
  '@id': `/page_data/blog_article_datas/${title}`,
  '@type': 'BlogArticleData',
  _metadata: {},
  title,
})
const collectionOf = (members: string[], more = {}) =>
  component('Collection', '1', {
    collection: { totalItems: members.length, member: members.map(member), ...more },
  })
const twelvePages = { totalItems: 24, view: { last: '/page_data/x?perPage=2&page=12' } }

const Card = ({ member: one }: { member: Resource }) => <p>{String(one['title'])}</p>

interface Options {
  resource?: Resource
  search?: string
}

/** Links elsewhere on the page. */
const destinations = ['/blog?title=goat', '/blog?page=2', '/about']
const follow = ({ location }: { location: Location }) =>
  act(async () => screen.getByRole('link', { name: `to ${hrefOf(location)}` }).click())

const openCollection = ({
  resource = collectionOf(['One', 'Two'], twelvePages),
  search = input.search,
}: Options = {}) => {
  const reading = controlledPromise<void, CollectionRequest>()
  const queries: string[] = []
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, clock } = startApp('/blog', { payload, inspect: coverage.inspect })
  const collectionRef = createActor(
    collectionMachine.provide({
      actors: { readCollection: reading.logic },
      actions: { requestQuery: (_, params) => queries.push(params.search) },
    }),
    { input: { ...input, search }, parent: appRef },
  ).start()
  const view = (settings: string) => (
    <AppProvider value={appRef}>
      <AppRouter>
        <p>
          {destinations.map((href) => (
            <a key={href} href={href}>
              to {href}
            </a>
          ))}
        </p>
        <CollectionWithActor
          collectionRef={collectionRef}
          settings={settings}
          resource={resource as never}
          Card={Card}
        />
      </AppRouter>
    </AppProvider>
  )
  const { rerender } = render(view(input.settings))
  return {
    collectionRef,
    reading,
    clock,
    queries,
    saveSettings: (settings: string) => rerender(view(settings)),
  }
}

type OpenCollection = ReturnType<typeof openCollection>

const paths = coveringPaths(
  pathsOf(collectionMachine, {
    input,
    events: [
      { type: 'query.changed', query: 'goat' },
      { type: 'query.changed', query: '' },
      { type: 'search.submitted' },
      { type: 'location.committed', location: locationOf('/blog?title=goat') },
      { type: 'location.committed', location: locationOf('/blog?page=2') },
      { type: 'page.requested', location: locationOf('/about') },
      { type: 'retry.requested' },
      { type: 'settings.reported', settings: 'two entries' },
      { type: 'xstate.done.actor.readCollection' },
      { type: 'xstate.error.actor.readCollection', error: new Failure('offline') },
    ],
    distinguishBy: ({ search, query }) => [search, query],
  }),
)

const searchBox = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const gestures: Record<string, (opened: OpenCollection, event: never) => unknown> = {
  'query.changed': (_, { query }: { query: string }) =>
    // A trailing space makes it a change event even where the query is the same.
    fireEvent.change(searchBox(), {
      target: { value: searchBox().value === query ? `${query} ` : query },
    }),
  'search.submitted': () => fireEvent.click(screen.getByRole('button', { name: 'Search' })),
  'location.committed': (_, event: { location: Location }) => follow(event),
  'page.requested': (_, event: { location: Location }) => follow(event),
  'settings.reported': ({ saveSettings }, { settings }: { settings: string }) =>
    saveSettings(settings),
  'xstate.after.minAgeToAbort.collection.results.loading.recent': ({ clock }) =>
    act(async () => clock.increment(1_000)),
  'retry.requested': () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  'xstate.done.actor.readCollection': ({ reading }, event: Answer) =>
    act(async () => reading.settle(event)),
  'xstate.error.actor.readCollection': ({ reading }, event: Answer) =>
    act(async () => reading.settle(event)),
}

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openCollection()
  for (const event of events) {
    const gesture = gestures[event.type] ?? (() => act(async () => opened.clock.increment(250)))
    await gesture(opened, event as never)
  }
  const now = opened.collectionRef.getSnapshot()
  expect(now.value).toEqual(next.value)
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2)
})

describe('the members of a collection', () => {
  test('are counted, shown as cards and paginated', () => {
    openCollection({ search: '?page=5' })
    expect(screen.getByRole('status').textContent).toBe('24 entries, page 5 of 12')
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    const links = pages.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/blog?page=4',
      '/blog',
      '/blog?page=4',
      '/blog?page=5',
      '/blog?page=6',
      '/blog?page=12',
      '/blog?page=6',
    ])
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('5')
  })

  test('need no pagination on a single page', () => {
    openCollection({ resource: collectionOf(['One']), search: '' })
    expect(screen.getByRole('status').textContent).toBe('1 entry')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('may be empty, which the status says', () => {
    openCollection({ resource: collectionOf([]), search: '?title=goat' })
    expect(screen.getByRole('status').textContent).toContain('Nothing was found.')
    expect(screen.queryByRole('list')).toBeNull()
    expect(searchBox().value).toBe('goat')
  })

  test('are empty on a page after the last one', () => {
    openCollection({ resource: collectionOf([], twelvePages), search: '?page=13' })
    expect(screen.getByRole('status').textContent).toBe(
      'Page 13 does not exist. The last page is 12.',
    )
  })

  test('may be missing, which shows an error', () => {
    openCollection({ resource: component('Collection', '1') })
    expect(screen.getByRole('alert').textContent).toContain('not available')
  })

  test('can be searched without JavaScript', () => {
    openCollection({ search: '' })
    const form = searchBox().closest('form')!
    expect(form.getAttribute('action')).toBe('/blog')
    expect(searchBox().name).toBe('title')
  })
})

coverage.expectAll()
