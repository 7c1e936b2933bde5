/** What is selected: a stack of resources, from the one that was hit to what holds it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../effects.ts'

export type Area = 'page' | 'layout'

/** Deepest first: a component, its position, its group, what holds that group. */
export interface Selection {
  stack: readonly Iri[]
  area: Area
}

export type SelectionEvent =
  | ({ type: 'resource.selected' } & Selection)
  /** Something new, in the area of what was selected. */
  | { type: 'resource.added'; stack: readonly Iri[] }
  /** One further out becomes the current one; those inside of it are left. */
  | { type: 'ancestor.selected'; index: number }
  | { type: 'selection.cleared' }
  /** Whether the live version is shown of something that also has a draft. */
  | { type: 'version.selected'; live: boolean }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** It is gone, and so is what was inside of it. */
  | { type: 'resource.removed'; iri: Iri }

interface Context extends Selection {
  /** What is selected once the switch is confirmed. */
  candidate: Selection | null
  /** Null where the draft is shown when there is one. */
  isLiveShown: boolean | null
}

export const switchConfirmation: ConfirmOptions = {
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
    /** A press on what is selected already, or on its blank space, changes nothing. */
    isNew: ({ context }, { stack: [hit] }: Selection) =>
      hit !== undefined && !context.stack.includes(hit),
    isNewInOtherArea: ({ context }, { stack: [hit], area }: Selection) =>
      hit !== undefined && !context.stack.includes(hit) && area !== context.area,
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
        // Whichever version has come about is the one to see.
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
        'resource.selected': {
          actions: { type: 'setCandidate', params: ({ event }) => event },
        },
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
          { target: 'stayed' },
        ],
        onError: 'stayed',
      },
    },
    stayed: {
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
export const isOpen = (snapshot: Snapshot) => snapshot.context.stack.length > 0
export const selectStack = (snapshot: Snapshot) => snapshot.context.stack
/** What the panel is about. */
export const selectCurrent = (snapshot: Snapshot): Iri | undefined => snapshot.context.stack[0]
export const selectArea = (snapshot: Snapshot) => snapshot.context.area
export const selectIsLiveShown = (snapshot: Snapshot) => snapshot.context.isLiveShown
/** Whether this is what the panel is about; one component hears of its own selection only. */
export const isCurrent = (iri: Iri) => (snapshot: Snapshot) => snapshot.context.stack[0] === iri
