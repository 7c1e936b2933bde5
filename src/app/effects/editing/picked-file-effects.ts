/** Provides the effects that read a picked file, and say why one is refused. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { pickedFileMachine } from '#machines/editing/changes/picked-file.ts'
import { notifyOfClipboard } from './notify-of-clipboard.ts'

const readAsDataUri = ({ input, signal }: { input: { file: File }; signal: AbortSignal }) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(withName(String(reader.result), input.file)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable.')))
    signal.addEventListener('abort', () => reader.abort())
    reader.readAsDataURL(input.file)
  })

/** Adds the name of the file to its content, under which it is listed in the media library. */
const withName = (dataUri: string, { name }: File) =>
  dataUri.replace(';base64,', `;name=${name.replace(/[;,]/g, ' ').slice(-100)};base64,`)

const actors = { readFile: fromPromise<string, { file: File }>(readAsDataUri) }

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
