/** Announces to screen readers what has happened in the editor, one message at a time. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, setup } from 'xstate'
import { intentLabelOf } from '#content/change/intent-labels.ts'
import { isUndoneEdit } from '#content/change/plan-change.ts'
import { editKey, isEditUnsaved } from '#content/change/fields/field-value.ts'
import type { Intent } from '#content/change/types.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { dropTargetLabel } from '../editing/drag-context.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

type AnnouncerEvent =
  | EmittedBy<'pendingMoves'>
  | Extract<EmittedBy<'drag'>, { type: 'drag.started' | 'dropTarget.entered' | 'drop.canceled' }>
  | { type: 'change.saved'; intent: Intent }
  | { type: 'change.failed'; intent: Intent; failure: Failure }
  | { type: 'change.undone' }
  | { type: 'change.redone' }
  | { type: 'action.refused' }
  | { type: 'selection.moved'; iri: Iri }
  | { type: 'selection.changed' }
  | { type: 'components.selected'; count: number }
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'link.shown'; address: string }
  | { type: 'chrome.hidden' }
  | { type: 'chrome.shown' }

/** Saved while the user types or moves something, which is no news. */
const quietKinds: readonly Intent['kind'][] = ['set', 'move', 'transfer']

const savedMessageOf = (intent: Intent) => {
  if (isUndoneEdit(intent)) return 'Undone'
  return quietKinds.includes(intent.kind) ? 'Saved' : intentLabelOf(intent)
}

const messages: Partial<Record<AnnouncerEvent['type'], string>> = {
  'change.failed': 'Not saved',
  'change.undone': 'Undone',
  'change.redone': 'Redone',
  'action.refused': 'Some changes are not saved. Decide what to do with them first.',
  'edit.entered': 'Editing. Select something on the page to change it.',
  'edit.exited': 'Done editing',
  'chrome.hidden':
    'Editor hidden. The same keys bring it back, and so does a press or a key on the page.',
  'chrome.shown': 'Editor shown',
}

const messageOf = (event: AnnouncerEvent) => {
  switch (event.type) {
    case 'position.moved': {
      const { to, count, section } = event
      return `Moved to ${to + 1} of ${count}${section === null ? '' : ` in ${section}`}`
    }
    case 'drag.started':
      return `Picked up ${event.item.label}, ${dropTargetLabel(event.dropTarget)}. Move it with the arrow keys, drop it with Space, or cancel with Escape.`
    case 'dropTarget.entered':
      return event.dropTarget ? dropTargetLabel(event.dropTarget) : ''
    case 'drop.canceled':
      return event.refusal === null ? 'Not moved' : `Not moved. ${event.refusal}`
    case 'link.shown':
      return `Link to ${event.address}. Press Alt+Enter for options to open it.`
    case 'components.selected':
      return event.count === 1 ? '1 component selected' : `${event.count} components selected`
    case 'change.saved':
      return savedMessageOf(event.intent)
    default:
      return messages[event.type] ?? ''
  }
}

const announced = { target: '.announced', actions: 'announce' } as const

export const announcerMachine = setup({
  types: {} as {
    context: {
      message: string
      /** Increases with each announcement, so that repeating a message announces it again. */
      count: number
      /** The resource to which the selection has moved by itself, until the user selects another one. */
      selected: Iri | null
      /** The keys of the edits whose last save has failed. */
      unsaved: readonly string[]
    }
    events: AnnouncerEvent
  },
  actors: { listener },
  actions: {
    announce: assign(({ context: { count }, event }) => ({
      message: messageOf(event),
      count: count + 1,
    })),
    setSelected: assign((_, { iri }: { iri: Iri }) => ({ selected: iri })),
    clearSelected: assign({ selected: null }),
    addUnsaved: assign(({ context: { unsaved } }, { intent }: { intent: Intent }) => ({
      unsaved: [...unsaved, editKey(intent)!],
    })),
    removeUnsaved: assign(({ context: { unsaved } }, { intent }: { intent: Intent }) => ({
      unsaved: unsaved.filter((key) => key !== editKey(intent)),
    })),
  },
  guards: {
    /** Other failed changes are notifications, which are announced by themselves. */
    isEditUnsaved: ({ event }) =>
      event.type === 'change.failed' && isEditUnsaved(event.intent, event.failure),
    /** A save that fails again after a retry is not announced again. */
    isFirstFailure: ({ context: { unsaved }, event }) =>
      event.type === 'change.failed' && !unsaved.includes(editKey(event.intent)!),
  },
}).createMachine({
  id: 'announcer',
  meta: {
    guards: {
      isEditUnsaved: 'What was typed could not be saved.',
      isFirstFailure: 'This edit had not failed before.',
    },
  },
  context: { message: '', count: 0, selected: null, unsaved: [] },
  invoke: listenTo<AnnouncerEvent>({
    changeQueue: ['change.saved', 'change.failed', 'change.undone', 'change.redone'],
    pendingMoves: ['position.moved'],
    drag: ['drag.started', 'dropTarget.entered', 'drop.canceled'],
    selection: ['selection.moved', 'selection.changed'],
    multipleSelection: ['components.selected'],
    pendingAction: ['action.refused'],
    editMode: ['edit.entered', 'edit.exited'],
    editorChrome: ['chrome.hidden', 'chrome.shown'],
    linkPreview: ['link.shown'],
  }),
  initial: 'silent',
  on: {
    'position.moved': announced,
    'drag.started': announced,
    'dropTarget.entered': announced,
    'drop.canceled': announced,
    'change.saved': {
      target: '.announced',
      actions: ['announce', withEvent('removeUnsaved')],
    },
    'change.failed': {
      guard: and(['isEditUnsaved', 'isFirstFailure']),
      target: '.announced',
      actions: ['announce', withEvent('addUnsaved')],
    },
    'change.undone': announced,
    'change.redone': announced,
    'action.refused': announced,
    'edit.entered': announced,
    'edit.exited': { target: '.announced', actions: ['announce', 'clearSelected'] },
    'selection.moved': { target: '.announced', actions: withEvent('setSelected') },
    'selection.changed': { actions: 'clearSelected' },
    'components.selected': announced,
    'chrome.hidden': announced,
    'chrome.shown': announced,
    'link.shown': announced,
  },
  states: {
    silent: { description: 'Nothing was announced yet.' },
    announced: { description: 'The live region holds the last message.' },
  },
})

export type AnnouncerRef = ActorRefFrom<typeof announcerMachine>
type Snapshot = SnapshotFrom<typeof announcerMachine>
/** Returns the latest announcement. On a screen of the app there is nothing to select. */
export const selectMessage =
  (isPageShown: boolean) =>
  ({ context: { message } }: Snapshot) =>
    !isPageShown && message === messages['edit.entered'] ? '' : message
export const selectCount = (snapshot: Snapshot) => snapshot.context.count
/** Returns the resource to which the selection has moved by itself, or null. */
export const selectSelected = (snapshot: Snapshot) => snapshot.context.selected
