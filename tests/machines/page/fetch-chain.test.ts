import { expect, test } from 'vitest'
import { SimulatedClock, createActor, toPromise } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import type { BatchResult } from '#content/page/fetching/page-crawl.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const about = resourcesAt('/about')
const input = { token: 1, location: about.location, bypassCache: false }
const offline = new Failure('offline')
const moved = { resource: { ...about.route, redirectPath: '/new' } }

const found = (resource: Resource): BatchResult => ({
  request: resource['@id'],
  found: { resource },
})
const missed = (request: string, status?: number): BatchResult => ({
  request,
  failure: status === undefined ? offline : failureFromStatus(status),
})

const paths = pathsOf(fetchChainMachine, {
  input,
  events: [
    { type: 'chain.aborted' },
    { type: 'xstate.done.actor.fetchPayload', output: null },
    {
      type: 'xstate.done.actor.fetchPayload',
      output: { status: 308, redirect: '/new', page: null, entries: [] },
    },
    {
      type: 'xstate.done.actor.fetchPayload',
      output: { status: 200, page: about.assembledPage, entries: about.items },
    },
    {
      type: 'xstate.done.actor.fetchPayload',
      output: { status: 404, page: null, entries: [], failure: { status: 404, message: 'Gone' } },
    },
    { type: 'xstate.error.actor.fetchPayload', error: offline },
    { type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } },
    { type: 'xstate.done.actor.fetchRoot', output: moved },
    { type: 'xstate.error.actor.fetchRoot', error: failureFromStatus(404) },
    { type: 'xstate.done.actor.fetchManifest', output: [about.page['@id']] },
    { type: 'xstate.error.actor.fetchManifest', error: offline },
    { type: 'xstate.done.actor.fetchBatch', output: [missed(about.page['@id'], 404)] },
    { type: 'xstate.done.actor.fetchBatch', output: [found(about.page)] },
    { type: 'xstate.done.actor.fetchBatch', output: [missed(about.page['@id'], 500)] },
    { type: 'xstate.error.actor.fetchBatch', error: offline },
  ],
  distinguishBy: ({ resources: { length }, manifest }) => [length > 0, manifest],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → fetching.payload",
      "fetching | chain.aborted → aborted",
      "fetching | fetchPayload failed → failed {outcome}",
      "fetching | fetchRoot failed → failed {outcome}",
      "fetching | fetchBatch failed → failed {outcome}",
      "fetching.payload | fetchPayload done [hasNoPayload] → fetching.root",
      "fetching.payload | fetchPayload done [isRedirected] → aborted {outcome}",
      "fetching.payload | fetchPayload done [hasPage] → success {outcome, resources} (saveResources)",
      "fetching.payload | fetchPayload done → failed {outcome}",
      "fetching.payload | stepTimeout elapsed → failed {outcome}",
      "fetching.root | fetchRoot done {resources}",
      "fetching.root | fetchRoot done [isRedirected] → aborted {outcome}",
      "fetching.root | fetchManifest done {manifest}",
      "fetching.root | fetchManifest failed {manifest}",
      "fetching.root | manifestTimeout elapsed [isManifestMissing] {manifest}",
      "fetching.root | stepTimeout elapsed → failed {outcome}",
      "fetching.root | fetchManifest done [isRootLoaded and not isManifestMissing, hasRequests] → fetching.batch {manifest}",
      "fetching.root | fetchManifest failed [isRootLoaded and not isManifestMissing, hasRequests] → fetching.batch {manifest}",
      "fetching.root | manifestTimeout elapsed [isManifestMissing, isRootLoaded and not isManifestMissing, hasRequests] → fetching.batch {manifest}",
      "fetching.root | fetchRoot done [isRootLoaded and not isManifestMissing, hasRequests] → fetching.batch {resources}",
      "fetching.batch | fetchBatch done → success {outcome, requested} (saveResources)",
      "fetching.batch | fetchBatch done [hasRequests] → fetching.batch {requested, resources}",
      "fetching.batch | fetchBatch done [hasFatalFailure] → failed {outcome}",
      "fetching.batch | stepTimeout elapsed → failed {outcome}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(fetchChainMachine, paths)).toEqual([])
  expect(untakenTransitions(fetchChainMachine, paths)).toEqual([])
})

