/** Holds the selection: a stack of resources from the selected one up to its outermost ancestor. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, emit, not, setup } from 'xstate'
import { type Iri, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Stack } from '#content/model/selection-fallbacks.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { actionEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { areaSwitchMachine } from './area-switch.ts'
import { restoredSelectionMachine } from './restored-selection.ts'
import {
  type SelectionContext,
  emptySelection,
  hasFallback,
  replaceIri,
  selectFallback,
  selectNew,
  selectSaved,
} from './selection-context.ts'
import { type SelectionEvent, selectedOf } from './selection-events.ts'

const select = withEvent('select')
const selectAdded = {
  target: '.open',
  actions: [withEvent('selectInArea'), 'emitChanged'],
} as const

export const selectionMachine = setup({
  types: {} as {
    context: SelectionContext
    events: SelectionEvent
    emitted: EmittedBy<'selection'>
    children: { areaSwitch: 'areaSwitch'; restoredSelection: 'restoredSelection' }
  },
  actors: { areaSwitch: areaSwitchMachine, restoredSelection: restoredSelectionMachine, listener },
  actions: {
    logIndexOutOfRange: actionEffect(),
    select: assign((_, { stack, area }: Selection) => ({ ...emptySelection, stack, area })),
    selectInArea: assign(({ context }, { stack }: { stack: Stack }) => selectNew(context, stack)),
    selectSaved: assign(({ context }, saved: { resource: Iri; position: Iri }) =>
      selectSaved(context, saved),
    ),
    selectFallback: assign(({ context }, { iri }: { iri: Iri }) => selectFallback(context, iri)),
    setFocus: assign((_, { focus }: Pick<SelectionContext, 'focus'>) => ({ focus })),
    focusText: assign({ focus: 'text' }),
    setFallbacks: assign((_, { fallbacks }: { fallbacks: readonly Stack[] }) => ({ fallbacks })),
    selectAncestor: assign(({ context: { stack } }, { index }: { index: number }) => ({
      stack: stack.slice(index),
      isLiveShown: null,
    })),
    setArea: assign((_, { components }: { components: readonly Selection[] }) => ({
      area: components[0]!.area,
    })),
    setAncestors: assign((_, { stack, area }: Selection) => ({ stack, area })),
    setVersion: assign(({ context: { stack } }, { live, iri }: { live: boolean; iri: Iri }) => ({
      isLiveShown: live,
      stack: [iri, ...stack.slice(1)],
    })),
    clear: assign(emptySelection),
    emitChanged: emit(({ context: { stack } }) => ({
      type: 'selection.changed',
      iri: stack[0] ?? null,
    })),
    emitMoved: emit(({ context }) => ({ type: 'selection.moved', iri: context.stack[0]! })),
    replaceIri: assign(({ context }, pair: { from: Iri; to: Iri }) => replaceIri(context, pair)),
  },
  guards: {
    isNothing: ({ event }) => selectedOf(event).stack.length === 0,
    isNew: ({ context, event }) => !context.stack.includes(selectedOf(event).stack[0]!),
    isInOtherArea: ({ context: { area }, event }) => selectedOf(event).area !== area,
    hasSelection: ({ context }) => context.stack.length > 0,
    isOutOfRange: ({ context: { stack } }, { index }: { index: number }) =>
      index < 0 || index >= stack.length,
    isInStack: ({ context: { stack } }, { index }: { index: number }) =>
      index > 0 && index < stack.length,
    hasFallback: ({ context }, { iri }: { iri: Iri }) => hasFallback(context, iri),
    isSelected: ({ context: { stack } }, { iri }: { iri: Iri }) => stack.includes(iri),
    isSame: ({ context }, { stack }: { stack: Stack }) => context.stack[0] === stack[0],
    isConfirmed: (_, { output }: { output: Selection | null }) => output !== null,
  },
}).createMachine({
  id: 'selection',
  meta: {
    guards: {
      isNothing: 'The press was on nothing that can be selected.',
      isNew: 'The pressed resource is neither the selected one nor one around it.',
      isInOtherArea:
        'The pressed resource is in the layout and the selection on the page, or the reverse.',
      hasSelection: 'Something was selected before.',
      isOutOfRange: 'There is no such resource around the selected one.',
      isInStack: 'The resource is one of those around the selected one.',
      hasFallback:
        'The removed resource was selected, and another one can be selected in its place.',
      isSelected: 'The resource is selected, or around the selected one.',
      isSame: 'The report is about the selected resource.',
      isConfirmed: 'The user wants to go on in the other area.',
    },
  },
  context: { ...emptySelection, area: 'page' },
  invoke: [
    { id: 'restoredSelection', systemId: 'restoredSelection', src: 'restoredSelection' },
    listenTo<SelectionEvent>({
      pageInput: ['resource.selected'],
      multipleSelection: ['components.selected', 'resource.selected'],
      navigation: ['location.committed'],
      changeQueue: ['iri.replaced'],
      pendingEdits: ['resource.removed'],
      restoredSelection: ['resource.restored', 'components.restored'],
      addResource: ['add.staged', 'add.inserted'],
      stagedResource: ['add.saved', 'resource.removed'],
    }),
  ],
  initial: 'closed',
  on: {
    'resource.selected': [
      { guard: 'isNothing', target: '.closed', actions: ['clear', 'emitChanged'] },
      { guard: and(['isNew', 'isInOtherArea']), target: '.confirming', reenter: true },
      { guard: 'isNew', target: '.open', actions: [select, 'emitChanged'] },
    ],
    'selection.cleared': { target: '.closed', actions: ['clear', 'emitChanged'] },
    'components.selected': { target: '.closed', actions: ['clear', 'emitChanged'] },
    'location.committed': { target: '.closed', actions: ['clear', 'emitChanged'] },
    'add.staged': selectAdded,
    'add.inserted': { ...selectAdded, actions: [...selectAdded.actions, 'focusText'] },
    'resource.removed': [
      {
        guard: withEvent('hasFallback'),
        target: '.open',
        actions: [withEvent('selectFallback'), 'emitMoved'],
      },
      { guard: withEvent('isSelected'), target: '.closed', actions: 'clear' },
    ],
    'fallbacks.changed': { actions: withEvent('setFallbacks') },
    'resource.restored': { target: '.open', actions: [select, withEvent('setFocus'), 'emitMoved'] },
    'components.restored': { actions: withEvent('setArea') },
    'add.saved': {
      guard: { type: 'isSelected', params: { iri: NEW_RESOURCE } },
      actions: [withEvent('selectSaved'), 'emitChanged'],
    },
    'iri.replaced': {
      guard: { type: 'isSelected', params: ({ event }) => ({ iri: event.from }) },
      actions: withEvent('replaceIri'),
    },
  },
  states: {
    closed: { description: 'Nothing is selected.' },
    open: {
      description: 'A resource is selected, and the panel shows it.',
      on: {
        'ancestor.selected': [
          {
            guard: withEvent('isInStack'),
            actions: [withEvent('selectAncestor'), 'emitChanged'],
          },
          { guard: withEvent('isOutOfRange'), actions: 'logIndexOutOfRange' },
        ],
        'ancestors.changed': {
          guard: withEvent('isSame'),
          actions: withEvent('setAncestors'),
        },
        'version.selected': { actions: withEvent('setVersion') },
      },
    },
    confirming: {
      description: 'The user is asked whether to go on in the other area.',
      invoke: {
        id: 'areaSwitch',
        src: 'areaSwitch',
        input: ({ event }) => selectedOf(event),
        onDone: [
          {
            guard: withEvent('isConfirmed'),
            target: 'open',
            actions: [{ type: 'select', params: ({ event }) => event.output! }, 'emitChanged'],
          },
          { guard: 'hasSelection', target: 'open' },
          { target: 'closed' },
        ],
      },
      on: {
        // The dialog is modal: a press on the page comes after it was canceled, before its answer has arrived.
        'resource.selected': { guard: not('isNew'), target: 'open' },
      },
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
/** True while this resource is selected: a component renders only for its own selection. */
export const isSelected = (iri: Iri) => (snapshot: Snapshot) => snapshot.context.stack[0] === iri
export const selectRestoredSelectionRef = (snapshot: Snapshot) =>
  snapshot.children.restoredSelection!
export const selectFocusTarget = (snapshot: Snapshot) => snapshot.context.focus
