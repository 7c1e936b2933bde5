/** Fetches the page that is wanted, one at a time: whoever wants another one gives up the first. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Location } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import { fetchChainMachine } from './fetch-chain.ts'

export type FetcherEvent =
  | {
      type: 'page.wanted'
      location: Location
      /** Given back with the answer, so that it finds who asked. */
      token: number
      /** Somebody else is looking now: nothing that was read before may stay. */
      afresh: boolean
    }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.left' }

export type FetcherEmitted =
  | { type: 'page.settled'; token: number; page: ShownPage }
  | { type: 'page.redirected'; token: number; to: string }
  | { type: 'page.failed'; token: number; failure: Failure }

export const fetcherMachine = setup({
  types: {} as {
    input: { page: ShownPage | null }
    context: { shown: ShownPage | null; token: number }
    events: FetcherEvent
    emitted: FetcherEmitted
    children: { fetchChain: 'fetchChain' }
    tags: 'busy'
  },
  actors: { fetchChain: fetchChainMachine },
}).createMachine({
  id: 'fetcher',
  context: ({ input }) => ({ shown: input.page, token: 0 }),
  initial: 'idle',
  on: {
    'page.wanted': '.fetching',
    'page.left': { target: '.idle', actions: assign({ shown: null }) },
  },
  states: {
    idle: {},
    fetching: {
      tags: 'busy',
      entry: assign(({ event }) => {
        assertEvent(event, 'page.wanted')
        return { token: event.token }
      }),
      invoke: {
        id: 'fetchChain',
        src: 'fetchChain',
        input: ({ event }) => {
          assertEvent(event, 'page.wanted')
          return { location: event.location, afresh: event.afresh }
        },
        onDone: {
          target: 'idle',
          actions: [
            assign({
              shown: ({ context, event: { output } }) =>
                output.kind === 'settled' ? output.page : context.shown,
            }),
            emit(({ context: { token }, event: { output } }) => {
              if (output.kind === 'settled')
                return { type: 'page.settled', token, page: output.page }
              if (output.kind === 'redirected')
                return { type: 'page.redirected', token, to: output.to }
              return { type: 'page.failed', token, failure: output.failure }
            }),
          ],
        },
        onError: {
          target: 'idle',
          actions: emit(({ context: { token }, event }) => ({
            type: 'page.failed',
            token,
            failure: Failure.from(event.error),
          })),
        },
      },
    },
  },
})

export type FetcherRef = ActorRefFrom<typeof fetcherMachine>
type Snapshot = SnapshotFrom<typeof fetcherMachine>
export const selectShown = (snapshot: Snapshot) => snapshot.context.shown
export const isFetching = (snapshot: Snapshot) => snapshot.hasTag('busy')
