/** Fetches one page whole: in one answer where the host has one, else by walking from its route to its last component. */
import { type ActorRefFrom, assign, setup } from 'xstate'
import { Failure, failureOf } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Route, Versioned } from '#content/resource.ts'
import { type Walk, frontier, pageAt } from '#content/walk.ts'
import { performed, promised } from './effects.ts'

/** What came of one request of a batch. */
export type Fetched = { request: string; found: Versioned } | { request: string; failure: Failure }

export type FetchChainOutput =
  | { kind: 'settled'; page: ShownPage }
  | { kind: 'redirected'; to: string }
  | { kind: 'failed'; failure: Failure }

interface Context extends Walk {
  location: Location
  afresh: boolean
  outcome: FetchChainOutput | null
}

/** A part that is forbidden or gone leaves a gap; one that could not be had breaks the page. */
const fatal = (answers: Fetched[]) =>
  answers
    .flatMap((answer) => ('failure' in answer ? [answer.failure] : []))
    .find(({ status }) => status === undefined || status >= 500)

const redirectIn = ({ resource }: Versioned) => (resource as Route).redirectPath

export const fetchChainMachine = setup({
  types: {} as {
    input: { location: Location; afresh: boolean }
    context: Context
    output: FetchChainOutput
  },
  actors: {
    /** Null where the host answers resource by resource only. */
    fetchPayload: promised<PagePayload | null, Location>('fetchPayload'),
    /** The route, or the page or page data whose IRI the path is. */
    fetchRoot: promised<Versioned, Location>('fetchRoot'),
    /** The IRIs of all that is on the page. */
    fetchManifest: promised<Iri[], Location>('fetchManifest'),
    /** Never refused as a whole: each request has its own outcome. */
    fetchBatch: promised<Fetched[], { requests: string[]; location: Location }>('fetchBatch'),
  },
  actions: {
    saveResources: performed<{ page: ShownPage; items: Versioned[]; afresh: boolean }>(
      'saveResources',
    ),
    keepRedirect: assign((_, { to }: { to: string }) => ({ outcome: { kind: 'redirected', to } })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({
      outcome: { kind: 'failed', failure: Failure.from(error) },
    })),
    goWithout: assign({ listed: [] }),
    keepTimeout: assign({ outcome: { kind: 'failed', failure: new Failure('offline') } }),
  },
  guards: { isUnlisted: ({ context }) => context.listed === null },
  delays: {
    /** The longest that one step may take (specification, section 9). */
    waitLimit: 10_000,
    /** The longest that a manifest is waited for: the links lead to the same resources. */
    manifestLimit: 1_000,
  },
}).createMachine({
  id: 'fetchChain',
  context: ({ input }) => ({ ...input, found: [], listed: null, asked: [], outcome: null }),
  output: ({ context }) => context.outcome!,
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'fetchPayload',
        src: 'fetchPayload',
        input: ({ context }) => context.location,
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'walking' },
          {
            guard: ({ event }) => event.output?.redirect !== undefined,
            target: 'redirected',
            actions: {
              type: 'keepRedirect',
              params: ({ event }) => ({ to: event.output!.redirect! }),
            },
          },
          {
            guard: ({ event }) => Boolean(event.output?.page),
            target: 'settled',
            actions: assign(({ event: { output } }) => ({
              found: output!.entries,
              outcome: { kind: 'settled', page: output!.page! },
            })),
          },
          {
            target: 'failed',
            actions: {
              type: 'keepFailure',
              params: ({ event: { output } }) => ({
                error: failureOf(output!.status, { message: output!.failure?.message }),
              }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { waitLimit: { target: 'failed', actions: 'keepTimeout' } },
    },
    walking: {
      invoke: [
        {
          id: 'fetchRoot',
          src: 'fetchRoot',
          input: ({ context }) => context.location,
          onDone: [
            {
              guard: ({ event }) => redirectIn(event.output) !== undefined,
              target: 'redirected',
              actions: {
                type: 'keepRedirect',
                params: ({ event }) => ({ to: redirectIn(event.output)! }),
              },
            },
            { actions: assign({ found: ({ event }) => [event.output] }) },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          },
        },
        {
          id: 'fetchManifest',
          src: 'fetchManifest',
          input: ({ context }) => context.location,
          onDone: { actions: assign({ listed: ({ event }) => event.output }) },
          onError: { actions: 'goWithout' },
        },
      ],
      always: {
        guard: ({ context }) => context.found.length > 0 && context.listed !== null,
        target: 'expanding',
      },
      after: {
        manifestLimit: { guard: 'isUnlisted', actions: 'goWithout' },
        waitLimit: { target: 'failed', actions: 'keepTimeout' },
      },
    },
    expanding: {
      always: [
        { guard: ({ context }) => frontier(context).length > 0, target: 'batching' },
        {
          target: 'settled',
          actions: assign(({ context }) => ({
            outcome: { kind: 'settled', page: pageAt(context.location.path, context) },
          })),
        },
      ],
    },
    batching: {
      invoke: {
        id: 'fetchBatch',
        src: 'fetchBatch',
        input: ({ context }) => ({ requests: frontier(context), location: context.location }),
        onDone: [
          {
            guard: ({ event }) => fatal(event.output) !== undefined,
            target: 'failed',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({ error: fatal(event.output) }),
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
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { waitLimit: { target: 'failed', actions: 'keepTimeout' } },
    },
    settled: {
      type: 'final',
      entry: {
        type: 'saveResources',
        params: ({ context: { found, afresh, outcome } }) => {
          if (outcome?.kind !== 'settled') throw new Error('A settled chain has a page.')
          return { page: outcome.page, items: found, afresh }
        },
      },
    },
    redirected: { type: 'final' },
    failed: { type: 'final' },
  },
})

export type FetchChainRef = ActorRefFrom<typeof fetchChainMachine>
