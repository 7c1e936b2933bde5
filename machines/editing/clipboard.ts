/**
 * Completes what was copied with the contents of its files, so that it can be pasted elsewhere, and has it deleted if it
 * was cut: only then, because nothing else keeps its files. Reads what is pasted by a menu.
 */
import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import type { ClipboardDocument } from '#content/clipboard/clipboard-document.ts'
import { filesWithoutContent } from '#content/clipboard/document-files.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import type { Deletion } from './pending-action-intent.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    clipboard:
      | /** Deletes what was cut, which is on the clipboard now. */
        Deletion
        /** The document of copied components that is on the clipboard is to be pasted. */
      | { type: 'document.read'; text: string }
  }
}

type DeletionOf<Type> = Extract<Deletion, { type: Type }>

interface Copied {
  /** The content of the clipboard. */
  document: ClipboardDocument
  /** Deletes what was cut; null if it was only copied. */
  cut: Deletion | null
}

type ClipboardEvent =
  | ({ type: 'component.copied' } & Copied)
  /** Something else is on the clipboard by now. */
  | { type: 'text.copied' }
  /** The content of the clipboard is to be pasted. The browser may ask the user before it lets that be read. */
  | { type: 'read.requested' }

/** The reason why nothing is pasted: no component is on the clipboard, or the browser refuses to read it or does not answer. */
export type UnreadReason = 'empty' | 'refused' | 'timedOut'

type Read = { output: string | null }

export const clipboardMachine = setup({
  types: {} as {
    context: { copied: Copied | null }
    events: ClipboardEvent
    emitted: EmittedBy<'clipboard'>
  },
  actors: {
    /** Reads the files that have no content yet, and writes the complete document to the clipboard. */
    completeCopy: promiseEffect<void, { document: ClipboardDocument }>(),
    /** Reads the document of copied components from the clipboard; null if there is none. */
    readClipboard: promiseEffect<string | null>(),
  },
  actions: {
    setCopied: assign((_, { document, cut }: Copied) => ({ copied: { document, cut } })),
    clearCopied: assign({ copied: null }),
    emitDeleteRequested: emit(({ context }) => ({
      ...(context.copied!.cut as DeletionOf<'delete.requested'>),
      type: 'delete.requested' as const,
    })),
    emitDeleteAllRequested: emit(({ context }) => ({
      ...(context.copied!.cut as DeletionOf<'deleteAll.requested'>),
      type: 'deleteAll.requested' as const,
    })),
    emitDocumentRead: emit((_, { output }: Read) => ({ type: 'document.read', text: output! })),
    notifyCopied: actionEffect(),
    /** Says that the files are missing elsewhere, or that nothing was cut. */
    notifyIncomplete: actionEffect<{ isCut: boolean }>(),
    notifyUnread: actionEffect<{ reason: UnreadReason }>(),
  },
  guards: {
    isIncomplete: (_, { document }: Copied) => filesWithoutContent(document).length > 0,
    isSingleCut: ({ context }) => context.copied!.cut?.type === 'delete.requested',
    isMultipleCut: ({ context }) => context.copied!.cut?.type === 'deleteAll.requested',
    isEmpty: (_, { output }: Read) => output === null,
  },
  delays: {
    /** Some browsers ask the user, who may overlook it. */
    readTimeout: 30_000,
  },
}).createMachine({
  id: 'clipboard',
  meta: {
    guards: {
      isIncomplete: 'What was copied has files that are not in the clipboard yet.',
      isSingleCut: 'One component was cut.',
      isMultipleCut: 'Several components were cut.',
      isEmpty: 'The clipboard has nothing that can be pasted here.',
    },
  },
  context: { copied: null },
  type: 'parallel',
  states: {
    copy: {
      description: 'What was copied, until the clipboard has all of it.',
      initial: 'idle',
      on: {
        'component.copied': [
          {
            guard: withEvent('isIncomplete'),
            target: '.completing',
            actions: withEvent('setCopied'),
          },
          { target: '.copied', actions: withEvent('setCopied') },
        ],
        'text.copied': '.idle',
      },
      states: {
        idle: { description: 'Nothing is waiting to be completed.', entry: 'clearCopied' },
        completing: {
          description: 'The files of what was copied are being read into the clipboard.',
          invoke: {
            id: 'completeCopy',
            src: 'completeCopy',
            input: ({ context }) => ({ document: context.copied!.document }),
            onDone: 'copied',
            onError: {
              target: 'idle',
              actions: {
                type: 'notifyIncomplete',
                params: ({ context }) => ({ isCut: context.copied!.cut !== null }),
              },
            },
          },
        },
        copied: {
          description: 'The clipboard has all of it; decides whether it is to be deleted.',
          always: [
            { guard: 'isSingleCut', target: 'idle', actions: 'emitDeleteRequested' },
            { guard: 'isMultipleCut', target: 'idle', actions: 'emitDeleteAllRequested' },
            { target: 'idle', actions: 'notifyCopied' },
          ],
        },
      },
    },
    paste: {
      description: 'What is pasted by a menu.',
      initial: 'idle',
      on: { 'read.requested': '.reading' },
      states: {
        idle: { description: 'Nothing is being read from the clipboard.' },
        reading: {
          description: 'The clipboard is being read, for which some browsers ask the user.',
          invoke: {
            id: 'readClipboard',
            src: 'readClipboard',
            onDone: [
              {
                guard: withEvent('isEmpty'),
                target: 'idle',
                actions: { type: 'notifyUnread', params: { reason: 'empty' } },
              },
              { target: 'idle', actions: withEvent('emitDocumentRead') },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'notifyUnread', params: { reason: 'refused' } },
            },
          },
          after: {
            readTimeout: {
              target: 'idle',
              actions: { type: 'notifyUnread', params: { reason: 'timedOut' } },
            },
          },
        },
      },
    },
  },
})

export type ClipboardRef = ActorRefFrom<typeof clipboardMachine>
