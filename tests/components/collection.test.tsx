import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Resource } from '#content/resource.ts'
import {
  type QueryChanged,
  collectionMachine,
  isBusy,
  selectFailure,
} from '#machines/collection.ts'
import { AppProvider } from '#src/app/actors.tsx'
import { CollectionOf } from '#src/views/collection/CollectionView.tsx'
import { startApp } from '../support/actors.ts'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, enough, named, pathsOf, puppet, voice } from '../support/paths.ts'

const coverage = cover(collectionMachine)
afterEach(cleanup)

const input = { iri: '/component/collections/1', search: '?page=2' }
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

const openCollection = ({
  resource = collectionOf(['One', 'Two'], twelvePages),
  search = input.search,
}: Options = {}) => {
  const reading = puppet<void, { iri: string; search: string }>()
  const watching = voice<QueryChanged>()
  const clock = new SimulatedClock()
  const asked: string[] = []
  const collectionRef = createActor(
    collectionMachine.provide({
      actors: { readCollection: reading.logic, watchQuery: watching.logic },
      actions: { askFor: (_, params) => asked.push(params.search) },
    }),
    { input: { ...input, search }, clock, inspect: coverage.inspect },
  ).start()
  const { appRef } = startApp('/blog', { payload: pageOf([], { path: '/blog' }) })
  render(
    <AppProvider value={appRef}>
      <CollectionOf collectionRef={collectionRef} resource={resource as never} Card={Card} />
    </AppProvider>,
  )
  return { collectionRef, reading, watching, clock, asked }
}

type OpenCollection = ReturnType<typeof openCollection>

const paths = enough(
  pathsOf(collectionMachine, {
    input,
    events: [
      { type: 'words.changed', words: 'goat' },
      { type: 'words.changed', words: '' },
      { type: 'search.requested' },
      { type: 'query.changed', search: '?title=goat' },
      { type: 'query.changed', search: '?page=2' },
      { type: 'retry.requested' },
      { type: 'xstate.done.actor.readCollection' },
      { type: 'xstate.error.actor.readCollection', error: new Failure('offline') },
    ],
    tellApart: ({ search, words }) => [search, words],
  }),
)

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const gestures: Record<string, (opened: OpenCollection, event: never) => unknown> = {
  'words.changed': (_, { words }: { words: string }) =>
    // An event of its own even where the words are the same.
    fireEvent.change(box(), { target: { value: box().value === words ? `${words} ` : words } }),
  'search.requested': () => fireEvent.click(screen.getByRole('button', { name: 'Search' })),
  'query.changed': ({ watching }, event: QueryChanged) => act(async () => watching.say(event)),
  'retry.requested': () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  'xstate.done.actor.readCollection': ({ reading }, event: Answer) =>
    act(async () => reading.settle(event)),
  'xstate.error.actor.readCollection': ({ reading }, event: Answer) =>
    act(async () => reading.settle(event)),
}

test.each(named(paths))('%s', async (_, { events, next }) => {
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

describe('what is listed', () => {
  test('is counted, shown card by card, and led on from', () => {
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

  test('on one page needs no links', () => {
    openCollection({ resource: collectionOf(['One']), search: '' })
    expect(screen.getByRole('status').textContent).toBe('1 entry')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('may be nothing, and says so', () => {
    openCollection({ resource: collectionOf([]), search: '?title=goat' })
    expect(screen.getByRole('status').textContent).toContain('Nothing was found.')
    expect(screen.queryByRole('list')).toBeNull()
    expect(box().value).toBe('goat')
  })

  test('may be beyond the last page', () => {
    openCollection({ resource: collectionOf([], twelvePages), search: '?page=13' })
    expect(screen.getByRole('status').textContent).toBe('There is no page 13: the last is 12.')
  })

  test('may not be there at all', () => {
    openCollection({ resource: component('Collection', '1') })
    expect(screen.getByRole('alert').textContent).toContain('cannot be shown')
  })

  test('can be searched without a script: the box is a form of its own', () => {
    openCollection({ search: '' })
    const form = box().closest('form')!
    expect(form.getAttribute('action')).toBe('/blog')
    expect(box().name).toBe('title')
  })
})

test('watching the address never fails, and would change nothing if it did', () => {
  const { collectionRef } = openCollection()
  const before = collectionRef.getSnapshot().value
  collectionRef.send({
    type: 'xstate.error.actor.watchQuery',
    error: new Failure('offline'),
  } as never)
  expect(collectionRef.getSnapshot().value).toEqual(before)
})

coverage.expectAll()