/** Runs a chain whose requests are answered by the test, and records what it saves. */
const run = (chainInput = input) => {
  const payload = controlledPromise<PagePayload | null, Location>()
  const root = controlledPromise<Versioned, Location>()
  const manifest = controlledPromise<Iri[], Location>()
  const batch = controlledPromise<BatchResult[], { requests: string[]; location: Location }>()
  const saved: { items: Versioned[]; bypassCache: boolean }[] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    fetchChainMachine.provide({
      actors: {
        fetchPayload: payload.logic,
        fetchRoot: root.logic,
        fetchManifest: manifest.logic,
        fetchBatch: batch.logic,
      },
      actions: { saveResources: (_, { items, bypassCache }) => saved.push({ items, bypassCache }) },
    }),
    { input: chainInput, clock },
  ).start()
  return { ref, clock, payload, root, manifest, batch, saved, output: toPromise(ref) }
}

/** Answers batches from the given resources until the chain is done. Returns the requests of each batch. */
const answer = async ({ ref, batch }: ReturnType<typeof run>, resources: Resource[]) => {
  const requested: string[][] = []
  while (ref.getSnapshot().status === 'active') {
    const { requests } = batch.calls[requested.length]!.input
    requested.push(requests)
    batch.settle({
      type: 'xstate.done.actor.fetchBatch',
      output: requests.map((request) => {
        const resource = resources.find((one) => one['@id'] === request.split('?')[0])
        return resource ? { request, found: { resource } } : missed(request, 404)
      }),
    })
    await flushPromises()
  }
  return requested
}

/** Lets settled promises run their callbacks. */
const flushPromises = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

const walk = async (chain: ReturnType<typeof run>) => {
  chain.payload.settle({ type: 'xstate.done.actor.fetchPayload', output: null })
  await flushPromises()
}

test('saves a page that comes in one payload', async () => {
  const { payload, saved, output } = run({ ...input, bypassCache: true })
  payload.settle({
    type: 'xstate.done.actor.fetchPayload',
    output: { status: 200, page: about.assembledPage, entries: about.items },
  })
  expect(await output).toEqual({ kind: 'loaded', page: about.assembledPage })
  expect(saved).toEqual([{ items: about.items, bypassCache: true }])
})

test('fails with the status and message of the payload', async () => {
  const { payload, saved, output } = run()
  payload.settle({
    type: 'xstate.done.actor.fetchPayload',
    output: {
      status: 404,
      page: null,
      entries: [],
      failure: { status: 404, message: 'Page not found: /about' },
    },
  })
  expect(await output).toMatchObject({
    kind: 'failed',
    failure: { kind: 'notFound', status: 404, message: 'Page not found: /about' },
  })
  expect(saved).toEqual([])
})

test('follows links without a manifest and fetches nothing twice', async () => {
  const chain = run()
  await walk(chain)
  chain.root.settle({ type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } })
  chain.manifest.settle({ type: 'xstate.error.actor.fetchManifest', error: offline })
  await flushPromises()
  expect(await answer(chain, about.resources)).toEqual([
    [about.page['@id']],
    [about.layout['@id'], about.group['@id']],
    [about.position['@id']],
    [about.title['@id']],
  ])
  const output = await chain.output
  expect(output).toMatchObject({
    kind: 'loaded',
    page: {
      ...about.assembledPage,
      resources: expect.arrayContaining(about.assembledPage.resources),
    },
  })
  expect(chain.saved[0]!.items).toHaveLength(about.resources.length)
})

test('fetches everything a manifest lists in one batch', async () => {
  const chain = run()
  await walk(chain)
  chain.manifest.settle({
    type: 'xstate.done.actor.fetchManifest',
    output: about.assembledPage.resources,
  })
  await flushPromises()
  expect(chain.batch.calls).toEqual([])
  chain.root.settle({ type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } })
  await flushPromises()
  expect(await answer(chain, about.resources)).toEqual([about.assembledPage.resources.slice(1)])
})

