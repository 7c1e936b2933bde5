/** Holds the selection: a stack of resources from the selected one up to its outermost ancestor. */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import { type Iri, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Stack } from '#content/model/neighbors.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import {
  type Selection,
  type SelectionContext,
  emptySelection,
  neighborsWithout,
  replaceIri,
  selectNeighbor,
  selectNew,
  selectSaved,
} from './selection-context.ts'

export type SelectionEvent =
  | ({ type: 'resource.selected' } & Selection)
  /** Selects a new resource in the current area. */
  | { type: 'resource.added'; stack: Stack }
  /** Selects an ancestor and drops everything inside it from the stack. */
  | { type: 'ancestor.selected'; index: number }
  | { type: 'selection.cleared' }
  /** Shows the live version or the draft of a resource that has both. */
  | { type: 'version.selected'; live: boolean }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** The resource and everything inside it is deleted. */
  | { type: 'resource.removed'; iri: Iri }
  /** The content around the selected resource is known, or has changed. */
  | { type: 'neighbors.changed'; neighbors: readonly Stack[] }
  /** `restored` is the resource that is there again, or null. */
  | { type: 'change.undone' | 'change.redone'; restored: Iri | null }
  /** The restored resource is on the page again. */
  | ({ type: 'resource.appeared' } & Selection)
  | Extract<EmittedBy<'addResource'>, { type: 'add.saved' }>

const switchConfirmation: ConfirmOptions = {
  title: 'Are you sure?',
  body: 'Are you sure you want to switch and edit the layout or page?',
}

/** Returns the stack that a `resource.selected` event selects; empty for the space beside all resources. */
const selectedStack = (event: SelectionEvent) => {
  assertEvent(event, 'resource.selected')
  return event.stack
}

