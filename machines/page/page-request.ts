/** Requests the page of the committed location, again when it has to be reloaded, and follows its redirects. */
import { type SnapshotFrom, and, assertEvent, assign, emit, not, setup } from 'xstate'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import { type Location, contentLocation, isSamePage } from '#content/navigation/location.ts'
import {
  type InitialPage,
  type InitialStatus,
  initialStatusOf,
} from '#content/navigation/navigation-request.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { Failure } from '#content/model/failure.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    pageRequest:
      | { type: 'page.requested'; location: Location; token: number; bypassCache: boolean }
      /** A screen of the app (sign in, administration) is shown instead of a page of content. */
      | { type: 'page.unloaded' }
      /** There is no such page, or the user may not see it. */
      | { type: 'page.failed'; token: number; failure: Failure }
      /** The page has moved within this site. */
      | { type: 'redirect.followed'; to: string }
  }
}

export type PageRequestEvent =
  | Extract<EmittedBy<'navigation'>, { type: 'location.committed' }>
  | EmittedBy<'fetcher'>
  | { type: 'session.started' }
  | { type: 'session.ended' }
  | { type: 'session.renewed' }

interface Context {
  initialStatus: InitialStatus
  /** The location of the page; null until it is authorized. */
  location: Location | null
  /** Increases with each page request. Responses with another token are ignored. */
  token: number
  /** The redirect target of the requested page. */
  redirect: string | null
}

const redirectTarget = ({ context }: { context: Context }) => ({ to: context.redirect! })
/** True when nothing in the cache may be reused, because the session has changed. */
const bypassesCache = (event: PageRequestEvent) =>
  event.type === 'location.committed'
    ? event.bypassCache
    : event.type === 'session.started' || event.type === 'session.ended'

const requestPage = ['nextToken', 'emitPageRequested'] as const

/** Another query or hash of the page that is shown. */
const stay = {
  guard: and(['isSamePage', not('isRefused')]),
  actions: 'setLocation',
} as const

const rerequestPage = {
  guard: 'isOnPage',
  target: '#pageRequest.fetching',
  actions: [...requestPage],
} as const

export const pageRequestMachine = setup({
  types: {} as {
    input: InitialPage
    context: Context
    events: PageRequestEvent
    emitted: EmittedBy<'pageRequest'>
    tags: 'busy'
  },
  actors: {
    listener,
    /** Resolves where the app itself can follow the redirect. Rejects for another site, and on the server. */
    followRedirect: promiseEffect<void, { to: string }>(),
  },
  actions: {
    setLocation: assign(({ event }) => {
      assertEvent(event, 'location.committed')
      return { location: event.location }
    }),
    setRedirect: assign(({ event }) => {
      assertEvent(event, 'page.redirected')
      return { redirect: event.to }
    }),
    nextToken: assign({ token: ({ context }) => context.token + 1 }),
    emitPageRequested: emit(({ context: { location, token }, event }) => ({
      type: 'page.requested',
      location: contentLocation(location!),
      token,
      bypassCache: bypassesCache(event),
    })),
    emitPageUnloaded: emit({ type: 'page.unloaded' }),
    emitFailed: emit(({ context: { token }, event }) => {
      assertEvent(event, 'location.committed')
      return { type: 'page.failed', token, failure: event.failure! }
    }),
    emitRedirectFollowed: emit(({ context }) => ({
      type: 'redirect.followed',
      ...redirectTarget({ context }),
    })),
  },
  guards: {
    isInitially: ({ context }, { status }: { status: InitialStatus }) =>
      context.initialStatus === status,
    isCurrentToken: ({ context, event }) => 'token' in event && event.token === context.token,
    isPartial: ({ event }) => event.type === 'page.loaded' && Boolean(event.page.isPartial),
    isRefused: ({ event }) => event.type === 'location.committed' && event.failure !== null,
    isOnPage: ({ context: { location } }) => location !== null && isContentPath(location.path),
    isScreen: ({ event }) =>
      event.type === 'location.committed' && !isContentPath(event.location.path),
    isSamePage: ({ context: { location }, event }) =>
      event.type === 'location.committed' &&
      location !== null &&
      isSamePage(event.location, location),
  },
}).createMachine({
  id: 'pageRequest',
  meta: {
    guards: {
      isInitially: 'The server has delivered the first page in this condition.',
      isCurrentToken: 'The answer belongs to the last request, and not to an older one.',
      isPartial: 'A part of the page could not be read.',
      isRefused: 'The location may not be seen.',
      isOnPage: 'The location is that of a page of content.',
      isScreen: 'The location is a screen of the app, which has no page.',
      isSamePage: 'The new location shows the page that is there already.',
    },
  },
  context: ({ input }) => {
    const initialStatus = initialStatusOf(input)
    const location = initialStatus === 'authorizing' ? null : input.location
    return { initialStatus, location, token: 0, redirect: null }
  },
  invoke: listenTo<PageRequestEvent>({
    navigation: ['location.committed'],
    fetcher: ['page.loaded', 'page.redirected', 'page.failed'],
    auth: ['session.started', 'session.ended'],
    sessionRenewal: ['session.renewed'],
  }),
  initial: 'initializing',
  on: {
    'location.committed': [
      {
        guard: 'isRefused',
        target: '.failed',
        actions: ['setLocation', 'emitPageUnloaded', 'emitFailed'],
      },
      { guard: 'isScreen', target: '.idle', actions: ['setLocation', 'emitPageUnloaded'] },
      { target: '.fetching', actions: ['setLocation', ...requestPage] },
    ],
    'session.started': rerequestPage,
    'session.ended': rerequestPage,
  },
  states: {
    initializing: {
      description: 'Looks how far the server has come with the first page.',
      always: [
        { guard: { type: 'isInitially', params: { status: 'failed' } }, target: 'failed' },
        {
          guard: { type: 'isInitially', params: { status: 'unknown' } },
          target: 'fetching',
          actions: [...requestPage],
        },
        { target: 'idle' },
      ],
    },
    idle: {
      description: 'The page of the location is complete, or the location has none.',
      on: { 'location.committed': stay },
    },
    /** Shows a page as a visitor sees it, until its user has a session again. */
    partial: {
      description: 'The page is shown without what could not be read.',
      on: { 'location.committed': stay, 'session.renewed': rerequestPage },
    },
    fetching: {
      description: 'The page of the location has been asked for.',
      tags: 'busy',
      on: {
        'location.committed': stay,
        'page.loaded': [
          { guard: and(['isCurrentToken', 'isPartial']), target: 'partial' },
          { guard: 'isCurrentToken', target: 'idle' },
        ],
        'page.redirected': {
          guard: 'isCurrentToken',
          target: 'redirecting',
          actions: 'setRedirect',
        },
        'page.failed': { guard: 'isCurrentToken', target: 'failed' },
      },
    },
    redirecting: {
      description: 'The page leads to another path, which is being found.',
      tags: 'busy',
      invoke: {
        id: 'followRedirect',
        src: 'followRedirect',
        input: redirectTarget,
        onDone: { actions: 'emitRedirectFollowed' },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The page could not be read or may not be seen.',
      on: { 'session.renewed': rerequestPage },
    },
  },
})

export const isBusy = (snapshot: SnapshotFrom<typeof pageRequestMachine>) => snapshot.hasTag('busy')