test('waits one second for a manifest', async () => {
  const chain = run()
  await walk(chain)
  chain.root.settle({ type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } })
  await flushPromises()
  chain.clock.increment(999)
  expect(chain.batch.calls).toEqual([])
  chain.clock.increment(1)
  expect(await answer(chain, about.resources)).toHaveLength(4)
  expect(chain.manifest.calls[0]!.signal.aborted).toBe(true)
  expect(await chain.output).toMatchObject({ kind: 'loaded' })
})

test('fetches the live version beside a draft that is returned in its place', async () => {
  const live = about.title
  const draft = {
    ...live,
    '@id': `${live['@id']}-draft`,
    publishedResource: live['@id'],
    _metadata: { publishable: { published: false } },
  }
  const chain = run()
  await walk(chain)
  chain.manifest.settle({ type: 'xstate.done.actor.fetchManifest', output: [live['@id']] })
  chain.root.settle({
    type: 'xstate.done.actor.fetchRoot',
    output: { resource: { ...about.route, page: undefined } },
  })
  await flushPromises()
  chain.batch.settle({
    type: 'xstate.done.actor.fetchBatch',
    output: [{ request: live['@id'], found: { resource: draft } }],
  })
  await flushPromises()
  expect(await answer(chain, [live])).toHaveLength(2)
  expect(chain.batch.calls[1]!.input.requests).toEqual([`${live['@id']}?published=true`])
})

test('leaves a gap where a part is forbidden or missing', async () => {
  const chain = run()
  await walk(chain)
  chain.root.settle({ type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } })
  chain.manifest.settle({ type: 'xstate.done.actor.fetchManifest', output: [] })
  await flushPromises()
  await answer(
    chain,
    about.resources.filter((one) => one !== about.title),
  )
  expect(await chain.output).toMatchObject({ kind: 'loaded', page: { page: about.page['@id'] } })
})

test.each([
  ['the server failed at a part', 500, 'unexpected'],
  ['a part did not come at all', undefined, 'offline'],
])('fails and saves nothing for %s', async (_, status, kind) => {
  const { payload, root, manifest, batch, saved, output } = run()
  payload.settle({ type: 'xstate.done.actor.fetchPayload', output: null })
  await flushPromises()
  root.settle({ type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } })
  manifest.settle({ type: 'xstate.done.actor.fetchManifest', output: [] })
  await flushPromises()
  batch.settle({
    type: 'xstate.done.actor.fetchBatch',
    output: [missed(about.page['@id'], status)],
  })
  expect(await output).toMatchObject({ kind: 'failed', failure: { kind } })
  expect(saved).toEqual([])
})

test('follows a redirect without waiting for the manifest', async () => {
  const chain = run()
  await walk(chain)
  chain.root.settle({ type: 'xstate.done.actor.fetchRoot', output: moved })
  expect(await chain.output).toEqual({ kind: 'redirected', to: '/new' })
  expect(chain.manifest.calls[0]!.signal.aborted).toBe(true)
  expect(chain.saved).toEqual([])
})

test('gives each step ten seconds', async () => {
  const chain = run()
  chain.clock.increment(9_999)
  await walk(chain)
  chain.clock.increment(9_999)
  expect(chain.ref.getSnapshot().status).toBe('active')
  chain.clock.increment(1)
  expect(await chain.output).toMatchObject({ kind: 'failed', failure: { kind: 'offline' } })
  expect(chain.root.calls[0]!.signal.aborted).toBe(true)
})

/** Expects that the request of a chain is aborted, and that a late response is not saved. */
const expectAborted = async ({ payload, saved }: ReturnType<typeof run>) => {
  expect(payload.calls[0]!.signal.aborted).toBe(true)
  payload.settle({
    type: 'xstate.done.actor.fetchPayload',
    output: { status: 200, page: about.assembledPage, entries: about.items },
  })
  await flushPromises()
  expect(saved).toEqual([])
}

test('ends as aborted when it is superseded: aborts its requests, saves nothing and has no outcome', async () => {
  const chain = run()
  chain.ref.send({ type: 'chain.aborted' })
  expect(chain.ref.getSnapshot().value).toBe('aborted')
  expect(await chain.output).toBeNull()
  await expectAborted(chain)
})

test('aborts its requests and saves nothing when it is stopped', async () => {
  const chain = run()
  chain.output.catch(() => {})
  chain.ref.stop()
  await expectAborted(chain)
})