export const selectionMachine = setup({
  types: {} as { context: SelectionContext; events: SelectionEvent },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm'), listener },
  actions: {
    logIndexOutOfRange: actionEffect('logIndexOutOfRange'),
    select: assign((_, { stack, area }: Selection) => ({ ...emptySelection, stack, area })),
    selectInArea: assign(({ context }, { stack }: { stack: Stack }) => selectNew(context, stack)),
    selectSaved: assign(({ context }, saved: { resource: Iri; position: Iri }) =>
      selectSaved(context, saved),
    ),
    selectNeighbor: assign(({ context }, { iri }: { iri: Iri }) => selectNeighbor(context, iri)),
    focusPanel: assign({ focus: 'panel' }),
    setNeighbors: assign((_, { neighbors }: { neighbors: readonly Stack[] }) => ({ neighbors })),
    setRestored: assign((_, { restored }: { restored: Iri | null }) => ({ restored })),
    selectAncestor: assign(({ context: { stack } }, { index }: { index: number }) => ({
      stack: stack.slice(index),
      isLiveShown: null,
    })),
    setVersion: assign((_, { live }: { live: boolean }) => ({ isLiveShown: live })),
    clear: assign(emptySelection),
    setCandidate: assign((_, { stack, area }: Selection) => ({ candidate: { stack, area } })),
    selectCandidate: assign(({ context: { candidate } }) => ({ ...emptySelection, ...candidate })),
    clearCandidate: assign({ candidate: null }),
    replaceIri: assign(({ context }, pair: { from: Iri; to: Iri }) => replaceIri(context, pair)),
  },
  guards: {
    isNothing: ({ event }) => selectedStack(event).length === 0,
    isNew: ({ context, event }) => !context.stack.includes(selectedStack(event)[0]!),
    isInOtherArea: ({ context, event }) =>
      event.type === 'resource.selected' && event.area !== context.area,
    hasSelection: ({ context }) => context.stack.length > 0,
    isOutOfRange: ({ context: { stack } }, { index }: { index: number }) =>
      index < 0 || index >= stack.length,
    isInStack: ({ context: { stack } }, { index }: { index: number }) =>
      index > 0 && index < stack.length,
    hasNeighbor: ({ context }, { iri }: { iri: Iri }) =>
      context.stack.includes(iri) && neighborsWithout(context, iri).length > 0,
    isRestored: ({ context: { restored } }) => restored !== null,
    isSelected: ({ context: { stack } }, { iri }: { iri: Iri }) => stack.includes(iri),
    isInSelection: ({ context: { stack, candidate } }, { from }: { from: Iri }) =>
      [...stack, ...(candidate?.stack ?? [])].includes(from),
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'selection',
  context: { ...emptySelection, area: 'page' },
  invoke: {
    src: 'listener',
    input: listenTo<SelectionEvent>({
      changeQueue: ['iri.replaced', 'resource.removed', 'change.undone', 'change.redone'],
      addResource: ['add.saved'],
    }),
  },
  initial: 'closed',
  on: {
    'resource.selected': [
      { guard: 'isNothing', target: '.closed', actions: 'clear' },
      {
        guard: and(['isNew', 'isInOtherArea']),
        target: '.confirming',
        reenter: true,
        actions: { type: 'setCandidate', params: ({ event }) => event },
      },
      {
        guard: 'isNew',
        target: '.open',
        actions: { type: 'select', params: ({ event }) => event },
      },
    ],
    'resource.added': {
      target: '.open',
      actions: { type: 'selectInArea', params: ({ event }) => event },
    },
    'resource.removed': [
      {
        guard: { type: 'hasNeighbor', params: ({ event }) => event },
        target: '.open',
        actions: { type: 'selectNeighbor', params: ({ event }) => event },
      },
      {
        guard: { type: 'isSelected', params: ({ event }) => event },
        target: '.closed',
        actions: 'clear',
      },
    ],
    'neighbors.changed': { actions: { type: 'setNeighbors', params: ({ event }) => event } },
    'change.undone': { actions: { type: 'setRestored', params: ({ event }) => event } },
    'change.redone': { actions: { type: 'setRestored', params: ({ event }) => event } },
    'resource.appeared': {
      guard: 'isRestored',
      target: '.open',
      actions: [{ type: 'select', params: ({ event }) => event }, 'focusPanel'],
    },
    'add.saved': {
      guard: { type: 'isSelected', params: { iri: NEW_RESOURCE } },
      actions: { type: 'selectSaved', params: ({ event }) => event },
    },
    'iri.replaced': {
      guard: { type: 'isInSelection', params: ({ event }) => event },
      actions: { type: 'replaceIri', params: ({ event }) => event },
    },
  },
  states: {
    closed: {},
    open: {
      on: {
        'ancestor.selected': [
          {
            guard: { type: 'isInStack', params: ({ event }) => event },
            actions: { type: 'selectAncestor', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOutOfRange', params: ({ event }) => event },
            actions: 'logIndexOutOfRange',
          },
        ],
        'version.selected': { actions: { type: 'setVersion', params: ({ event }) => event } },
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: switchConfirmation,
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'open',
            actions: 'selectCandidate',
          },
          { target: 'declined' },
        ],
        onError: 'declined',
      },
      on: {
        // The dialog is modal: a press on the page comes after it was canceled, before its answer has arrived.
        'resource.selected': { guard: and([not('isNothing'), not('isNew')]), target: 'declined' },
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
    },
    declined: {
      always: [
        { guard: 'hasSelection', target: 'open', actions: 'clearCandidate' },
        { target: 'closed', actions: 'clearCandidate' },
      ],
    },
  },
})

export type SelectionRef = ActorRefFrom<typeof selectionMachine>
type Snapshot = SnapshotFrom<typeof selectionMachine>
export const selectStack = (snapshot: Snapshot) => snapshot.context.stack
/** Returns the IRI of the selected resource, the innermost of the stack. */
export const selectSelectedIri = (snapshot: Snapshot): Iri | undefined => snapshot.context.stack[0]
export const selectArea = (snapshot: Snapshot) => snapshot.context.area
export const selectIsLiveShown = (snapshot: Snapshot) => snapshot.context.isLiveShown
/**
 * Returns a selector that is true while this resource is selected, so that a component renders only for its own
 * selection.
 */
export const isSelected = (iri: Iri) => (snapshot: Snapshot) => snapshot.context.stack[0] === iri
/** Returns the resource that is selected as soon as it is on the page, or null. */
export const selectRestoredIri = (snapshot: Snapshot) => snapshot.context.restored
export const selectFocusTarget = (snapshot: Snapshot) => snapshot.context.focus
