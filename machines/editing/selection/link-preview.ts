/**
 * Holds the link of the page that was pressed, and offers to open it: a press on a link selects in edit mode, so it
 * needs another way to be followed.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { type PageLink, linkTargetOf } from '#content/links/link-target.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { actionEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    linkPreview:
      | /** A press has opened the offer beside the link, and the focus is elsewhere. */
        { type: 'link.shown'; address: string }
        /** A page of this site is to be opened once all edits are saved. */
      | { type: 'open.requested'; href: string }
  }
}

/** A link, and where it is on the page. */
export interface PressedLink extends PageLink {
  /** The position of the component that it is in, which outlives a new draft; null beside all of them. */
  position: Iri | null
  /** The number of links before it in that position. */
  index: number
  /** The selection that the press would have made, if it is in the other area: selecting there asks first. */
  otherArea: Selection | null
}

export type LinkPreviewEvent =
  | { type: 'link.pressed'; link: PressedLink }
  /** The same by the keyboard, so the offer receives the focus. */
  | { type: 'link.activated'; link: PressedLink }
  | { type: 'open.requested' }
  /** A link in a text is to be opened beside the page. The browser does so only for links elsewhere. */
  | { type: 'tab.requested'; href: string }
  | { type: 'preview.dismissed' }
  /** The link has gone, or was scrolled out of sight. */
  | { type: 'link.hidden' }
  /** Another page is shown. */
  | { type: 'location.committed' }

export const linkPreviewMachine = setup({
  types: {} as {
    context: { link: PressedLink | null }
    events: LinkPreviewEvent
    emitted: EmittedBy<'linkPreview'>
  },
  actors: { listener },
  actions: {
    /** Opens an address beside the page. */
    openTab: actionEffect<{ href: string }>(),
    setLink: assign((_, { link }: { link: PressedLink }) => ({ link })),
    clearLink: assign({ link: null }),
    emitShown: emit(({ context: { link } }) => ({
      type: 'link.shown',
      address: linkTargetOf(link!)!.address,
    })),
    emitOpenRequested: emit(({ context: { link } }) => ({
      type: 'open.requested',
      href: link!.href,
    })),
  },
  guards: {
    isOpenable: (_, { link }: { link: PressedLink }) => linkTargetOf(link) !== null,
    isPage: ({ context: { link } }) => linkTargetOf(link!)!.kind === 'page',
  },
}).createMachine({
  id: 'linkPreview',
  meta: {
    guards: {
      isOpenable: 'The link leads somewhere.',
      isPage: 'The link leads to a page of this site.',
    },
  },
  context: { link: null },
  invoke: listenTo<LinkPreviewEvent>({ navigation: ['location.committed'] }),
  initial: 'closed',
  on: {
    'link.pressed': {
      guard: withEvent('isOpenable'),
      target: '.open',
      actions: [withEvent('setLink'), 'emitShown'],
    },
    'link.activated': {
      guard: withEvent('isOpenable'),
      target: '.open.focused',
      actions: withEvent('setLink'),
    },
    'tab.requested': { actions: withEvent('openTab') },
  },
  states: {
    closed: { description: 'No link is offered to be opened.', entry: 'clearLink' },
    open: {
      description: 'A link that was pressed is offered to be opened.',
      initial: 'shown',
      on: {
        'open.requested': [
          // Stays open while the edits are saved, and when one of them cannot be.
          { guard: 'isPage', actions: 'emitOpenRequested' },
          {
            target: 'closed',
            actions: { type: 'openTab', params: ({ context }) => context.link! },
          },
        ],
        'preview.dismissed': 'closed',
        'link.hidden': 'closed',
        'location.committed': 'closed',
      },
      states: {
        /** The focus stays where the press has put it, such as in a text. */
        shown: { description: 'The offer stands beside the link.' },
        focused: { description: 'The offer was asked for by a key, and has the focus.' },
      },
    },
  },
})

export type LinkPreviewRef = ActorRefFrom<typeof linkPreviewMachine>
type Snapshot = SnapshotFrom<typeof linkPreviewMachine>
/** Returns the link that is offered, or null. */
export const selectLink = (snapshot: Snapshot) => snapshot.context.link
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** True while the offer has received the focus. */
export const isFocused = (snapshot: Snapshot) => snapshot.matches({ open: 'focused' })
