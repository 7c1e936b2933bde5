/** Holds the selection: a stack of resources from the selected one up to its outermost ancestor. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../effects.ts'

export type Area = 'page' | 'layout'

/** Innermost first: a component, its position, its group, and the resource that contains the group. */
export interface Selection {
  stack: readonly Iri[]
  area: Area
}

export type SelectionEvent =
  | ({ type: 'resource.selected' } & Selection)
  /** Selects a new resource in the current area. */
  | { type: 'resource.added'; stack: readonly Iri[] }
  /** Selects an ancestor and drops everything inside it from the stack. */
  | { type: 'ancestor.selected'; index: number }
  | { type: 'selection.cleared' }
  /** Shows the live version or the draft of a resource that has both. */
  | { type: 'version.selected'; live: boolean }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** The resource and everything inside it is deleted. */
  | { type: 'resource.removed'; iri: Iri }

interface Context extends Selection {
  /** The selection that waits for a confirmation. */
  candidate: Selection | null
  /** Null until a version is selected: then the draft is shown if there is one. */
  isLiveShown: boolean | null
}

const switchConfirmation: ConfirmOptions = {
  title: 'Are you sure?',
  body: 'Are you sure you want to switch and edit the layout or page?',
}

const emptySelection = { stack: [], candidate: null, isLiveShown: null }

export const selectionMachine = setup({
  types: {} as { context: Context; events: SelectionEvent },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm') },
  actions: {
    select: assign((_, { stack, area }: Selection) => ({ ...emptySelection, stack, area })),
    clear: assign(emptySelection),
    setCandidate: assign((_, { stack, area }: Selection) => ({ candidate: { stack, area } })),
  },
  guards: {
    isEmpty: (_, { stack }: Selection) => stack.length === 0,
    /** True when a resource outside of the current stack is selected. */
    isNew: ({ context }, { stack: [innermost] }: Selection) =>
      innermost !== undefined && !context.stack.includes(innermost),
    isNewInOtherArea: ({ context }, { stack: [innermost], area }: Selection) =>
      innermost !== undefined && !context.stack.includes(innermost) && area !== context.area,
    isInStack: ({ context: { stack } }, { index }: { index: number }) =>
      index > 0 && index < stack.length,
    isInSelection: ({ context: { stack, candidate } }, { from }: { from: Iri }) =>
      [...stack, ...(candidate?.stack ?? [])].includes(from),
  },
}).createMachine({
  id: 'selection',
  context: { ...emptySelection, area: 'page' },
  initial: 'closed',
  on: {
    'resource.added': {
      target: '.open',
      actions: assign(({ event: { stack } }) => ({ ...emptySelection, stack })),
    },
    'resource.removed': {
      guard: ({ context, event }) => context.stack.includes(event.iri),
      target: '.closed',
      actions: 'clear',
    },
    'iri.replaced': {
      guard: { type: 'isInSelection', params: ({ event }) => event },
      actions: assign(({ context: { stack, candidate }, event }) => ({
        stack: replaceIri(stack, event),
        candidate: candidate && { ...candidate, stack: replaceIri(candidate.stack, event) },
        // Shows the version that has replaced the old one, such as a new draft.
        isLiveShown: null,
      })),
    },
  },
  states: {
    closed: {
      on: {
        'resource.selected': [
          {
            guard: { type: 'isNewInOtherArea', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'setCandidate', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            target: 'open',
            actions: { type: 'select', params: ({ event }) => event },
          },
        ],
      },
    },
    open: {
      on: {
        'resource.selected': [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event },
            target: 'closed',
            actions: 'clear',
          },
          {
            guard: { type: 'isNewInOtherArea', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'setCandidate', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            actions: { type: 'select', params: ({ event }) => event },
          },
        ],
        'ancestor.selected': {
          guard: { type: 'isInStack', params: ({ event }) => event },
          actions: assign(({ context: { stack }, event: { index } }) => ({
            stack: stack.slice(index),
            isLiveShown: null,
          })),
        },
        'version.selected': { actions: assign({ isLiveShown: ({ event }) => event.live }) },
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
    },
    confirming: {
      on: {
        // The question is modal: what is pressed now is pressed after it was cancelled, before its answer has come.
        'resource.selected': [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event },
            target: 'closed',
            actions: 'clear',
          },
          {
            guard: { type: 'isNewInOtherArea', params: ({ event }) => event },
            target: 'confirming',
            reenter: true,
            actions: { type: 'setCandidate', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            target: 'open',
            actions: { type: 'select', params: ({ event }) => event },
          },
          { target: 'declined' },
        ],
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: switchConfirmation,
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: 'open',
            actions: { type: 'select', params: ({ context }) => context.candidate! },
          },
          { target: 'declined' },
        ],
        onError: 'declined',
      },
    },
    declined: {
      always: [
        {
          guard: ({ context }) => context.stack.length > 0,
          target: 'open',
          actions: assign({ candidate: null }),
        },
        { target: 'closed', actions: assign({ candidate: null }) },
      ],
    },
  },
})

const replaceIri = (stack: readonly Iri[], { from, to }: { from: Iri; to: Iri }) =>
  stack.includes(from) ? stack.map((iri) => (iri === from ? to : iri)) : stack

export type SelectionRef = ActorRefFrom<typeof selectionMachine>
type Snapshot = SnapshotFrom<typeof selectionMachine>
/** @internal Exported for tests. */
export const isOpen = (snapshot: Snapshot) => snapshot.context.stack.length > 0
export const selectStack = (snapshot: Snapshot) => snapshot.context.stack
/** Returns the selected resource, the innermost of the stack. */
export const selectCurrent = (snapshot: Snapshot): Iri | undefined => snapshot.context.stack[0]
export const selectArea = (snapshot: Snapshot) => snapshot.context.area
export const selectIsLiveShown = (snapshot: Snapshot) => snapshot.context.isLiveShown
/**
 * Returns a selector that is true while this resource is selected, so that a component renders only for its own
 * selection.
 */
export const isCurrent = (iri: Iri) => (snapshot: Snapshot) => snapshot.context.stack[0] === iri
