/** Fetches one page whole: in one answer where the host has one, else by walking from its route to its last component. */
import { type ActorRefFrom, assign, setup } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Route, Versioned } from '#content/model/resource.ts'
import { type PageCrawl, nextRequests, assembleCrawl } from '#content/page/page-crawl.ts'
import { actionEffect, promiseEffect } from '../effects.ts'

/** What came of one request of a batch. */
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

/** A part that is forbidden or gone leaves a gap; one that could not be had breaks the page. */
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
    /** Null where the host answers resource by resource only. */
    fetchPayload: promiseEffect<PagePayload | null, Location>('fetchPayload'),
    /** The route, or the page or page data whose IRI the path is. */
    fetchRoot: promiseEffect<Versioned, Location>('fetchRoot'),
    /** The IRIs of all that is on the page. */
    fetchManifest: promiseEffect<Iri[], Location>('fetchManifest'),
    /** Never refused as a whole: each request has its own outcome. */
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
    skipManifest: assign({ listed: [] }),
    setTimeoutFailure: assign({ outcome: { kind: 'failed', failure: new Failure('offline') } }),
  },
  guards: { isManifestMissing: ({ context }) => context.listed === null },
  delays: {
    /** The longest that one step may take (specification, section 9). */
    stepTimeout: 10_000,
    /** The longest that a manifest is waited for: the links lead to the same resources. */
    manifestTimeout: 1_000,
  },
}).createMachine({
  id: 'fetchChain',
  context: ({ input }) => ({ ...input, found: [], listed: null, asked: [], outcome: null }),
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
              found: output!.entries,
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
            { actions: assign({ found: ({ event }) => [event.output] }) },
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
          onDone: { actions: assign({ listed: ({ event }) => event.output }) },
          onError: { actions: 'skipManifest' },
        },
      ],
      always: {
        guard: ({ context }) => context.found.length > 0 && context.listed !== null,
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
            actions: assign(({ context: { found, asked }, event: { output } }) => ({
              found: [...found, ...output.flatMap((one) => ('found' in one ? [one.found] : []))],
              asked: [...asked, ...output.map(({ request }) => request)],
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
        params: ({ context: { found, bypassCache, outcome } }) => {
          if (outcome?.kind !== 'loaded') throw new Error('A settled chain has a page.')
          return { page: outcome.page, items: found, bypassCache }
        },
      },
    },
    redirected: { type: 'final' },
    failed: { type: 'final' },
  },
})

export type FetchChainRef = ActorRefFrom<typeof fetchChainMachine>
