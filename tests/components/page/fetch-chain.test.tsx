import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import type { BatchResult } from '#content/page/fetching/page-crawl.ts'
import type { PageOutcome } from '#content/page/fetching/payload.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { errorTitleOf } from '#src/views/screens/error-titles.ts'
import { type Gestures, type OpenApp, settleEffect, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(fetchChainMachine)
const about = resourcesAt('/about')
const offline = new Failure('offline')
const all = about.resources.slice(1)
const found = (resource: Resource): BatchResult => ({
  request: resource['@id'],
  found: { resource },
})
const missed = (status: number): BatchResult => ({
  request: about.page['@id'],
  failure: failureFromStatus(status),
})

const paths = pathsOf(fetchChainMachine, {
  input: { token: 1, location: about.location, bypassCache: false },
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
      output: { status: 404, page: null, entries: [] },
    },
    { type: 'xstate.error.actor.fetchPayload', error: offline },
    { type: 'xstate.done.actor.fetchRoot', output: { resource: about.route } },
    {
      type: 'xstate.done.actor.fetchRoot',
      output: { resource: { ...about.route, redirectPath: '/new' } },
    },
    { type: 'xstate.error.actor.fetchRoot', error: failureFromStatus(404) },
    { type: 'xstate.done.actor.fetchManifest', output: all.map((one) => one['@id']) },
    { type: 'xstate.error.actor.fetchManifest', error: offline },
    { type: 'xstate.done.actor.fetchBatch', output: all.map(found) },
    { type: 'xstate.done.actor.fetchBatch', output: [found(about.page)] },
    { type: 'xstate.done.actor.fetchBatch', output: [missed(500)] },
    { type: 'xstate.error.actor.fetchBatch', error: offline },
  ],
  distinguishBy: ({ resources: { length }, manifest }) => [length > 0, manifest !== null],
})

/** Excludes the step timeout after the root has arrived: the manifest timeout comes first. */
const isPossible = ({ events }: (typeof paths)[number]) => {
  const types = events.map(({ type }) => type)
  return (
    types.at(-1) !== 'xstate.after.stepTimeout.fetchChain.fetching.root' ||
    !types.includes('xstate.done.actor.fetchRoot')
  )
}

const gestures: Gestures = {
  'chain.aborted': ({ pop }: OpenApp) => pop('/elsewhere'),
  'xstate.done.actor.fetchPayload': settleEffect('fetchPayload'),
  'xstate.error.actor.fetchPayload': settleEffect('fetchPayload'),
  'xstate.done.actor.fetchRoot': settleEffect('fetchRoot'),
  'xstate.error.actor.fetchRoot': settleEffect('fetchRoot'),
  'xstate.done.actor.fetchManifest': settleEffect('fetchManifest'),
  'xstate.error.actor.fetchManifest': settleEffect('fetchManifest'),
  'xstate.done.actor.fetchBatch': settleEffect('fetchBatch'),
  'xstate.error.actor.fetchBatch': settleEffect('fetchBatch'),
  'xstate.after.manifestTimeout.fetchChain.fetching.root': ({ wait }: OpenApp) => wait(1_000),
  ...Object.fromEntries(
    ['payload', 'root', 'batch'].map((state) => [
      `xstate.after.stepTimeout.fetchChain.fetching.${state}`,
      ({ wait }: OpenApp) => wait(10_000),
    ]),
  ),
}

const headingOf = (outcome: PageOutcome | null) => {
  if (outcome?.kind === 'loaded') return 'Hello about'
  return outcome?.kind === 'failed' ? errorTitleOf(outcome.failure) : undefined
}

afterEach(cleanup)

test.each(namedPaths(paths.filter(isPossible)))('%s', async (_, path) => {
  const app = openApp('/about', { inspect: coverage.inspect })
  const { fetcher } = app.appRef.getSnapshot().children
  await walkPath(app, fetcher!.getSnapshot().children.fetchChain!, path, gestures)
  const { outcome } = path.next.context
  expect(screen.queryByRole('heading')?.textContent).toBe(headingOf(outcome))
  expect(app.effects.followRedirect.calls.map(({ input }) => input)).toEqual(
    outcome?.kind === 'redirected' ? [{ to: '/new' }] : [],
  )
})

coverage.expectAll()
