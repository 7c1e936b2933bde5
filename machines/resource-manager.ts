/** What is selected: a stack of resources, from the one that was hit to what holds it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/iri.ts'
import type { Question } from './dialogs.ts'
import { promised } from './effects.ts'

export type Area = 'page' | 'layout'

/** Deepest first: a component, its position, its group, what holds that group. */
export interface Selection {
  stack: readonly Iri[]
  area: Area
}

export type ResourceManagerEvent =
  | ({ type: 'resource.selected' } & Selection)
  /** Something new, in the area of what was selected. */
  | { type: 'resource.added'; stack: readonly Iri[] }
  /** One further out becomes the current one; those inside of it are left. */
  | { type: 'stack.chosen'; index: number }
  | { type: 'selection.cleared' }
  /** Whether the live version is shown of something that also has a draft. */
  | { type: 'version.chosen'; live: boolean }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** It is gone, and so is what was inside of it. */
  | { type: 'resource.removed'; iri: Iri }

interface Context extends Selection {
  /** What is selected once the switch is confirmed. */
  candidate: Selection | null
  /** Null where the draft is shown when there is one. */
  liveForced: boolean | null
}

export const switchQuestion: Question = {
  title: 'Are you sure?',
  body: 'Are you sure you want to switch and edit the layout or page?',
}

const nothing = { stack: [], candidate: null, liveForced: null }

export const resourceManagerMachine = setup({
  types: {} as { context: Context; events: ResourceManagerEvent },
  actors: { confirm: promised<boolean, Question>('confirm') },
  actions: {
    select: assign((_, { stack, area }: Selection) => ({ ...nothing, stack, area })),
    clear: assign(nothing),
    keepCandidate: assign((_, { stack, area }: Selection) => ({ candidate: { stack, area } })),
  },
  guards: {
    hitsNothing: (_, { stack }: Selection) => stack.length === 0,
    /** A press on what is selected already, or on its blank space, changes nothing. */
    isNew: ({ context }, { stack: [hit] }: Selection) =>
      hit !== undefined && !context.stack.includes(hit),
    isNewElsewhere: ({ context }, { stack: [hit], area }: Selection) =>
      hit !== undefined && !context.stack.includes(hit) && area !== context.area,
    isInStack: ({ context: { stack } }, { index }: { index: number }) =>
      index > 0 && index < stack.length,
    isConcerned: ({ context: { stack, candidate } }, { from }: { from: Iri }) =>
      [...stack, ...(candidate?.stack ?? [])].includes(from),
  },
}).createMachine({
  id: 'resourceManager',
  context: { ...nothing, area: 'page' },
  initial: 'closed',
  on: {
    'resource.added': {
      target: '.open',
      actions: assign(({ event: { stack } }) => ({ ...nothing, stack })),
    },
    'resource.removed': {
      guard: ({ context, event }) => context.stack.includes(event.iri),
      target: '.closed',
      actions: 'clear',
    },
    'iri.replaced': {
      guard: { type: 'isConcerned', params: ({ event }) => event },
      actions: assign(({ context: { stack, candidate }, event }) => ({
        stack: replaced(stack, event),
        candidate: candidate && { ...candidate, stack: replaced(candidate.stack, event) },
        // Whichever version has come about is the one to see.
        liveForced: null,
      })),
    },
  },
  states: {
    closed: {
      on: {
        'resource.selected': [
          {
            guard: { type: 'isNewElsewhere', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'keepCandidate', params: ({ event }) => event },
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
            guard: { type: 'hitsNothing', params: ({ event }) => event },
            target: 'closed',
            actions: 'clear',
          },
          {
            guard: { type: 'isNewElsewhere', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'keepCandidate', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            actions: { type: 'select', params: ({ event }) => event },
          },
        ],
        'stack.chosen': {
          guard: { type: 'isInStack', params: ({ event }) => event },
          actions: assign(({ context: { stack }, event: { index } }) => ({
            stack: stack.slice(index),
            liveForced: null,
          })),
        },
        'version.chosen': { actions: assign({ liveForced: ({ event }) => event.live }) },
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
    },
    confirming: {
      on: {
        'resource.selected': {
          actions: { type: 'keepCandidate', params: ({ event }) => event },
        },
        'selection.cleared': { target: 'closed', actions: 'clear' },
      },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: switchQuestion,
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

const replaced = (stack: readonly Iri[], { from, to }: { from: Iri; to: Iri }) =>
  stack.includes(from) ? stack.map((iri) => (iri === from ? to : iri)) : stack

export type ResourceManagerRef = ActorRefFrom<typeof resourceManagerMachine>
type Snapshot = SnapshotFrom<typeof resourceManagerMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.context.stack.length > 0
export const selectStack = (snapshot: Snapshot) => snapshot.context.stack
/** What the panel is about. */
export const selectCurrent = (snapshot: Snapshot): Iri | undefined => snapshot.context.stack[0]
export const selectArea = (snapshot: Snapshot) => snapshot.context.area
export const selectLiveForced = (snapshot: Snapshot) => snapshot.context.liveForced
/** Whether this is what the panel is about; one component hears of its own selection only. */
export const isCurrent = (iri: Iri) => (snapshot: Snapshot) => snapshot.context.stack[0] === iri
