/**
 * Lists what is not published yet, of this page or of the whole site, and holds which of it is selected. The drafts of the
 * page are in the cache; those of the site are read list by list.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { type FoundDrafts, type ListPage, firstPages } from '#content/page/drafts/draft-lists.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type Scope = 'page' | 'site'
type Drafts = readonly Iri<'COMPONENT'>[]

type DraftsListEvent =
  | { type: 'list.requested' }
  | { type: 'list.dismissed' }
  /** Lists the drafts of this page, or those of the whole site, whose kinds have these endpoints. */
  | { type: 'scope.selected'; scope: Scope; endpoints: readonly Iri[] }
  | { type: 'more.requested' }
  | { type: 'retry.requested' }
  | { type: 'drafts.toggled'; iris: Drafts; isSelected: boolean }
  | { type: 'change.saved'; intent: Intent }
  | { type: 'change.failed'; intent: Intent; failure: Failure }
  /** Edits could not be saved before the action; the user is led to them. */
  | { type: 'action.refused' }
  /** Another page is shown. */
  | { type: 'location.committed' }

interface Context {
  selected: Drafts
  /** The drafts of the site that were found so far. */
  found: Drafts
  remaining: readonly ListPage[]
  /** The failure of the last request for more drafts. */
  failure: Failure | null
  /** The failure of the last publication or deletion. */
  refusal: Failure | null
  /** The last publication or deletion, for the status. */
  done: Intent | null
}

const nothingListed = { found: [], remaining: [], failure: null } satisfies Partial<Context>
const unselected = { selected: [], refusal: null, done: null } satisfies Partial<Context>

const setFailure = withEvent('setFailure')

export const draftsListMachine = setup({
  types: {} as { context: Context; events: DraftsListEvent; tags: 'busy' },
  actors: {
    /** Reads lists until enough drafts are found, with what is needed to show them. */
    readDrafts: promiseEffect<FoundDrafts, { remaining: readonly ListPage[] }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
    listener,
  },
  actions: {
    clear: assign({ ...nothingListed, ...unselected }),
    clearSelection: assign(unselected),
    startList: assign((_, { endpoints }: { endpoints: readonly Iri[] }) => ({
      ...nothingListed,
      ...unselected,
      remaining: firstPages(endpoints),
    })),
    addFound: assign(({ context }, { output }: { output: FoundDrafts }) => ({
      found: [...new Set([...context.found, ...output.drafts])],
      remaining: output.remaining,
      failure: null,
    })),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    toggle: assign(({ context }, { iris, isSelected }: { iris: Drafts; isSelected: boolean }) => {
      const others = context.selected.filter((iri) => !iris.includes(iri))
      return { selected: isSelected ? [...others, ...iris] : others }
    }),
    setDone: assign((_, { intent }: { intent: Intent }) => ({ done: intent, refusal: null })),
    setRefusal: assign((_, { failure }: { failure: Failure }) => ({
      refusal: failure,
      done: null,
    })),
  },
  guards: {
    isPage: (_, { scope }: { scope: Scope }) => scope === 'page',
    /** If the session is refused again after it was renewed, that helps no more. */
    canRenew: ({ context }, { error }: { error: unknown }) =>
      Failure.from(error).status === 401 && context.failure === null,
    isRenewed: (_, { output }: { output: RenewalOutcome }) => output === 'renewed',
    hasMore: ({ context }) => context.remaining.length > 0,
    isAboutDrafts: (_, { intent }: { intent: Intent }) =>
      ['publishAll', 'delete'].includes(intent.kind),
  },
}).createMachine({
  id: 'draftsList',
  meta: {
    guards: {
      isPage: 'The drafts of this page were asked for.',
      canRenew: 'The session has ended, and was not renewed for this list yet.',
      isRenewed: 'The session is there again.',
      hasMore: 'There are lists of drafts that were not read yet.',
      isAboutDrafts: 'The change has published or deleted something.',
    },
  },
  context: { ...nothingListed, ...unselected },
  invoke: listenTo<DraftsListEvent>({
    changeQueue: ['change.saved', 'change.failed'],
    pendingAction: ['action.refused'],
    navigation: ['location.committed'],
  }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The list is not shown.',
      entry: 'clear',
      on: { 'list.requested': 'open' },
    },
    open: {
      description: 'The list of drafts is shown.',
      initial: 'page',
      on: {
        'list.dismissed': 'closed',
        'action.refused': 'closed',
        'location.committed': 'closed',
        'scope.selected': [
          {
            guard: withEvent('isPage'),
            target: '.page',
            actions: 'clearSelection',
          },
          { target: '.reading', actions: withEvent('startList') },
        ],
        'drafts.toggled': { actions: withEvent('toggle') },
        'change.saved': {
          guard: withEvent('isAboutDrafts'),
          actions: withEvent('setDone'),
        },
        'change.failed': {
          guard: withEvent('isAboutDrafts'),
          actions: withEvent('setRefusal'),
        },
      },
      states: {
        page: { description: 'The drafts of this page are listed.' },
        reading: {
          description: 'Drafts of the whole site are being read.',
          tags: 'busy',
          invoke: {
            id: 'readDrafts',
            src: 'readDrafts',
            input: ({ context: { remaining } }) => ({ remaining }),
            onDone: { target: 'listed', actions: withEvent('addFound') },
            onError: [
              {
                guard: withEvent('canRenew'),
                target: 'renewing',
                actions: setFailure,
              },
              { target: 'failed', actions: setFailure },
            ],
          },
        },
        /** The session has ended. */
        renewing: {
          description: 'The session has ended, and the user is asked to sign in again.',
          tags: 'busy',
          invoke: {
            id: 'renewSession',
            src: 'renewSession',
            input: { isBackground: false },
            onDone: [{ guard: withEvent('isRenewed'), target: 'reading' }, { target: 'failed' }],
            onError: 'failed',
          },
        },
        listed: {
          description: 'The drafts of the whole site that were read are listed.',
          on: { 'more.requested': { guard: 'hasMore', target: 'reading' } },
        },
        failed: {
          description: 'The drafts of the site could not be read, and can be tried again.',
          on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
        },
      },
    },
  },
})

export type DraftsListRef = ActorRefFrom<typeof draftsListMachine>
type Snapshot = SnapshotFrom<typeof draftsListMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** True while the drafts of this page are listed, and not those of the site. */
export const isPageListed = (snapshot: Snapshot) => snapshot.matches({ open: 'page' })
export const isReading = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const hasMore = (snapshot: Snapshot) => snapshot.can({ type: 'more.requested' })
/** Returns why the site could not be listed; null while it is read again. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'failed' }) ? snapshot.context.failure : null
export const selectSelected = (snapshot: Snapshot) => snapshot.context.selected
export const selectFound = (snapshot: Snapshot) => snapshot.context.found
export const selectRefusal = (snapshot: Snapshot) => snapshot.context.refusal
export const selectDone = (snapshot: Snapshot) => snapshot.context.done
