/** Fades in each new page of content, unless the user prefers reduced motion. The page is readable at once. */
import { setup } from 'xstate'
import { isAdminPath } from '#content/navigation/path-patterns.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

export type ReducedMotionEvent =
  /** The user prefers reduced motion. */
  { type: 'reducedMotion.enabled' } | { type: 'reducedMotion.disabled' }

export type PageTransitionEvent =
  | ReducedMotionEvent
  | EmittedBy<'navigationFocus'>
  /** A navigation has started. */
  | { type: 'page.requested' }
  | { type: 'page.unloaded' }

/** The paths of the page that is left, null if there was none, and of the page that is reached. */
type Paths = Pick<EmittedBy<'navigationFocus'>, 'from' | 'to'>

export const pageTransitionMachine = setup({
  types: {} as { events: PageTransitionEvent },
  actors: {
    /** Reports whether the user prefers reduced motion, at the start and after each change. */
    watchReducedMotion: callbackEffect<ReducedMotionEvent>(),
    /** Loads the code of the animation ahead of the next navigation. */
    loadAnimation: promiseEffect<void>(),
    /** Fades in the page and leaves no style behind, also when it is stopped. */
    fadeIn: promiseEffect<void>(),
    listener,
  },
  guards: {
    /** True if a page was shown before, and neither page belongs to the admin area. */
    isAnimated: (_, { from, to }: Paths) => from !== null && !isAdminPath(from) && !isAdminPath(to),
  },
}).createMachine({
  id: 'pageTransition',
  meta: {
    guards: {
      isAnimated: 'Another page was shown before, and neither belongs to the admin area.',
    },
  },
  invoke: [
    listenTo<PageTransitionEvent>({
      navigationFocus: ['page.changed'],
      pageRequest: ['page.requested', 'page.unloaded'],
    }),
    { id: 'watchReducedMotion', src: 'watchReducedMotion', onError: '.reducedMotion' },
  ],
  initial: 'reducedMotion',
  on: { 'reducedMotion.enabled': '.reducedMotion' },
  states: {
    /** Nothing moves, and no code for it is loaded. */
    reducedMotion: {
      description: 'The visitor wants little motion, so pages appear at once.',
      on: { 'reducedMotion.enabled': undefined, 'reducedMotion.disabled': 'enabled' },
    },
    enabled: {
      description: 'Pages may fade in; the code for it is being loaded or is there.',
      // Code that could not be loaded is loaded when it is needed.
      invoke: { id: 'loadAnimation', src: 'loadAnimation', onError: {} },
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing moves.',
          on: {
            'page.changed': {
              guard: withEvent('isAnimated'),
              target: 'fading',
            },
          },
        },
        fading: {
          description: 'The new page is fading in.',
          // Without the animation the page is shown as it is.
          invoke: { id: 'fadeIn', src: 'fadeIn', onDone: 'idle', onError: 'idle' },
          on: { 'page.requested': 'idle', 'page.unloaded': 'idle' },
        },
      },
    },
  },
})
