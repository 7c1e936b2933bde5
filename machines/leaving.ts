/** Whether the page may be left: freely, not while somebody edits, not without asking while something new is unsaved. */
import { assign, emit, setup } from 'xstate'
import { type Location, isForced } from '#content/location.ts'
import type { Question } from './dialogs.ts'
import { performed, promised } from './effects.ts'

export interface Wish {
  to: Location
  /** A link that was followed, the app's own code, or the browser's Back and Forward. */
  source: 'link' | 'code' | 'history'
  /** Without a new entry in the history. */
  replace?: boolean
  /** Somebody else is looking now: nothing that was read before may stay. */
  afresh?: boolean
}

export type LeavingEvent =
  | ({ type: 'navigation.requested' } & Wish)
  | { type: 'history.popped'; to: Location }
  | { type: 'edit.entered' }
  | { type: 'edit.left' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  | { type: 'session.ended' }

export type LeavingEmitted =
  | ({ type: 'navigation.allowed' } & Wish)
  /** Links do not lead away while somebody is editing. */
  | { type: 'navigation.refused'; to: Location }
  /** What was being added is given up. */
  | { type: 'add.discarded' }

export const discardQuestion: Question = {
  title: 'Discard new resource?',
  body: 'Are you sure you want to discard your new resource. It will NOT be saved.',
}

/** Both ways of wanting to be elsewhere as one. */
const wishOf = (event: LeavingEvent): Wish => {
  if (event.type === 'navigation.requested') {
    const { type: _, ...wish } = event
    return wish
  }
  if (event.type === 'history.popped') return { to: event.to, source: 'history' }
  throw new Error(`${event.type} leads nowhere.`)
}

export const leavingMachine = setup({
  types: {} as {
    /** What is waiting for a confirmation. */
    context: { wish: Wish | null }
    events: LeavingEvent
    emitted: LeavingEmitted
  },
  actors: { confirm: promised<boolean, Question>('confirm') },
  actions: {
    /** Back and Forward change the address before anyone is asked; where it is unchanged nothing happens. */
    restoreLocation: performed('restoreLocation'),
    allow: emit(({ event }) => ({ type: 'navigation.allowed', ...wishOf(event) })),
    keepWish: assign(({ event }) => ({ wish: wishOf(event) })),
    grantWish: emit(({ context }) => ({ type: 'navigation.allowed', ...context.wish! })),
  },
}).createMachine({
  id: 'leaving',
  context: { wish: null },
  initial: 'free',
  on: { 'edit.left': '.free', 'session.ended': '.free' },
  states: {
    free: {
      on: {
        'navigation.requested': { actions: 'allow' },
        'history.popped': { actions: 'allow' },
        'edit.entered': 'editing',
      },
    },
    editing: {
      on: {
        'navigation.requested': [
          { guard: ({ event }) => isForced(event.to), actions: 'allow' },
          { actions: emit(({ event: { to } }) => ({ type: 'navigation.refused', to })) },
        ],
        'history.popped': { actions: 'allow' },
        'add.started': 'unsaved',
      },
    },
    unsaved: {
      on: {
        'navigation.requested': { target: 'confirming', actions: 'keepWish' },
        'history.popped': { target: 'confirming', actions: 'keepWish' },
        'add.ended': 'editing',
      },
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardQuestion,
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: 'editing',
            actions: [emit({ type: 'add.discarded' }), 'grantWish'],
          },
          { target: 'unsaved', actions: 'restoreLocation' },
        ],
        onError: { target: 'unsaved', actions: 'restoreLocation' },
      },
      on: {
        // The question is put again, for the newer wish.
        'history.popped': { target: 'confirming', reenter: true, actions: 'keepWish' },
        // Saved while the question stood there: nothing is left to be lost.
        'add.ended': { target: 'editing', actions: 'grantWish' },
        'edit.left': { target: 'free', actions: 'restoreLocation' },
        'session.ended': { target: 'free', actions: 'restoreLocation' },
      },
    },
  },
})
