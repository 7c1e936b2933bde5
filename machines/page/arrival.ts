/**
 * Does for a navigation within the app what a browser does for a new document: scrolls, moves the focus to the heading
 * and announces the title, once the page is rendered.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Location } from '#content/page/location.ts'
import type { Visit } from '#content/page/navigation-request.ts'
import { actionEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** A new page is rendered. `from` is the path of the page that is left, null if there was none. */
    arrival: { type: 'page.arrived'; from: string | null; to: string }
  }
}

/** The rendered page: its key (null until one is loaded), at a location. */
export interface RenderedPage {
  pageKey: string | null
  location: Location
}

export type ArrivalEvent =
  | { type: 'location.committed'; visit: Visit }
  | ({ type: 'page.rendered'; title: string } & RenderedPage)

/** The page that was arrived at last, and its announcement. */
interface Context extends RenderedPage {
  /** The title of the page that was arrived at last. Empty on the first page, which the browser announces itself. */
  announcement: string
}

type Scroll = readonly ('scrollToStart' | 'scrollToSaved')[]

const emitArrived = {
  type: 'emitArrived',
  params: ({ event }: { event: RenderedPage }) => ({ to: event.location.path }),
} as const

/** Returns the handler of a new page. */
const arriveAtPage = (scroll: Scroll, target: 'arrived' | 'replaced' = 'arrived') =>
  ({
    guard: 'isNewPage',
    target,
    actions: [...scroll, emitArrived, 'setPage', 'focusHeading', 'announceTitle'],
  }) as const

/** Returns the handlers of a rendered page, of which each kind of visit scrolls to another place. */
const arriveBy = (scroll: Scroll, target: 'arrived' | 'replaced' = 'arrived') =>
  [
    arriveAtPage(scroll, target),
    // Only the hash or the query has changed: the page and the focus stay.
    { guard: 'isNewLocation', target, actions: [...scroll, 'setPage'] },
  ] as const

/** The handler of another query or hash in place of those of the page that is shown. */
const replaceLocation = {
  guard: {
    type: 'isReplaced',
    params: eventOf,
  },
  target: 'replaced',
} as const

export const arrivalMachine = setup({
  types: {} as {
    input: RenderedPage
    context: Context
    events: ArrivalEvent
    emitted: EmittedBy<'arrival'>
  },
  actors: { listener },
  actions: {
    /** Scrolls to the target of the hash, or to the top. */
    scrollToStart: actionEffect('scrollToStart'),
    /** Scrolls to where the entry of the history was left. */
    scrollToSaved: actionEffect('scrollToSaved'),
    focusHeading: actionEffect('focusHeading'),
    emitArrived: emit(({ context: { pageKey, location } }, { to }: { to: string }) => ({
      type: 'page.arrived',
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
  id: 'arrival',
  context: ({ input }) => ({ ...input, announcement: '' }),
  invoke: {
    src: 'listener',
    input: listenTo<ArrivalEvent>({ navigation: ['location.committed'] }),
  },
  initial: 'first',
  on: {
    'location.committed': [
      { guard: { type: 'isEntered', params: eventOf }, target: '.entered' },
      { guard: { type: 'isRevisited', params: eventOf }, target: '.revisited' },
    ],
  },
  states: {
    /** The page that the browser has loaded, scrolled and announced itself. */
    first: {
      on: {
        'location.committed': replaceLocation,
        'page.rendered': arriveAtPage(['scrollToStart']),
      },
    },
    // A page that is entered or revisited stays so while it is loading, whatever becomes of its query.
    entered: { on: { 'page.rendered': arriveBy(['scrollToStart']) } },
    revisited: { on: { 'page.rendered': arriveBy(['scrollToSaved']) } },
    replaced: { on: { 'page.rendered': arriveBy([], 'replaced') } },
    arrived: {
      on: {
        'location.committed': replaceLocation,
        'page.rendered': arriveAtPage(['scrollToStart']),
      },
    },
  },
})

export type ArrivalRef = ActorRefFrom<typeof arrivalMachine>
type Snapshot = SnapshotFrom<typeof arrivalMachine>
/** Returns a selector that is true while what is rendered is still the first page. */
export const isFirstPage =
  ({ pageKey, location }: RenderedPage) =>
  ({ value, context }: Snapshot) =>
    value === 'first' && pageKey === context.pageKey && location === context.location
