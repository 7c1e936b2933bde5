import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type LiveUpdatesRef, hasUpdates } from '#machines/live/live-updates.ts'
import { deferred } from '#src/app/effects/deferred-effects.ts'
import { loadErrorView } from '#src/app/lazy/lazy-modules.ts'
import {
  type FakeRequest,
  isPending,
  startAppOnFakeNetwork,
  settle,
} from '../support/ui/fake-network.ts'
import { inertActors } from '#charts/paths/controlled-effects.ts'
import { resourcesAt } from '../support/content/sample-resources.ts'

const template = resourcesAt('/template')
const positionIri = template.position['@id']

/** Returns an article with the shared template, whose dynamic position resolves to another component for each path. */
const articleAt = (path: string) => {
  const name = path.slice(1)
  const data = `/page_data/articles/${name}` as const
  const title = { ...template.title, '@id': `/component/titles/${name}`, title: name }
  const route = {
    '@id': `/_/routes/${path}`,
    '@type': 'Route',
    _metadata: {},
    path,
    pageData: data,
  }
  const article = { '@id': data, '@type': 'Article', _metadata: {}, page: template.page['@id'] }
  const position = { ...template.position, component: title['@id'] }
  const resources = [
    route,
    article,
    template.page,
    template.layout,
    template.group,
    position,
    title,
  ]
  const assembledPage = {
    path,
    root: route['@id'],
    page: template.page['@id'],
    pageData: data,
    layout: template.layout['@id'],
    resources: resources.map((one) => one['@id']),
  }
  return { assembledPage, resources, items: resources.map((resource) => ({ resource })) }
}

const articles = { '/a': articleAt('/a'), '/b': articleAt('/b') }
const bodyFor = ({ iri, path }: FakeRequest) =>
  articles[path as keyof typeof articles].resources.find((one) => one['@id'] === iri)

const open = (change: Partial<Parameters<typeof startAppOnFakeNetwork>[0]> = {}) => {
  const app = startAppOnFakeNetwork({ ...articles['/a'], bodyFor, ...change })
  return {
    ...app,
    positionComponent: () => app.cache.read(positionIri)?.component,
    respondToAll: async (
      outcomeOf: (request: FakeRequest) => Parameters<FakeRequest['settle']>[0] = () => 'success',
    ) => {
      while (app.requests.some(isPending)) {
        for (const request of app.requests.filter(isPending)) request.settle(outcomeOf(request))
        await settle()
      }
    },
  }
}

beforeAll(async () => {
  await import('#src/app/effects/fetch-chain-effects.ts')
  await loadErrorView()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

test('shows the component of the current path after each navigation, back and forth', async () => {
  const app = open()
  for (const path of ['/b', '/a', '/b']) {
    app.navigate(path)
    await settle()
    await app.respondToAll()
    expect([app.currentPath(), app.positionComponent()]).toEqual([path, `/component/titles${path}`])
  }
  const reads = app.requests.filter(({ iri }) => iri === positionIri)
  expect(reads.map(({ path }) => path)).toEqual(['/b', '/a', '/b'])
  app.stop()
})

test('shows nothing in a position that may not be read on the current page', async () => {
  const app = open()
  app.navigate('/b')
  await settle()
  await app.respondToAll(({ iri }) => (iri === positionIri ? 'missing' : 'success'))
  expect([app.currentPath(), app.positionComponent()]).toEqual(['/b', undefined])
  app.stop()
})

test('keeps the previous page until the next one has loaded completely, and also when it fails', async () => {
  const app = open()
  app.navigate('/b')
  await settle()
  await app.respondToAll(({ iri }) => {
    expect([app.currentPath(), app.positionComponent()]).toEqual(['/a', '/component/titles/a'])
    return iri === '/component/titles/b' ? 'serverError' : 'success'
  })
  expect(app.failure()?.status).toBe(500)
  const requestCount = app.requests.length
  app.navigate('/a')
  await settle()
  expect([app.currentPath(), app.positionComponent()]).toEqual(['/a', '/component/titles/a'])
  expect([app.failure(), app.requests.length]).toEqual([null, requestCount])
  app.stop()
})

test('sends the query of the requested page, and only with the requests it can affect', async () => {
  const app = open()
  app.navigate('/b?title=a%20b%26c&utm_source=mail')
  await settle()
  await app.respondToAll()
  const searches = new Map(app.requests.map(({ iri, search }) => [iri, search]))
  expect(searches.get('/_/routes//b')).toBe('?title=a+b%26c')
  expect(searches.get('/component/titles/b')).toBe('?title=a+b%26c')
  expect(searches.get(positionIri)).toBe('')
  app.stop()
})

/** Opens the first page while a live update of its position is being fetched. */
const openWithPendingUpdate = async () => {
  const app = open({
    loadDeferred: async () => ({
      actors: { ...inertActors(deferred), liveUpdates: deferred.liveUpdates },
      views: null,
    }),
    bodyFor: (request) =>
      request.iri === positionIri ? { ...bodyFor(request), sortValue: 7 } : bodyFor(request),
  })
  await settle()
  // The deferred actors start once the browser is idle.
  const live = await vi.waitUntil(
    () => app.appRef.system.get('liveUpdates') as LiveUpdatesRef | undefined,
  )
  const data = { ...template.position, sortValue: 7 }
  live.send({ type: 'message.received', id: '1', data })
  await vi.advanceTimersByTimeAsync(250)
  await vi.waitUntil(() => app.requests.length > 0)
  const refetch = app.requests[0]!
  expect([refetch.iri, refetch.path]).toEqual([positionIri, '/a'])
  return { app, refetch }
}

test('fetches a live update for the current page while the next one is loading', async () => {
  const { app, refetch } = await openWithPendingUpdate()
  app.navigate('/b')
  await settle()
  expect(refetch.signal.aborted).toBe(false)
  await app.respondToAll()
  expect([app.currentPath(), app.positionComponent()]).toEqual(['/b', '/component/titles/b'])
  app.stop()
})

test('aborts the fetch of a live update after more than a second when another page is requested', async () => {
  const { app, refetch } = await openWithPendingUpdate()
  await vi.advanceTimersByTimeAsync(1_001)
  app.navigate('/a#further-down')
  await settle()
  expect(refetch.signal.aborted).toBe(false)
  app.navigate('/b')
  await settle()
  expect(refetch.signal.aborted).toBe(true)
  await app.respondToAll()
  expect([app.currentPath(), app.positionComponent()]).toEqual(['/b', '/component/titles/b'])
  app.stop()
})

test('offers a live update of the current page even after a failed navigation', async () => {
  const { app, refetch } = await openWithPendingUpdate()
  app.navigate('/b')
  await settle()
  // The position that was resolved while the navigation was pending is resolved again.
  const isRefetch = ({ iri, path }: FakeRequest) => iri === refetch.iri && path === refetch.path
  await app.respondToAll((request) => (isRefetch(request) ? 'success' : 'serverError'))
  expect([app.currentPath(), app.failure()?.status]).toEqual(['/a', 500])
  const live: LiveUpdatesRef = app.appRef.system.get('liveUpdates')
  await vi.waitUntil(() => live.getSnapshot().matches({ queue: 'idle' }))
  expect(hasUpdates(live.getSnapshot())).toBe(true)
  app.stop()
})
