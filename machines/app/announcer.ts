/** Tells screen readers what has happened in the editor, one announcement at a time. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { listenTo, listener } from '../actor-listener.ts'

type AnnouncerEvent =
  | { type: 'announcement.requested'; message: string }
  | { type: 'change.saved'; intent: Intent }
  | { type: 'change.undone' }
  | { type: 'change.redone' }
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'chrome.hidden' }
  | { type: 'chrome.shown' }

const savedMessages: Record<Intent['kind'], string> = {
  set: 'Saved',
  publish: 'Published',
  delete: 'Deleted',
  move: 'Saved',
  add: 'Added',
}

const messages = {
  'change.undone': 'Undone',
  'change.redone': 'Redone',
  'edit.entered': 'Editing. Select something on the page to change it.',
  'edit.exited': 'Done editing',
  'chrome.hidden': 'Editor hidden. The same keys bring it back.',
  'chrome.shown': 'Editor shown',
}

const messageOf = (event: AnnouncerEvent) => {
  if (event.type === 'announcement.requested') return event.message
  return event.type === 'change.saved' ? savedMessages[event.intent.kind] : messages[event.type]
}

const announced = { target: '.announced', actions: 'announce' } as const

export const announcerMachine = setup({
  types: {} as {
    context: {
      message: string
      /** Increases with each announcement, so that repeating a message announces it again. */
      count: number
    }
    events: AnnouncerEvent
  },
  actors: { listener },
  actions: {
    announce: assign(({ context: { count }, event }) => ({
      message: messageOf(event),
      count: count + 1,
    })),
  },
}).createMachine({
  id: 'announcer',
  context: { message: '', count: 0 },
  invoke: {
    src: 'listener',
    input: listenTo<AnnouncerEvent>({
      changeQueue: ['change.saved', 'change.undone', 'change.redone'],
      editMode: ['edit.entered', 'edit.exited'],
      editorChrome: ['chrome.hidden', 'chrome.shown'],
    }),
  },
  initial: 'silent',
  on: {
    'announcement.requested': announced,
    'change.saved': announced,
    'change.undone': announced,
    'change.redone': announced,
    'edit.entered': announced,
    'edit.exited': announced,
    'chrome.hidden': announced,
    'chrome.shown': announced,
  },
  states: { silent: {}, announced: {} },
})

export type AnnouncerRef = ActorRefFrom<typeof announcerMachine>
type Snapshot = SnapshotFrom<typeof announcerMachine>
export const selectMessage = (snapshot: Snapshot) => snapshot.context.message
export const selectCount = (snapshot: Snapshot) => snapshot.context.count
