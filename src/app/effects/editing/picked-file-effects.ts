/** Provides the effects that read a picked file, and say why one is refused. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { pickedFileMachine } from '#machines/editing/changes/picked-file.ts'
import { readAsDataUri } from '#src/api/files.ts'
import { notifyOfClipboard } from './notify-of-clipboard.ts'

const actors = {
  readFile: fromPromise<string, { file: File }>(({ input: { file } }) =>
    readAsDataUri(file, file.name),
  ),
}

export const refusedHeading = 'Picture not added'

/** Reads a file for a field, which shows why one is refused. */
export const fieldFile = pickedFileMachine.provide({ actors, actions: { notifyRefused: () => {} } })

/** Reads a file that was pasted or dropped on the page. */
export const pageFile = pickedFileMachine.provide({
  actors,
  actions: {
    notifyRefused: ({ system }, { reason }) =>
      notifyOfClipboard(system, { tone: 'problem', heading: refusedHeading, messages: [reason] }),
  },
})
