/**
 * Fetches one page completely: in one response where the host supports it, otherwise by following links from the route
 * to the last component. The chain is `fetching` until it ends in `success`, `failed` or `aborted`. It is aborted when
 * the page redirects, or when another page is requested meanwhile; only a redirect has an outcome.
 */
import { type DoneActorEvent, and, assign, not, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import {
  type PageOutcome,
  type PagePayload,
  payloadOutcome,
} from '#content/page/fetching/payload.ts'
import type { Versioned } from '#content/model/resource.ts'
import {
  type Batch,
  type BatchResult,
  type PageCrawl,
  addBatch,
  assembleCrawl,
  emptyCrawl,
  fatalFailure,
  nextBatch,
  nextRequests,
  redirectPathOf,
} from '#content/page/fetching/page-crawl.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'

interface Context extends PageCrawl {
  /** The page request that the chain answers. */
  token: number
  location: Location
  bypassCache: boolean
  outcome: PageOutcome | null
}

export type FetchChainEvent =
  /** Another page is requested. */
  | { type: 'chain.aborted' }
  | DoneActorEvent<PagePayload | null, 'fetchPayload'>
  | DoneActorEvent<Versioned, 'fetchRoot'>
  | DoneActorEvent<Iri[], 'fetchManifest'>
  | DoneActorEvent<BatchResult[], 'fetchBatch'>
  | { type: `xstate.error.actor.${string}`; error: unknown }

const payloadOf = (event: FetchChainEvent) =>
  event.type === 'xstate.done.actor.fetchPayload' ? event.output : null
const rootOf = (event: FetchChainEvent) =>
  event.type === 'xstate.done.actor.fetchRoot' ? event.output : null
const batchOf = (event: FetchChainEvent) =>
  event.type === 'xstate.done.actor.fetchBatch' ? event.output : []

const failed = (failure: Failure) => ({ outcome: { kind: 'failed' as const, failure } })

type Scope = { context: Context }
const location = ({ context }: Scope) => context.location
const batch = ({ context }: Scope) => nextBatch(context.location, context)
const fetched = ({ context: { resources: items, bypassCache } }: Scope) => ({ items, bypassCache })

/** The transition of a step that takes too long. */
const timeout = {
  stepTimeout: { target: '#fetchChain.failed', actions: 'setTimeoutFailure' },
} as const

export const fetchChainMachine = setup({
  types: {} as {
    input: Pick<Context, 'token' | 'location' | 'bypassCache'>
    context: Context
    events: FetchChainEvent
    output: PageOutcome | null
  },
  actors: {
    /** Resolves with null where the host has no page payload and is read resource by resource. */
    fetchPayload: promiseEffect<PagePayload | null, Location>(),
    /** Fetches the route, or the page or page data whose IRI is the path. */
    fetchRoot: promiseEffect<Versioned, Location>(),
    /** Fetches the IRIs of all resources on the page. */
    fetchManifest: promiseEffect<Iri[], Location>(),
    /** Never rejects: each request has its own outcome. */
    fetchBatch: promiseEffect<BatchResult[], Batch>(),
  },
  actions: {
    saveResources: actionEffect<{ items: Versioned[]; bypassCache: boolean }>(),
    setPayload: assign(({ event }) => {
      const payload = payloadOf(event)!
      return { resources: payload.entries, outcome: payloadOutcome(payload) }
    }),
    setRoot: assign(({ event }) => ({ resources: [rootOf(event)!] })),
    setManifest: assign(({ event }) =>
      event.type === 'xstate.done.actor.fetchManifest' ? { manifest: event.output } : {},
    ),
    skipManifest: assign({ manifest: [] }),
    addBatch: assign(({ context, event }) => addBatch(context, batchOf(event))),
    setPage: assign(({ context }) => ({
      outcome: { kind: 'loaded', page: assembleCrawl(context.location.path, context) },
    })),
    setRedirect: assign(({ event }) => ({
      outcome: { kind: 'redirected', to: redirectPathOf(rootOf(event))! },
    })),
    setFailure: assign(({ event }) => failed(Failure.from('error' in event && event.error))),
    setBatchFailure: assign(({ event }) => failed(fatalFailure(batchOf(event))!)),
    setTimeoutFailure: assign(() => failed(new Failure('offline'))),
  },
  guards: {
    hasNoPayload: ({ event }) => payloadOf(event) === null,
    hasPage: ({ event }) => Boolean(payloadOf(event)?.page),
    isRedirected: ({ event }) =>
      (payloadOf(event)?.redirect ?? redirectPathOf(rootOf(event))) !== undefined,
    isRootLoaded: ({ context }) => context.resources.length > 0,
    isManifestMissing: ({ context }) => context.manifest === null,
    hasFatalFailure: ({ event }) => fatalFailure(batchOf(event)) !== undefined,
    hasRequests: ({ context }) => nextRequests(context).length > 0,
  },
  delays: {
    /** The longest time one step may take. */
    stepTimeout: 10_000,
    /** The longest time to wait for a manifest. Links lead to the same resources, so the chain continues without it. */
    manifestTimeout: 1_000,
  },
}).createMachine({
  id: 'fetchChain',
  meta: {
    guards: {
      hasNoPayload: 'The host does not answer with a whole page.',
      hasPage: 'The response has the page in it.',
      isRedirected: 'The page leads to another path.',
      isRootLoaded: 'The route or the page itself has arrived.',
      isManifestMissing:
        'The list of what belongs to the page has neither arrived nor been given up.',
      hasFatalFailure: 'A resource has failed without which the page cannot be shown.',
      hasRequests: 'Links lead to resources that have not been read yet.',
    },
  },
  context: ({ input }) => ({ ...input, ...emptyCrawl, outcome: null }),
  output: ({ context }) => context.outcome,
  initial: 'fetching',
  states: {
    fetching: {
      description: 'Reads all that the page is made of; it can be aborted at any time.',
      initial: 'payload',
      on: {
        'chain.aborted': 'aborted',
        'xstate.error.actor.*': { target: 'failed', actions: 'setFailure' },
      },
      states: {
        payload: {
          description: 'Asks for the whole page in one response.',
          invoke: {
            id: 'fetchPayload',
            src: 'fetchPayload',
            input: location,
            onDone: [
              { guard: 'hasNoPayload', target: 'root' },
              { guard: 'isRedirected', target: '#fetchChain.aborted', actions: 'setPayload' },
              { guard: 'hasPage', target: '#fetchChain.success', actions: 'setPayload' },
              { target: '#fetchChain.failed', actions: 'setPayload' },
            ],
          },
          after: timeout,
        },
        root: {
          description: 'Reads the route or the page itself, and the list of what belongs to it.',
          invoke: [
            {
              id: 'fetchRoot',
              src: 'fetchRoot',
              input: location,
              onDone: [
                { guard: 'isRedirected', target: '#fetchChain.aborted', actions: 'setRedirect' },
                { actions: 'setRoot' },
              ],
            },
            {
              id: 'fetchManifest',
              src: 'fetchManifest',
              input: location,
              onDone: { actions: 'setManifest' },
              onError: { actions: 'skipManifest' },
            },
          ],
          always: { guard: and(['isRootLoaded', not('isManifestMissing')]), target: 'expanding' },
          after: {
            manifestTimeout: { guard: 'isManifestMissing', actions: 'skipManifest' },
            ...timeout,
          },
        },
        /** Finds out what the resources refer to that has not been fetched. */
        expanding: {
          description: 'Looks which resources are still missing.',
          always: [
            { guard: 'hasRequests', target: 'batch' },
            { target: '#fetchChain.success', actions: 'setPage' },
          ],
        },
        batch: {
          description: 'Reads all resources that are known to be missing at once.',
          invoke: {
            id: 'fetchBatch',
            src: 'fetchBatch',
            input: batch,
            onDone: [
              {
                guard: 'hasFatalFailure',
                target: '#fetchChain.failed',
                actions: 'setBatchFailure',
              },
              { target: 'expanding', actions: 'addBatch' },
            ],
          },
          after: timeout,
        },
      },
    },
    success: {
      description: 'All of the page is there, and is put into the cache.',
      type: 'final',
      entry: { type: 'saveResources', params: fetched },
    },
    aborted: {
      description: 'The page has redirected, or another page was asked for.',
      type: 'final',
    },
    failed: { description: 'The page could not be read completely.', type: 'final' },
  },
})
