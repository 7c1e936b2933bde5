/** Provides the effects that complete what was copied, and read what is pasted by a menu. */
import { fromPromise } from 'xstate'
import type { ClipboardDocument } from '#content/clipboard/clipboard-document.ts'
import {
  type StoredFileKey,
  fileKey,
  filesWithoutContent,
  withContents,
} from '#content/clipboard/document-files.ts'
import { originalFilesOf } from '#content/change/changed-files.ts'
import { type UnreadReason, clipboardMachine } from '#machines/editing/clipboard.ts'
import { siteKinds } from '#site/editors.ts'
import { readFileAsDataUri } from '#src/api/files.ts'
import { flavorsOf } from '#src/editor/clipboard/clipboard-flavors.ts'
import { readClipboard, writeClipboard } from '#src/editor/clipboard/browser-clipboard.ts'
import { keysLabel, shortcuts } from '#src/editor/shortcuts.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { notifyOfClipboard } from './notify-of-clipboard.ts'

const readContent = async (system: ActorSystem, { source, property }: StoredFileKey) => {
  const stored = originalFilesOf(servicesOf(system).cache.read(source))[property]
  const content = stored ? await readFileAsDataUri(stored.contentUrl) : null
  if (content === null) throw new Error('A file of what was copied cannot be read.')
  return [fileKey({ source, property }), content] as const
}

const completed = async (system: ActorSystem, document: ClipboardDocument) => {
  const files = filesWithoutContent(document)
  const contents = await Promise.all(files.map((file) => readContent(system, file)))
  return withContents(document, new Map(contents))
}

const unreadMessage = (reason: UnreadReason) => {
  if (reason === 'empty') return 'There is no copied component on the clipboard.'
  const keys = keysLabel(shortcuts.paste.keys[0])
  return reason === 'refused'
    ? `This browser allows pasting from the keyboard only. Press ${keys}.`
    : `The browser did not give access to the clipboard. Press ${keys} instead.`
}

export const clipboard = clipboardMachine.provide({
  actors: {
    completeCopy: fromPromise<void, { document: ClipboardDocument }>(
      async ({ system, input, signal }) => {
        const document = await completed(system, input.document)
        if (signal.aborted) return
        if (!document || !writeClipboard(flavorsOf(document, siteKinds.kinds)))
          throw new Error('The browser keeps what was copied before.')
      },
    ),
    readClipboard: fromPromise<string | null, undefined>(readClipboard),
  },
  actions: {
    notifyCopied: ({ system }) =>
      notifyOfClipboard(system, { tone: 'info', heading: 'Copied', messages: [] }),
    notifyIncomplete: ({ system }, { isCut }) =>
      notifyOfClipboard(system, {
        tone: isCut ? 'problem' : 'info',
        heading: isCut ? 'Not cut' : 'Copied for this site only',
        messages: [
          isCut
            ? 'Its picture could not be kept, and would be lost. Try again in a moment.'
            : 'Its picture could not be read, so it is missing on other sites.',
        ],
      }),
    notifyUnread: ({ system }, { reason }) =>
      notifyOfClipboard(system, {
        tone: 'problem',
        heading: 'Not pasted',
        messages: [unreadMessage(reason)],
      }),
  },
})
