/**
 * Loads the code that formats texts, once edit mode is entered and the browser is idle, or at the latest when a text is
 * edited, and holds the text that was focused last. Until the code is loaded the browser edits a text by itself, so that
 * nothing that is typed is lost.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { listenTo, listener } from '../../actor-listener.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { withEvent } from '../../with-event.ts'

type RichTextEvent =
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  /** A text has the focus. */
  | { type: 'text.focused'; id: string }
  /** The text of the selected component is edited, with or without the focus. */
  | { type: 'code.requested' }
  /** Letters are being composed, such as those of Japanese, which nothing may interrupt. */
  | { type: 'composition.started' }
  | { type: 'composition.ended' }
  | { type: 'retry.requested' }
  /** The site can be reached again. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }

interface Context {
  /** The text that was focused last, or null. */
  textId: string | null
  /** The code that formats texts, null until it is loaded. Machines do not know React, so this has no type here. */
  code: unknown
}

export const richTextMachine = setup({
  types: {} as { context: Context; events: RichTextEvent },
  actors: {
    waitForIdle: promiseEffect<void>(),
    loadRichText: promiseEffect<unknown>(),
    listener,
  },
  actions: {
    setText: assign((_, { id }: { id: string }) => ({ textId: id })),
    setCode: assign((_, { output }: { output: unknown }) => ({ code: output })),
  },
}).createMachine({
  id: 'richText',
  context: { textId: null, code: null },
  invoke: listenTo<RichTextEvent>({
    editMode: ['edit.entered', 'edit.exited'],
    hubConnection: ['connection.opened'],
    network: ['network.restored'],
  }),
  type: 'parallel',
  on: { 'text.focused': { actions: withEvent('setText') } },
  states: {
    code: {
      description: 'The code that formats texts.',
      initial: 'unloaded',
      states: {
        unloaded: {
          description: 'The code is not there, and nothing needs it yet.',
          on: { 'edit.entered': 'waitingForIdle', 'code.requested': 'loading' },
        },
        waitingForIdle: {
          description: 'The code is fetched once the browser has nothing else to do.',
          invoke: {
            id: 'waitForIdle',
            src: 'waitForIdle',
            onDone: 'loading',
            onError: 'loading',
          },
          on: { 'edit.exited': 'unloaded', 'code.requested': 'loading' },
        },
        loading: {
          description: 'The code is being fetched.',
          invoke: {
            id: 'loadRichText',
            src: 'loadRichText',
            onDone: { target: 'loaded', actions: withEvent('setCode') },
            onError: 'failed',
          },
        },
        failed: {
          description: 'The code could not be fetched; texts can be typed, but not formatted.',
          on: {
            'code.requested': 'loading',
            'retry.requested': 'loading',
            'connection.opened': 'loading',
            'network.restored': 'loading',
          },
        },
        loaded: { description: 'Texts can be formatted.' },
      },
    },
    composition: {
      description: 'Whether a character is being composed.',
      initial: 'inactive',
      states: {
        inactive: {
          description: 'Characters are typed one by one.',
          on: { 'composition.started': 'active' },
        },
        active: {
          description: 'An input method is composing a character from several keys.',
          on: { 'composition.ended': 'inactive' },
        },
      },
    },
  },
})

export type RichTextRef = ActorRefFrom<typeof richTextMachine>
type Snapshot = SnapshotFrom<typeof richTextMachine>
/** Returns what formats texts; null until it is loaded, and while letters are being composed in a text without it. */
export const selectCode = (snapshot: Snapshot) =>
  snapshot.matches({ composition: 'inactive' }) ? snapshot.context.code : null
export const hasFailed = (snapshot: Snapshot) => snapshot.matches({ code: 'failed' })
/** True for the text that was focused last, which has the format buttons. */
export const isLastFocused = (id: string) => (snapshot: Snapshot) => snapshot.context.textId === id
