/**
 * Does for a navigation within the app what a browser does for a new document: scrolls, moves the focus to the heading
 * and announces the title, once the page is rendered.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Location } from '#content/navigation/location.ts'
import type { Visit } from '#content/navigation/navigation-request.ts'
import { actionEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** A new page is rendered. `from` is the path of the page that is left, null if there was none. */
    navigationFocus: { type: 'page.changed'; from: string | null; to: string }
  }
}

/** The rendered page: its key (null until one is loaded), at a location. */
export interface RenderedPage {
  pageKey: string | null
  location: Location
}

export type NavigationFocusEvent =
  | { type: 'location.committed'; visit: Visit }
  | ({ type: 'page.rendered'; title: string } & RenderedPage)

/** The page whose focus was set last, and its announcement. */
interface Context extends RenderedPage {
  /** The title of that page. Empty on the first page, which the browser announces itself. */
  announcement: string
}

type Scroll = readonly ('scrollToStart' | 'scrollToSaved')[]

const emitPageChanged = {
  type: 'emitPageChanged',
  params: ({ event }: { event: RenderedPage }) => ({ to: event.location.path }),
} as const

/** Returns the handler of a new page. */
const handleNewPage = (scroll: Scroll, target: 'idle' | 'replaced' = 'idle') =>
  ({
    guard: 'isNewPage',
    target,
    actions: [...scroll, emitPageChanged, 'setPage', 'focusHeading', 'announceTitle'],
  }) as const

/** Returns the handlers of a rendered page, of which each kind of visit scrolls to another place. */
const handleRendered = (scroll: Scroll, target: 'idle' | 'replaced' = 'idle') =>
  [
    handleNewPage(scroll, target),
    // Only the hash or the query has changed: the page and the focus stay.
    { guard: 'isNewLocation', target, actions: [...scroll, 'setPage'] },
  ] as const

/** The handler of another query or hash in place of those of the page that is shown. */
const replaceLocation = {
  guard: withEvent('isReplaced'),
  target: 'replaced',
} as const

export const navigationFocusMachine = setup({
  types: {} as {
    input: RenderedPage
    context: Context
    events: NavigationFocusEvent
    emitted: EmittedBy<'navigationFocus'>
  },
  actors: { listener },
  actions: {
    /** Scrolls to the target of the hash, or to the top. */
    scrollToStart: actionEffect(),
    /** Scrolls to where the entry of the history was left. */
    scrollToSaved: actionEffect(),
    focusHeading: actionEffect(),
    emitPageChanged: emit(({ context: { pageKey, location } }, { to }: { to: string }) => ({
      type: 'page.changed',
      from: pageKey === null ? null : location.path,
      to,
    })),
    setPage: assign(({ event }) =>
      event.type === 'page.rendered' ? { pageKey: event.pageKey, location: event.location } : {},
    ),
    announceTitle: assign(({ event }) =>
      event.type === 'page.rendered' ? { announcement: event.title } : {},
    ),
  },
  guards: {
    isEntered: (_, { visit }: { visit: Visit }) => visit === 'entered',
    isRevisited: (_, { visit }: { visit: Visit }) => visit === 'revisited',
    isReplaced: (_, { visit }: { visit: Visit }) => visit === 'replaced',
    isNewPage: ({ context, event }) =>
      event.type === 'page.rendered' && event.pageKey !== null && event.pageKey !== context.pageKey,
    isNewLocation: ({ context, event }) =>
      event.type === 'page.rendered' &&
      event.location !== context.location &&
      event.location.path === event.pageKey,
  },
}).createMachine({
  id: 'navigationFocus',
  meta: {
    guards: {
      isEntered: 'The location was reached by a link or a form.',
      isRevisited: 'The location was reached by going back or forward.',
      isReplaced: 'The location has taken the place of the one before it in the history.',
      isNewPage: 'The page that is rendered is another one than before.',
      isNewLocation: 'The same page is rendered for another location.',
    },
  },
  context: ({ input: { pageKey, location } }) => ({ pageKey, location, announcement: '' }),
  invoke: listenTo<NavigationFocusEvent>({ navigation: ['location.committed'] }),
  initial: 'first',
  on: {
    'location.committed': [
      { guard: withEvent('isEntered'), target: '.entered' },
      { guard: withEvent('isRevisited'), target: '.revisited' },
    ],
  },
  states: {
    /** The page that the browser has loaded, scrolled and announced itself. */
    first: {
      description: 'The page on which the visit began is shown, and nothing has moved the focus.',
      on: {
        'location.committed': replaceLocation,
        'page.rendered': handleNewPage(['scrollToStart']),
      },
    },
    // A page that is entered or revisited stays so while it is loading, whatever becomes of its query.
    entered: {
      description: 'A page was asked for by a link or a form, and is not rendered yet.',
      on: { 'page.rendered': handleRendered(['scrollToStart']) },
    },
    revisited: {
      description: 'A page was asked for by going back or forward, and is not rendered yet.',
      on: { 'page.rendered': handleRendered(['scrollToSaved']) },
    },
    replaced: {
      description: 'The location has changed in its place, so that the scroll position stays.',
      on: { 'page.rendered': handleRendered([], 'replaced') },
    },
    idle: {
      description: 'The last page is rendered, scrolled and announced.',
      on: {
        'location.committed': replaceLocation,
        'page.rendered': handleNewPage(['scrollToStart']),
      },
    },
  },
})

export type NavigationFocusRef = ActorRefFrom<typeof navigationFocusMachine>
type Snapshot = SnapshotFrom<typeof navigationFocusMachine>
/** Returns a selector that is true while what is rendered is still the first page. */
export const isFirstPage =
  ({ pageKey, location }: RenderedPage) =>
  ({ value, context }: Snapshot) =>
    value === 'first' && pageKey === context.pageKey && location === context.location
