/** Provides the effects that read a picked file, and say why one is refused. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { fileOf } from '#content/pictures/file-content.ts'
import { type WaitingFile, pickedFileMachine } from '#machines/editing/changes/picked-file.ts'
import { readAsDataUri } from '#src/api/files.ts'
import { keepFiles, logNotKept, pastedFiles, takeKeptFiles } from '../../browser/kept-uploads.ts'
import type { ActorSystem } from '../../services/services.ts'
import { editingAccount } from '../session-effects.ts'
import { notifyOfClipboard, withdrawClipboardNotice } from './notify-of-clipboard.ts'

const pickedFile = pickedFileMachine.provide({
  actors: {
    readFile: fromPromise<string, { file: File }>(({ input: { file } }) =>
      readAsDataUri(file, file.name),
    ),
    readKeptFiles: fromPromise<WaitingFile[], undefined>(async () => []),
  },
  actions: { keepFiles: () => {} },
})

/** Says why a picture is not on the page. */
export const notifyOfRefusal = (system: ActorSystem, reason: string) =>
  notifyOfClipboard(system, {
    tone: 'problem',
    heading: 'Picture not added',
    messages: [reason],
  })

/** Withdraws what was said about the picture before. */
export const withdrawRefusal = (system: ActorSystem) => withdrawClipboardNotice(system)

/** Reads a file for a field, which shows why one is refused. */
export const fieldFile = pickedFile.provide({
  actions: { notifyRefused: () => {}, withdrawRefusal: () => {} },
})

/** Reads a file for the place of a missing picture. */
export const placeFile = pickedFile.provide({
  actions: {
    notifyRefused: ({ system }, { reason }) => notifyOfRefusal(system, reason),
    withdrawRefusal: ({ system }) => withdrawRefusal(system),
  },
})

/** Reads a file that was pasted or dropped on the page, which may wait for its component. */
export const pageFile = placeFile.provide({
  actors: {
    readKeptFiles: fromPromise<WaitingFile[], undefined>(async ({ system }) => {
      const files = await takeKeptFiles(editingAccount(system)['@id'], pastedFiles)
      return Promise.all(
        files.map(async ({ id, file }) => ({ id, content: await readAsDataUri(file, file.name) })),
      )
    }),
  },
  actions: {
    keepFiles: ({ system }, { waiting }) => {
      const files = waiting.map(({ id, content }) => ({ id: id!, file: fileOf(content) }))
      keepFiles(editingAccount(system)['@id'], files, pastedFiles).catch(logNotKept)
    },
  },
})
