/**
 * Fetches one page completely: in one response where the host supports it, otherwise by following links from the route
 * to the last component.
 */
import { assign, setup } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Route, Versioned } from '#content/model/resource.ts'
import { type PageCrawl, nextRequests, assembleCrawl } from '#content/page/page-crawl.ts'
import { actionEffect, promiseEffect } from '../effects.ts'

/** The outcome of one request of a batch. */
export type BatchResult =
  { request: string; found: Versioned } | { request: string; failure: Failure }

export type FetchChainOutput =
  | { kind: 'loaded'; page: AssembledPage }
  | { kind: 'redirected'; to: string }
  | { kind: 'failed'; failure: Failure }

interface Context extends PageCrawl {
  location: Location
  bypassCache: boolean
  outcome: FetchChainOutput | null
}

/**
 * Returns the first failure that makes the page unusable: no response or a server error. A part that is forbidden or
 * missing only leaves a gap.
 */
const fatalFailure = (answers: BatchResult[]) =>
  answers
    .flatMap((answer) => ('failure' in answer ? [answer.failure] : []))
    .find(({ status }) => status === undefined || status >= 500)

const redirectPathOf = ({ resource }: Versioned) => (resource as Route).redirectPath

export const fetchChainMachine = setup({
  types: {} as {
    input: { location: Location; bypassCache: boolean }
    context: Context
    output: FetchChainOutput
  },
  actors: {
    /** Resolves with null where the host has no page payload and is read resource by resource. */
    fetchPayload: promiseEffect<PagePayload | null, Location>('fetchPayload'),
    /** Fetches the route, or the page or page data whose IRI is the path. */
    fetchRoot: promiseEffect<Versioned, Location>('fetchRoot'),
    /** Fetches the IRIs of all resources on the page. */
    fetchManifest: promiseEffect<Iri[], Location>('fetchManifest'),
    /** Never rejects: each request has its own outcome. */
    fetchBatch: promiseEffect<BatchResult[], { requests: string[]; location: Location }>(
      'fetchBatch',
    ),
  },
  actions: {
    saveResources: actionEffect<{ page: AssembledPage; items: Versioned[]; bypassCache: boolean }>(
      'saveResources',
    ),
    setRedirect: assign((_, { to }: { to: string }) => ({ outcome: { kind: 'redirected', to } })),
    setFailure: assign((_, { error }: { error: unknown }) => ({
      outcome: { kind: 'failed', failure: Failure.from(error) },
    })),
    skipManifest: assign({ manifest: [] }),
    setTimeoutFailure: assign({ outcome: { kind: 'failed', failure: new Failure('offline') } }),
  },
  guards: { isManifestMissing: ({ context }) => context.manifest === null },
  delays: {
    /** The longest time one step may take (specification, section 9). */
    stepTimeout: 10_000,
    /** The longest time to wait for a manifest. Links lead to the same resources, so the chain continues without it. */
    manifestTimeout: 1_000,
  },
}).createMachine({
  id: 'fetchChain',
  context: ({ input }) => ({
    ...input,
    resources: [],
    manifest: null,
    requested: [],
    outcome: null,
  }),
  output: ({ context }) => context.outcome!,
  initial: 'fetchingPayload',
  states: {
    fetchingPayload: {
      invoke: {
        id: 'fetchPayload',
        src: 'fetchPayload',
        input: ({ context }) => context.location,
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'fetchingRoot' },
          {
            guard: ({ event }) => event.output?.redirect !== undefined,
            target: 'redirected',
            actions: {
              type: 'setRedirect',
              params: ({ event }) => ({ to: event.output!.redirect! }),
            },
          },
          {
            guard: ({ event }) => Boolean(event.output?.page),
            target: 'loaded',
            actions: assign(({ event: { output } }) => ({
              resources: output!.entries,
              outcome: { kind: 'loaded', page: output!.page! },
            })),
          },
          {
            target: 'failed',
            actions: {
              type: 'setFailure',
              params: ({ event: { output } }) => ({
                error: failureFromStatus(output!.status, { message: output!.failure?.message }),
              }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { stepTimeout: { target: 'failed', actions: 'setTimeoutFailure' } },
    },
    fetchingRoot: {
      invoke: [
        {
          id: 'fetchRoot',
          src: 'fetchRoot',
          input: ({ context }) => context.location,
          onDone: [
            {
              guard: ({ event }) => redirectPathOf(event.output) !== undefined,
              target: 'redirected',
              actions: {
                type: 'setRedirect',
                params: ({ event }) => ({ to: redirectPathOf(event.output)! }),
              },
            },
            { actions: assign({ resources: ({ event }) => [event.output] }) },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
          },
        },
        {
          id: 'fetchManifest',
          src: 'fetchManifest',
          input: ({ context }) => context.location,
          onDone: { actions: assign({ manifest: ({ event }) => event.output }) },
          onError: { actions: 'skipManifest' },
        },
      ],
      always: {
        guard: ({ context }) => context.resources.length > 0 && context.manifest !== null,
        target: 'expanding',
      },
      after: {
        manifestTimeout: { guard: 'isManifestMissing', actions: 'skipManifest' },
        stepTimeout: { target: 'failed', actions: 'setTimeoutFailure' },
      },
    },
    expanding: {
      always: [
        { guard: ({ context }) => nextRequests(context).length > 0, target: 'fetchingBatch' },
        {
          target: 'loaded',
          actions: assign(({ context }) => ({
            outcome: { kind: 'loaded', page: assembleCrawl(context.location.path, context) },
          })),
        },
      ],
    },
    fetchingBatch: {
      invoke: {
        id: 'fetchBatch',
        src: 'fetchBatch',
        input: ({ context }) => ({ requests: nextRequests(context), location: context.location }),
        onDone: [
          {
            guard: ({ event }) => fatalFailure(event.output) !== undefined,
            target: 'failed',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ({ error: fatalFailure(event.output) }),
            },
          },
          {
            target: 'expanding',
            actions: assign(({ context: { resources, requested }, event: { output } }) => ({
              resources: [
                ...resources,
                ...output.flatMap((one) => ('found' in one ? [one.found] : [])),
              ],
              requested: [...requested, ...output.map(({ request }) => request)],
            })),
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { stepTimeout: { target: 'failed', actions: 'setTimeoutFailure' } },
    },
    loaded: {
      type: 'final',
      entry: {
        type: 'saveResources',
        params: ({ context: { resources, bypassCache, outcome } }) => {
          if (outcome?.kind !== 'loaded') throw new Error('A settled chain has a page.')
          return { page: outcome.page, items: resources, bypassCache }
        },
      },
    },
    redirected: { type: 'final' },
    failed: { type: 'final' },
  },
})
